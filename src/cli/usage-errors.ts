import type { Argument, Command, CommanderError } from 'commander';
import { distance } from 'fastest-levenshtein';
import { CommandFailure, EXIT } from '../system/exit.ts';

/** The most letters by which a word may differ from what was probably meant. */
const MAX_DISTANCE = 3;

/** The nearest of some names to a mistyped word; null when none is near. */
export function nearest(word: string, names: readonly string[]): string | null {
  const [best] = names
    .map((name) => ({ name, letters: distance(word.toLowerCase(), name) }))
    .filter(({ name, letters }) => letters <= Math.min(MAX_DISTANCE, name.length / 2))
    .toSorted((a, b) => a.letters - b.letters);
  return best?.name ?? null;
}

/** Refuses a word in place of a command that is none, whatever words and options follow it. @throws {CommandFailure} that names the nearest command. */
export function checkCommand(program: Command, words: readonly string[]): void {
  const word = commandWord(program, words);
  const names = program.commands.map((command) => command.name());
  if (word === null || names.includes(word)) return;
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

/** The first word that is neither an option of the program nor the value of one; null after an option it does not know. */
export function commandWord(program: Command, words: readonly string[]): string | null {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) return word;
    const [name] = word.split('=');
    const option = program.options.find(({ long, short }) => long === name || short === name);
    if (option === undefined) return null;
    if (option.required && !word.includes('=')) at += 1;
  }
  return null;
}

/** What is wrong with the words after `spotdeck`, as a sentence and a hint, in place of the parser's own words. */
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
  // The parser names the option or the value; only its way of saying so is changed.
  const [first = '', ...more] = error.message
    .replace(/^error: /, '')
    .replace(/^command-argument value (.+?) is invalid for argument '(.+?)'/, '$1 is no $2')
    .split('\n');
  const sentence = `${first[0]?.toUpperCase() ?? ''}${first.slice(1)}`.replace(/\.?$/, '.');
  const suggestion = more.join(' ').replace(/^\((.*)\)$/, ' $1');
  return new CommandFailure(EXIT.usage, `${sentence}${suggestion}`, hint);
}

/** `Which bid? Give a name or identifier.` */
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
