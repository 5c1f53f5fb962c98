import type { Argument, Command, Option } from 'commander';
import type { ServiceList } from '../contract/lists.ts';
import type { CommandWords } from './words-of-resources.ts';

type CompletionSources = {
  readonly words: CommandWords;
  readonly namesOf: (list: ServiceList) => Promise<readonly string[]>;
  readonly profiles: () => Promise<readonly string[]>;
  /** For commands of features. */
  readonly namesAfter: Readonly<Record<string, readonly ServiceList[]>>;
};

/** Completes the last word after `spotdeck`: commands, options, choices, or names of rows. */
export async function completions(
  program: Command,
  words: readonly string[],
  sources: CompletionSources,
): Promise<readonly string[]> {
  const typed = words.at(-1) ?? '';
  const { command, args, option } = parsedWords(program, words.slice(0, -1));
  const all = await candidates({ command, args, option }, typed, sources);
  return [...new Set(all)].filter((word) => word.startsWith(typed));
}

/** The command, its arguments, and the option still without its value. */
function parsedWords(program: Command, words: readonly string[]) {
  let command = program;
  const args: string[] = [];
  let option: Option | null = null;
  for (const word of words) {
    const isOption = word.startsWith('-');
    if (option?.variadic === true && !isOption) continue;
    if (option !== null && !option.variadic) option = null;
    else if (isOption) {
      const found = command.options.find((option) => option.short === word || option.long === word);
      option = found !== undefined && (found.required || found.optional) ? found : null;
    } else {
      const next = args.length === 0 ? command.commands.find((command) => command.name() === word) : undefined;
      if (next === undefined) args.push(word);
      else command = next;
    }
  }
  return { command, args, option };
}

async function candidates(
  { command, args, option }: ReturnType<typeof parsedWords>,
  typed: string,
  sources: CompletionSources,
): Promise<readonly string[]> {
  // After one value of a variadic option another option may follow.
  if (option !== null && !(option.variadic && typed.startsWith('-'))) return valuesOf(command, option, sources);
  if (typed.startsWith('-'))
    return command.options.flatMap(({ hidden, long }) => (hidden || long == null ? [] : [long]));
  const argument =
    command.registeredArguments.at(args.length) ?? command.registeredArguments.findLast(({ variadic }) => variadic);
  const lists = argument === undefined || isCompletedElse(argument) ? [] : listsOf(command, args, sources);
  const names = await Promise.all(lists.map((list) => sources.namesOf(list)));
  const commands = command.commands.map((command) => command.name()).filter((name) => name !== 'complete');
  return [...(args.length === 0 ? commands : []), ...(argument?.argChoices ?? []), ...names.flat().filter(isNoOption)];
}

/** Files are completed by the shell. */
const isCompletedElse = (argument: Argument): boolean =>
  argument.argChoices !== undefined || argument.name() === 'file';

async function valuesOf(command: Command, option: Option, sources: CompletionSources): Promise<readonly string[]> {
  if (option.long === '--profile') return sources.profiles();
  if (command.name() !== 'get') return option.argChoices ?? [];
  if (option.long === '--bid') return (await sources.namesOf('bids')).filter(isNoOption);
  return option.argChoices ?? hintsFor(option, sources.words);
}

const hintsFor = ({ flags }: Option, { listOptions }: CommandWords): readonly string[] =>
  listOptions.find((option) => option.flags === flags)?.hints ?? [];

/** A row named `--yes`, completed by Tab, would be an option. */
const isNoOption = (name: string): boolean => !name.startsWith('-');

/** The lists whose rows a command takes. */
function listsOf(command: Command, args: readonly string[], sources: CompletionSources): readonly ServiceList[] {
  const named = sources.namesAfter[command.name()];
  if (named !== undefined) return named;
  const { lists } = sources.words;
  const meant =
    command.name() === 'get'
      ? lists.filter(({ several }) => several === args[0])
      : lists.filter(({ one }) => one === command.parent?.name());
  return meant.map(({ name }) => name);
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Scripts for shells: they run `spotdeck complete`. */
export const COMPLETION: { readonly [Name in Shell]: string } = {
  bash: `# eval "$(spotdeck completion bash)"
_spotdeck() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$(printf '%q' "$word")"); done < <(spotdeck complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _spotdeck spotdeck
`,
  zsh: `#compdef spotdeck
# eval "$(spotdeck completion zsh)"
_spotdeck() {
  local -a found
  found=("\${(@f)$(spotdeck complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then compadd -a found; else _files; fi
}
compdef _spotdeck spotdeck
`,
  fish: `# spotdeck completion fish | source
function __spotdeck_complete
  set -l words (commandline -opc)
  set -l found (spotdeck complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
  if test -n "$found"; printf '%s\\n' $found; else; __fish_complete_path (commandline -ct); end
end
complete -c spotdeck -f -a '(__spotdeck_complete)'
`,
};
