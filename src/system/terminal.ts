import type { Colours } from '../dialogs/theme.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether the process has a terminal to show the console on. */
export function hasTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** How many colours the terminal has; NO_COLOR, when it is set to anything, means none. */
export function coloursOf(environment: Environment): Colours {
  const term = environment['TERM'] ?? '';
  if ((environment['NO_COLOR'] ?? '') !== '' || term === 'dumb') return 'none';
  return term.includes('256') || (environment['COLORTERM'] ?? '') !== '' ? '256' : '16';
}
