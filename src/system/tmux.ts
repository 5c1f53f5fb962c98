import { describeError } from '../lib/os-error.ts';
import { printableLine } from '../lib/sanitize.ts';
import { type ProgramKind, variablesPassed } from './program-environment.ts';
import { answerOf, type ProgramAnswer } from './start-program.ts';
import type { Environment } from './terminal.ts';

/** Longest window name, in characters, for tmux's status line. */
const LONGEST_NAME = 60;
const LONGEST_REASON = 200;

/** Program for a new tmux pane: a named window, or a split of the current one. */
export type NewPane = {
  readonly position: { readonly kind: 'window'; readonly name: string } | { readonly kind: 'split' };
  readonly program: string;
  readonly args: readonly string[];
  readonly kind: ProgramKind;
  /** Variables of its own. tmux stores them and shows them in its arguments: never a secret. */
  readonly values: Environment;
};

/**
 * Converts a text to a window name that tmux neither expands nor reads as an option, a target or a second command:
 * letters, digits, `.`, `_` and `-`. tmux expands formats in names, and `#(…)` there runs a shell.
 */
export function tmuxName(text: string): string {
  const name = text.slice(0, LONGEST_NAME).replace(/[^A-Za-z0-9._-]+/g, '-');
  return name.replace(/^[-.]+|-+$/g, '') || 'spotdeck';
}

/** Escapes a `;` at the end of an argument, which tmux would read as the end of the command. */
function argument(text: string): string {
  return text.endsWith(';') ? `${text.slice(0, -1)}\\;` : text;
}

/** The arguments of `tmux` for commands that it runs in order. */
export function tmuxArguments(commands: readonly (readonly string[])[]): readonly string[] {
  return commands.flatMap((words, at) => [...(at === 0 ? [] : [';']), ...words.map(argument)]);
}

/**
 * The tmux command that opens a pane and prints its identifier. `known` are the variables that tmux gives to each pane: those that the
 * program does not get are removed by their names, as their values would be shown in the arguments.
 */
export function openingPane(
  { position, program, args, kind, values }: NewPane,
  known: readonly string[] = [],
): readonly string[] {
  const variables = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : ['-e', `${name}=${value}`],
  );
  const passed = new Set([...variablesPassed(kind), ...Object.keys(values)]);
  const removed = [...new Set(known)].filter((name) => !passed.has(name)).flatMap((name) => ['-u', name]);
  return [
    ...(position.kind === 'window' ? ['new-window', '-n', tmuxName(position.name)] : ['split-window']),
    ...['-P', '-F', '#{pane_id}', ...variables, '--'],
    ...(removed.length === 0 ? [] : ['env', ...removed]),
    // tmux gives a single word to a shell, and env takes a word with "=" for a variable.
    ...(args.length === 0 || program.includes('=') ? ['/bin/sh', '-c', 'exec "$0" "$@"'] : []),
    program,
    ...args,
  ];
}

/** The names of the variables that tmux gives to new panes, from `show-environment -s`. */
export const variablesIn = (shown: string): readonly string[] =>
  [...shown.matchAll(/"; export ([^;\s"=]+);$/gm)].flatMap(([, name = '']) => name);

/** Opens a pane in the operator's tmux. Returns its identifier. @throws a sentence with tmux's message. */
export async function openPane(pane: NewPane): Promise<string> {
  const known = variablesIn(await tmux(['show-environment', '-gs'], ['show-environment', '-s']));
  const id = (await tmux(openingPane(pane, known))).trim();
  if (!isPane(id)) throw new Error('tmux did not name the pane that it opened');
  return id;
}

/** Selects a pane and its window. */
export async function goToPane(pane: string): Promise<void> {
  await tmux(['select-window', '-t', pane], ['select-pane', '-t', pane]);
}

/** Closes a pane and ends its program. */
export async function closePane(pane: string): Promise<void> {
  await tmux(['kill-pane', '-t', pane]);
}

/** The identifiers of all panes. */
export async function panes(): Promise<ReadonlySet<string>> {
  return new Set((await tmux(['list-panes', '-a', '-F', '#{pane_id}'])).split('\n').filter(isPane));
}

const isPane = (id: string): boolean => /^%\d+$/.test(id);

async function tmux(...commands: readonly (readonly string[])[]): Promise<string> {
  const answer = await answerOf('tmux', tmuxArguments(commands)).catch((error: unknown) => {
    // Node's own error would repeat every argument.
    throw new Error(describeError(error));
  });
  if (answer.code !== 0) throw new Error(tmuxMessage(answer));
  return answer.stdout;
}

/** The last line that tmux printed. */
function tmuxMessage({ code, stderr }: ProgramAnswer): string {
  const line = stderr.trim().split('\n').at(-1) ?? '';
  if (line !== '') return `tmux says: ${printableLine(line).slice(0, LONGEST_REASON)}`;
  return code === null ? 'tmux did not answer' : `tmux ended with code ${code}`;
}
