import type { Command, Option } from 'commander';
import type { ServiceList } from '../contract/lists.ts';
import { resources, serviceLists } from '../resources/index.ts';

/** What completing a word may need to know beyond the commands themselves. */
export type CompletionSources = {
  readonly namesOf: (list: ServiceList) => Promise<readonly string[]>;
  readonly profiles: () => readonly string[];
};

/** What fits the last of the words behind `spotdeck`: commands, options, choices, or names of live rows. */
export async function completions(
  program: Command,
  words: readonly string[],
  known: CompletionSources,
): Promise<readonly string[]> {
  const typed = words.at(-1) ?? '';
  const { command, given, option } = parsedWords(program, words.slice(0, -1));
  const all = await candidates({ command, given, option }, typed, known);
  return [...new Set(all)].filter((word) => word.startsWith(typed));
}

type CompletionContext = {
  readonly command: Command;
  readonly given: readonly string[];
  readonly option: Option | null;
};

/** Where the words lead: the command, the arguments it has, and the option that waits for its value. */
function parsedWords(program: Command, words: readonly string[]): CompletionContext {
  let command = program;
  const given: string[] = [];
  let option: Option | null = null;
  for (const word of words) {
    if (option !== null) option = null;
    else if (word.startsWith('-')) {
      const found = command.options.find((option) => option.short === word || option.long === word);
      option = found !== undefined && (found.required || found.optional) ? found : null;
    } else {
      const next = given.length === 0 ? command.commands.find((command) => command.name() === word) : undefined;
      if (next === undefined) given.push(word);
      else command = next;
    }
  }
  return { command, given, option };
}

async function candidates(
  { command, given, option }: CompletionContext,
  typed: string,
  known: CompletionSources,
): Promise<readonly string[]> {
  if (option !== null) return option.long === '--profile' ? known.profiles() : (option.argChoices ?? []);
  if (typed.startsWith('-'))
    return command.options.flatMap(({ hidden, long }) => (hidden || long == null ? [] : [long]));
  const argument =
    command.registeredArguments.at(given.length) ?? command.registeredArguments.findLast(({ variadic }) => variadic);
  const list = argument === undefined ? null : listOf(command, given);
  const commands = command.commands.map((command) => command.name()).filter((name) => name !== 'complete');
  return [
    ...(given.length === 0 ? commands : []),
    ...(argument?.argChoices ?? []),
    ...(list === null || argument?.argChoices !== undefined ? [] : (await known.namesOf(list)).filter(isNoOption)),
  ];
}

/** A row may be called `--yes`: put into the line by Tab, its name would be an option of the command. */
const isNoOption = (name: string): boolean => !name.startsWith('-');

/** Whose names a command's arguments are. */
function listOf(command: Command, given: readonly string[]): ServiceList | null {
  if (command.name() === 'ssh') return 'instances';
  if (command.name() === 'get') return serviceLists.find((list) => resources[list].words.list === given[0]) ?? null;
  return serviceLists.find((list) => resources[list].words.one === command.parent?.name()) ?? null;
}
