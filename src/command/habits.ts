import type { Command } from 'commander';
import type { KnownWords } from './feature.ts';

/** Words that other programs have for a command of this one: they do the same. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['list', 'get'],
  ['ls', 'get'],
]);

/** Words for printing rows, and for printing all that is known of one. */
const LISTING: readonly string[] = ['list', 'ls', 'get'];
const DESCRIBING: readonly string[] = ['describe', 'show', 'view', 'inspect', 'detail'];

/** Words for a change, and the verbs that may be meant, by default the word itself: the first one that the kind of row has. */
const CHANGES: ReadonlyMap<string, readonly string[]> = new Map([
  ...['delete', 'rm', 'remove', 'destroy', 'kill', 'terminate'].map((word): [string, readonly string[]] => [
    word,
    ['delete', 'cancel', 'revoke'],
  ]),
  ...['create', 'new', 'add', 'place'].map((word): [string, readonly string[]] => [word, ['create', 'place']]),
  ...['edit', 'change', 'set', 'patch', 'update'].map((word): [string, readonly string[]] => [word, ['update']]),
  ...['stop', 'pause', 'suspend'].map((word): [string, readonly string[]] => [word, ['pause']]),
  ...['start', 'resume', 'unpause'].map((word): [string, readonly string[]] => [word, ['resume']]),
]);

/** The words with those of other programs replaced. `at` is the place of the command. */
export function withKnownWords(words: readonly string[], at: number): readonly string[] {
  return words.map((word, n) => (n === at ? (SAME.get(word) ?? word) : word));
}

/** A word as a shell reads it back. */
export const shellWord = (word: string): string =>
  /^[\w.:/@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

const commandLine = (...words: readonly string[]): string => ['spotdeck', ...words.map(shellWord)].join(' ');

/**
 * The whole command that is meant by words which people know from other programs; null when none is. Nothing is carried out: what
 * changes something is typed by its own name. `known` are the words of features, `args` the words after the first one, without options.
 */
export function meantCommand(
  program: Command,
  known: readonly KnownWords[],
  word: string,
  args: readonly string[],
): string | null {
  if (word === 'version') return 'spotdeck --version';
  const command = known.find(({ words }) => words.includes(word))?.command;
  if (command !== undefined) return command;
  const groups = program.commands.filter(({ commands }) => commands.length > 0);
  const groupOf = (name: string | undefined): Command | undefined =>
    groups.find((group) => group.name() === name || `${group.name()}s` === name);
  const listed = groupOf(word);
  const [first, ...names] = args;
  // spotdeck bids, spotdeck bid list, spotdeck bid describe train
  if (listed !== undefined) {
    const list = `${listed.name()}s`;
    if (listed.name() !== word) return commandLine('get', list, ...args);
    if (first === undefined) return null;
    if (LISTING.includes(first)) return commandLine('get', list, ...names);
    if (DESCRIBING.includes(first)) return described(list, names);
    return changeOf(listed, first, names);
  }
  if (DESCRIBING.includes(word)) {
    const group = groupOf(first);
    if (group === undefined)
      return first === 'instance' || first === 'instances' ? described('instances', names) : null;
    return described(`${group.name()}s`, names);
  }
  // spotdeck delete bid train, spotdeck pause train
  const group = groupOf(first);
  if (group !== undefined) return changeOf(group, word, names);
  const bids = groupOf('bid');
  return bids === undefined || first === undefined ? null : changeOf(bids, word, args);
}

const described = (list: string, names: readonly string[]): string => commandLine('get', list, ...names, '-o', 'json');

/** The command for a change of rows; null when there is none by this word. */
function changeOf(group: Command, word: string, names: readonly string[]): string | null {
  const verbs = group.commands.map((command) => command.name());
  const verb = (CHANGES.get(word) ?? [word]).find((one) => verbs.includes(one));
  return verb === undefined ? null : commandLine(group.name(), verb, ...names);
}
