import type { Argument, Command, CommanderError } from 'commander';
import type { CommandWords } from '../command/command-words.ts';
import { type Known, listsMeant, meantCommand, meantOption } from '../command/habits.ts';
import { features } from '../features/index.ts';
import { nearest } from '../lib/nearest.ts';
import { capitalized } from '../lib/words.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';

const ofFeatures = features.records.flatMap(({ knownWords = [] }) => knownWords);

/** `words` are null if no judgement needs them. */
export const knownWith = (words: CommandWords | null): Known => ({
  ofFeatures,
  lists: words?.lists ?? [],
  groups: words?.groups ?? [],
});

/** A list by its plural or singular. @throws {CommandFailure} with the lists meant. */
export function listNamed(word: string, lists: Known['lists']): string {
  const list = lists.find(({ one, several }) => several === word || one === word);
  if (list !== undefined) return list.several;
  const known = ofFeatures.find(({ words }) => words.includes(word));
  if (known !== undefined)
    throw new CommandFailure(EXIT.usage, known.noList, `To see what they do, type: ${known.command}`);
  const all = lists.map(({ several }) => several);
  const meant = listsMeant(lists, word).map(({ several }) => several);
  throw new CommandFailure(
    EXIT.usage,
    `There is no list "${word}".${suggestion(meant.length > 0 ? meant : [nearest(word, all) ?? []].flat())}`,
    `There are: ${all.join(', ')}.`,
  );
}

const suggestion = (meant: readonly string[]): string =>
  meant.length === 0 ? '' : ` Did you mean ${meant.map((name) => `"${name}"`).join(' or ')}?`;

/** @throws {CommandFailure} for an unknown command, with the one meant. */
export function checkCommand(program: Command, words: readonly string[], known: Known): void {
  const at = commandAt(program, words);
  const word = words[at];
  if (word === undefined) return;
  const args = argumentsIn(words.slice(at + 1));
  const command = program.commands.find((one) => one.name() === word);
  const [verb] = args;
  const unknown = command === undefined ? word : `spotdeck ${word} ${verb}`;
  if (command !== undefined) {
    // Options may have values, so only the word right after the group is a verb.
    const isVerb = command.commands.length > 0 && verb !== undefined && words[at + 1] === verb;
    if (!isVerb || command.commands.some((one) => one.name() === verb)) return;
  }
  const sentence = `There is no command "${unknown}".`;
  const whole = meantCommand(known, word, args);
  if (whole !== null) throw new CommandFailure(EXIT.usage, sentence, `Type: ${whole}`);
  const names = (command ?? program).commands.map((one) => one.name()).filter((name) => name !== 'complete');
  const lists = command === undefined ? listsMeant(known.lists, word).map(({ several }) => `get ${several}`) : [];
  const near = nearest(command === undefined ? word : (verb ?? ''), names);
  const meant = lists.length > 0 ? lists : [near ?? []].flat();
  throw new CommandFailure(
    EXIT.usage,
    `${sentence}${suggestion(meant)}`,
    `Run "${command === undefined ? 'spotdeck --help" for the commands' : `${pathOf(command)} --help" for its commands`}.`,
  );
}

const argumentsIn = (words: readonly string[]): readonly string[] => words.filter((one) => !one.startsWith('-'));

/** The place of the first word that is no option or its value; -1 after an unknown option. */
export function commandAt(program: Command, words: readonly string[]): number {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) return at;
    const [name] = word.split('=');
    const option = program.options.find(({ long, short }) => long === name || short === name);
    if (option === undefined) return -1;
    if (option.required && !word.includes('=')) at += 1;
  }
  return -1;
}

export const commandWord = (program: Command, words: readonly string[]): string | null =>
  words[commandAt(program, words)] ?? null;

/** The parser's error as a sentence and a hint. */
export function usageFailure(program: Command, words: readonly string[], error: CommanderError): CommandFailure {
  const command = commandOf(program, words);
  const path = pathOf(command);
  const hint = `Run "${path} --help".`;
  if (error.code === 'commander.missingArgument') {
    const missing = command.registeredArguments.find(({ required }) => required);
    if (missing !== undefined) return new CommandFailure(EXIT.usage, questionFor(missing), hint);
  }
  if (error.code === 'commander.excessArguments')
    return new CommandFailure(EXIT.usage, `There are too many words for "${path}".`, hint);
  const [, option] = /unknown option '(.+?)'/.exec(error.message) ?? [];
  const instead = option === undefined ? null : meantOption(command, option.replace(/=.*/, ''));
  if (instead !== null) return new CommandFailure(EXIT.usage, `"${path}" has no option ${option}.`, instead);
  // The parser names the option or value; only its wording changes.
  const [first = '', ...more] = error.message
    .replace(/^error: /, '')
    .replace(/^command-argument value (.+?) is invalid for argument '(.+?)'/, '$1 is no $2')
    .split('\n');
  const sentence = capitalized(first).replace(/\.?$/, '.');
  const suggestion = more.join(' ').replace(/^\((.*)\)$/, ' $1');
  return new CommandFailure(EXIT.usage, `${sentence}${suggestion}`, hint);
}

/** `Which bid? Give a name or identifier.` */
function questionFor(argument: Argument): string {
  const { argChoices, description } = argument;
  const wanted = argChoices === undefined ? description : `One of ${argChoices.join(', ')}.`;
  return `Which ${argument.name().replace(/s$/, '')}? Give ${wanted[0]?.toLowerCase() ?? ''}${wanted.slice(1)}`;
}

/** The innermost command named by the words. */
export function commandOf(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) command = command.commands.find((command) => command.name() === word) ?? command;
  return command;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
