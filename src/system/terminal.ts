import type { Colours } from '../store/theme-names.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether the process has a terminal for the console. */
export function hasTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** The colours of the terminal; any value of NO_COLOR means none. */
export function coloursOf(environment: Environment): Colours {
  const term = environment['TERM'] ?? '';
  if ((environment['NO_COLOR'] ?? '') !== '' || term === 'dumb') return 'none';
  return term.includes('256') || (environment['COLORTERM'] ?? '') !== '' ? '256' : '16';
}
