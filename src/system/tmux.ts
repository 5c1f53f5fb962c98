import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describeError } from '../lib/os-error.ts';
import { printableLine } from '../lib/sanitize.ts';

const execute = promisify(execFile);

/** A longer window name is cut: the status line has room for no more. */
const LONGEST_NAME = 60;
const LONGEST_REASON = 200;

/** A program to run in a new tmux pane: a window of its own with a name, or a split of the current window. */
export type NewPane = {
  readonly position: { readonly kind: 'window'; readonly name: string } | { readonly kind: 'split' };
  readonly program: string;
  readonly args: readonly string[];
  /** Variables beside those of the tmux server. tmux keeps them, and shows them in its arguments: no secret belongs here. */
  readonly environment: Readonly<Record<string, string>>;
};

/**
 * A text as a window name that tmux neither expands nor takes for an option, a target or a second command:
 * letters, digits, `.`, `_` and `-`. tmux expands formats in names, and `#(…)` there runs a shell.
 */
export function tmuxName(text: string): string {
  const name = text.slice(0, LONGEST_NAME).replace(/[^A-Za-z0-9._-]+/g, '-');
  return name.replace(/^[-.]+|-+$/g, '') || 'spotdeck';
}

/** tmux takes a `;` at the end of any argument for the end of the command, unless a backslash stands before it. */
function argument(text: string): string {
  return text.endsWith(';') ? `${text.slice(0, -1)}\\;` : text;
}

/** The arguments of `tmux` for commands that it carries out one after the other. */
export function tmuxArguments(commands: readonly (readonly string[])[]): readonly string[] {
  return commands.flatMap((words, at) => [...(at === 0 ? [] : [';']), ...words.map(argument)]);
}

/** The tmux command that opens a pane and prints its identifier. */
export function openingPane({ position, program, args, environment }: NewPane): readonly string[] {
  const variables = Object.entries(environment).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  return [
    ...(position.kind === 'window' ? ['new-window', '-n', tmuxName(position.name)] : ['split-window']),
    ...['-P', '-F', '#{pane_id}', ...variables, '--'],
    // A single word would be a line for a shell; several are a program and its arguments.
    ...(args.length === 0 ? ['/bin/sh', '-c', 'exec "$0"', program] : [program, ...args]),
  ];
}

/** Opens a pane of the tmux that the console runs in; answers with its identifier. @throws a sentence with what tmux said. */
export async function openPane(pane: NewPane): Promise<string> {
  const id = (await tmux(openingPane(pane))).trim();
  if (!isPane(id)) throw new Error('tmux did not name the pane that it opened');
  return id;
}

/** Goes to a pane and the window it is in. */
export async function goToPane(pane: string): Promise<void> {
  await tmux(['select-window', '-t', pane], ['select-pane', '-t', pane]);
}

/** Closes a pane, and with it what runs there. */
export async function closePane(pane: string): Promise<void> {
  await tmux(['kill-pane', '-t', pane]);
}

/** The identifiers of all panes there are. */
export async function panes(): Promise<ReadonlySet<string>> {
  return new Set((await tmux(['list-panes', '-a', '-F', '#{pane_id}'])).split('\n').filter(isPane));
}

const isPane = (id: string): boolean => /^%\d+$/.test(id);

async function tmux(...commands: readonly (readonly string[])[]): Promise<string> {
  try {
    return (await execute('tmux', tmuxArguments(commands))).stdout;
  } catch (error) {
    throw new Error(whatTmuxSaid(error));
  }
}

/** The last line that tmux printed; an error of Node's would repeat every argument. */
function whatTmuxSaid(error: unknown): string {
  const printed = error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : '';
  const line = printed.trim().split('\n').at(-1) ?? '';
  return line === '' ? describeError(error) : `tmux says: ${printableLine(line).slice(0, LONGEST_REASON)}`;
}
