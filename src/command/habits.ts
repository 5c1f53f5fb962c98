import type { Command } from 'commander';
import type { CommandWords, GroupWords, ListWords } from './command-words.ts';
import type { KnownWords } from './feature.ts';

/** Words of other programs that do the same here. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['list', 'get'],
  ['ls', 'get'],
]);

const LISTING: readonly string[] = ['list', 'ls', 'get'];
const DESCRIBING: readonly string[] = ['describe', 'show', 'view', 'inspect', 'detail'];

/** Replaces words of other programs; `at` is the place of the command. */
export function withKnownWords(words: readonly string[], at: number): readonly string[] {
  return words.map((word, n) => (n === at ? (SAME.get(word) ?? word) : word));
}

/** A word as a shell reads it back. */
export const shellWord = (word: string): string =>
  /^[\w.:/@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

const commandLine = (...words: readonly string[]): string => ['spotdeck', ...words.map(shellWord)].join(' ');

/** The list of this name, else lists found by their search words or parts of names: `keys`, `pod`, `po`. */
export function listsMeant(lists: readonly ListWords[], word: string): readonly ListWords[] {
  const typed = word.toLowerCase();
  const named = lists.filter(({ one, several }) => one === typed || several === typed);
  if (named.length > 0) return named;
  const isOf = (known: string): boolean => known === typed || known === `${typed}s`;
  const exact = lists.filter(({ several, words }) => [...words, ...several.split('-')].some(isOf));
  if (exact.length > 0 || typed.length < LEAST_LETTERS) return exact;
  return lists.filter(({ several, words }) => [several, ...words].some((known) => known.startsWith(typed)));
}

/** Fewest letters that begin the name of a list. */
const LEAST_LETTERS = 2;

export type Known = { readonly ofFeatures: readonly KnownWords[] } & Pick<CommandWords, 'lists' | 'groups'>;

/** The command meant by words of other programs, to be typed by the operator; null if none. `args` have no options. */
export function meantCommand(
  { ofFeatures, lists, groups }: Known,
  word: string,
  args: readonly string[],
): string | null {
  if (word === 'version') return 'spotdeck --version';
  const command = ofFeatures.find(({ words }) => words.includes(word))?.command;
  if (command !== undefined) return command;
  const groupOf = (list: ListWords): GroupWords | undefined => groups.find(({ one }) => one === list.one);
  const [first, ...names] = args;
  const [list, other] = listsMeant(lists, word);
  if (list !== undefined && other === undefined) {
    if (first === undefined)
      return list.one === word && groupOf(list) !== undefined ? null : commandLine('get', list.several);
    if (LISTING.includes(first)) return commandLine('get', list.several, ...names);
    if (DESCRIBING.includes(first)) return described(list.several, names);
    const group = groupOf(list);
    const change = group === undefined ? null : changeOf(group, first, names);
    return change ?? (list.one === word ? null : commandLine('get', list.several, ...args));
  }
  const [of] = first === undefined ? [] : listsMeant(lists, first);
  if (DESCRIBING.includes(word)) return of === undefined ? null : described(of.several, names);
  const group = of === undefined ? undefined : groupOf(of);
  if (group !== undefined) return changeOf(group, word, names);
  const bids = groups.find(({ one }) => one === 'bid');
  return bids === undefined || first === undefined ? null : changeOf(bids, word, args);
}

const described = (list: string, names: readonly string[]): string => commandLine('get', list, ...names, '-o', 'json');

function changeOf({ one, verbs }: GroupWords, word: string, names: readonly string[]): string | null {
  const verb = verbs.find((each) => each.word === word) ?? verbs.find(({ words }) => words.includes(word));
  return verb === undefined ? null : commandLine(one, verb.word, ...names);
}

/** Options of other programs, and our advice for commands with the option `takes`. */
const OPTIONS: readonly { readonly words: readonly string[]; readonly takes: string; readonly instead: string }[] = [
  { words: ['-w', '--watch'], takes: '--columns', instead: 'To follow changes: spotdeck watch' },
  {
    words: ['-A', '--all-namespaces'],
    takes: '--all-projects',
    instead: 'All projects of the profile: --all-projects',
  },
  { words: ['-n', '--namespace'], takes: '--project', instead: 'Another project: --project PROJECT' },
  { words: ['--context', '--kubeconfig'], takes: '--profile', instead: 'Another service or account: --profile NAME' },
  {
    words: ['-l', '--selector', '--field-selector'],
    takes: '--filter',
    instead: "Only some rows: --filter 'status:open region:us'",
  },
  { words: ['--sort-by'], takes: '--sort', instead: 'In an order: --sort COLUMN, or -COLUMN the other way round' },
  { words: ['--show-labels'], takes: '--columns', instead: 'Further columns: --columns LIST, see --help' },
  { words: ['-q', '--quiet'], takes: '--columns', instead: 'Names alone: --columns name --no-headers' },
  { words: ['-y', '--force', '--now'], takes: '--yes', instead: 'Without a question: --yes' },
  { words: ['--json'], takes: '--output', instead: 'As JSON: -o json' },
];

/** Advice for an unknown option; null if there is none. */
export function meantOption(command: Command, option: string): readonly string[] | null {
  const has = (long: string): boolean => command.options.some((one) => one.long === long);
  const group = command.parent?.name() ?? '';
  if (option === '--filter' && has('--yes'))
    return [
      'Name the rows, for example with:',
      `spotdeck ${group} ${command.name()} $(spotdeck get ${group}s --filter WORDS --columns fid --no-headers)`,
    ];
  const found = OPTIONS.find(({ words, takes }) => words.includes(option) && has(takes));
  return found === undefined ? null : [found.instead];
}
