import type { Argument, Command, CommanderError } from 'commander';
import { shellWord } from '../command/options.ts';
import { features } from '../features/index.ts';
import { nearest } from '../lib/nearest.ts';
import { capitalized } from '../lib/words.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import type { CommandWords, GroupWords, ListWords } from './words-of-resources.ts';

const knownWords = features.records.flatMap((record) => record.knownWords ?? []);

/** `words` are null if no judgement needs them. */
export const knownWith = (words: CommandWords | null): Known => words ?? { lists: [], groups: [] };

/** A list by its plural or singular. @throws {CommandFailure} with the lists meant. */
export function listNamed(word: string, lists: Known['lists']): string {
  const list = lists.find(({ one, several }) => several === word || one === word);
  if (list !== undefined) return list.several;
  const known = knownWords.find(({ words }) => words.includes(word));
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

const LISTING: readonly string[] = ['list', 'ls', 'get'];
const DESCRIBING: readonly string[] = ['describe', 'show', 'view', 'inspect', 'detail'];

/** Replaces words of other programs that do the same here; `at` is the place of the command. */
export const withKnownWords = (words: readonly string[], at: number): readonly string[] =>
  words.map((word, n) => (n === at && ['list', 'ls'].includes(word) ? 'get' : word));

const commandLine = (...words: readonly string[]): string => ['spotdeck', ...words.map(shellWord)].join(' ');

/** The list of this name, else lists found by their search words or parts of names: `keys`, `pod`, `po`. */
function listsMeant(lists: readonly ListWords[], word: string): readonly ListWords[] {
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

type Known = Pick<CommandWords, 'lists' | 'groups'>;

/** The command meant by words of other programs, to be typed by the operator; null if none. `args` have no options. */
function meantCommand({ lists, groups }: Known, word: string, args: readonly string[]): string | null {
  if (word === 'version') return 'spotdeck --version';
  const command = knownWords.find(({ words }) => words.includes(word))?.command;
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
const OPTIONS: readonly (readonly [words: string, takes: string, advice: string])[] = [
  ['-w --watch', '--columns', 'To follow changes: spotdeck watch'],
  ['-A --all-namespaces', '--all-projects', 'All projects of the profile: --all-projects'],
  ['-n --namespace', '--project', 'Another project: --project PROJECT'],
  ['--context --kubeconfig', '--profile', 'Another service or account: --profile NAME'],
  ['-l --selector --field-selector', '--filter', "Only some rows: --filter 'status:open region:us'"],
  ['--sort-by', '--sort', 'In an order: --sort COLUMN, or -COLUMN the other way round'],
  ['--show-labels', '--columns', 'Further columns: --columns LIST, see --help'],
  ['-q --quiet', '--columns', 'Names alone: --columns name --no-headers'],
  ['-y --force --now', '--yes', 'Without a question: --yes'],
  ['--json', '--output', 'As JSON: -o json'],
];

/** Advice for an unknown option; null if there is none. */
function meantOption(command: Command, option: string): readonly string[] | null {
  const has = (long: string): boolean => command.options.some((one) => one.long === long);
  const group = command.parent?.name() ?? '';
  if (option === '--filter' && has('--yes'))
    return [
      'Name the rows, for example with:',
      `spotdeck ${group} ${command.name()} $(spotdeck get ${group}s --filter WORDS --columns fid --no-headers)`,
    ];
  const [, , advice = null] = OPTIONS.find(([words, takes]) => words.split(' ').includes(option) && has(takes)) ?? [];
  return advice === null ? null : [advice];
}
