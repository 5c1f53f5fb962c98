import type { Argument, Command, CommanderError } from 'commander';
import { meantCommand } from '../command/habits.ts';
import { features } from '../features/index.ts';
import { nearest } from '../lib/nearest.ts';
import { capitalized } from '../lib/words.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';

/** What people type for features that is neither a command nor a list. */
export const knownWords = features.records.flatMap(({ knownWords = [] }) => knownWords);

/** Refuses an unknown command, whatever words and options follow it. @throws {CommandFailure} that names the nearest command. */
export function checkCommand(program: Command, words: readonly string[]): void {
  const word = commandWord(program, words);
  const names = program.commands.map((command) => command.name());
  if (word === null || names.includes(word)) return;
  const whole = meantCommand(program, knownWords, word, argumentsIn(words.slice(commandAt(program, words) + 1)));
  if (whole !== null) throw new CommandFailure(EXIT.usage, `There is no command "${word}".`, `Type: ${whole}`);
  const meant = nearest(
    word,
    names.filter((name) => name !== 'complete'),
  );
  throw new CommandFailure(
    EXIT.usage,
    `There is no command "${word}".${meant === null ? '' : ` Did you mean "${meant}"?`}`,
    'Run "spotdeck --help" for the commands.',
  );
}

/** The words that are no options. */
const argumentsIn = (words: readonly string[]): readonly string[] => words.filter((one) => !one.startsWith('-'));

/** The place of the first word that is neither an option of the program nor the value of one; -1 after an unknown option. */
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

/** The word that names a command; null when there is none. */
export const commandWord = (program: Command, words: readonly string[]): string | null =>
  words[commandAt(program, words)] ?? null;

/** Converts the parser's error to a sentence and a hint. */
export function usageFailure(program: Command, words: readonly string[], error: CommanderError): CommandFailure {
  const command = commandOf(program, words);
  const path = pathOf(command);
  const hint = `Run "${path} --help".`;
  if (error.code === 'commander.missingArgument') {
    const missing = command.registeredArguments.find(({ required }) => required);
    if (missing !== undefined) return new CommandFailure(EXIT.usage, questionFor(missing), hint);
  }
  if (error.code === 'commander.unknownCommand') {
    const args = argumentsIn(words.slice(words.indexOf(command.name()) + 1));
    const whole = meantCommand(program, knownWords, command.name(), args);
    if (whole !== null)
      return new CommandFailure(EXIT.usage, `There is no command "${path} ${args[0] ?? ''}".`, `Type: ${whole}`);
  }
  if (error.code === 'commander.excessArguments')
    return new CommandFailure(EXIT.usage, `There are too many words for "${path}".`, hint);
  // The parser's message names the option or the value; only its wording is changed.
  const [first = '', ...more] = error.message
    .replace(/^error: /, '')
    .replace(/^command-argument value (.+?) is invalid for argument '(.+?)'/, '$1 is no $2')
    .split('\n');
  const sentence = capitalized(first).replace(/\.?$/, '.');
  const suggestion = more.join(' ').replace(/^\((.*)\)$/, ' $1');
  return new CommandFailure(EXIT.usage, `${sentence}${suggestion}`, hint);
}

/** The question for a missing argument: `Which bid? Give a name or identifier.` */
function questionFor(argument: Argument): string {
  const { argChoices, description } = argument;
  const wanted = argChoices === undefined ? description : `One of ${argChoices.join(', ')}.`;
  return `Which ${argument.name().replace(/s$/, '')}? Give ${wanted[0]?.toLowerCase() ?? ''}${wanted.slice(1)}`;
}

/** The innermost command that the words name. */
export function commandOf(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) command = command.commands.find((command) => command.name() === word) ?? command;
  return command;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
