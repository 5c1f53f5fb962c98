import { describeError } from '../lib/os-error.ts';
import { printableLine } from '../lib/sanitize.ts';
import { type ProgramKind, variablesPassed } from './program-environment.ts';
import { answerOf, type ProgramAnswer } from './programs.ts';
import type { Environment } from './terminal.ts';

/** Room in tmux's status line, in characters. */
const LONGEST_NAME = 60;
const LONGEST_REASON = 200;

export type NewPane = {
  readonly position: { readonly kind: 'window'; readonly name: string } | { readonly kind: 'split' };
  readonly program: string;
  readonly args: readonly string[];
  readonly kind: ProgramKind;
  /** tmux keeps and shows these: never a secret. */
  readonly values: Environment;
};

/** A window name without tmux's syntax: tmux expands formats in names, and `#(…)` there runs a shell. */
export function tmuxName(text: string): string {
  const name = text.slice(0, LONGEST_NAME).replace(/[^A-Za-z0-9._-]+/g, '-');
  return name.replace(/^[-.]+|-+$/g, '') || 'spotdeck';
}

/** tmux would read a final `;` as the end of the command. */
function argument(text: string): string {
  return text.endsWith(';') ? `${text.slice(0, -1)}\\;` : text;
}

export function tmuxArguments(commands: readonly (readonly string[])[]): readonly string[] {
  return commands.flatMap((words, at) => [...(at === 0 ? [] : [';']), ...words.map(argument)]);
}

/**
 * tmux gives `known` variables to each pane: unwanted ones are removed by name, so that arguments don't show values.
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

export const variablesIn = (shown: string): readonly string[] =>
  [...shown.matchAll(/"; export ([^;\s"=]+);$/gm)].flatMap(([, name = '']) => name);

/** Returns its identifier. @throws a sentence with tmux's message. */
export async function openPane(pane: NewPane): Promise<string> {
  const known = variablesIn(await tmux(['show-environment', '-gs'], ['show-environment', '-s']));
  const id = (await tmux(openingPane(pane, known))).trim();
  if (!isPane(id)) throw new Error('tmux did not name the pane that it opened');
  return id;
}

export async function goToPane(pane: string): Promise<void> {
  await tmux(['select-window', '-t', pane], ['select-pane', '-t', pane]);
}

export async function closePane(pane: string): Promise<void> {
  await tmux(['kill-pane', '-t', pane]);
}

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

function tmuxMessage({ code, stderr }: ProgramAnswer): string {
  const line = stderr.trim().split('\n').at(-1) ?? '';
  if (line !== '') return `tmux says: ${printableLine(line).slice(0, LONGEST_REASON)}`;
  return code === null ? 'tmux did not answer' : `tmux ended with code ${code}`;
}
