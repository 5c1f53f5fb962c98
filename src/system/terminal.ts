import type { Colours } from '../store/theme-names.ts';
import { system } from './system.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether the program has a terminal for the console. */
export function hasTerminal(): boolean {
  return system().input.isTTY === true && system().output.isTTY === true;
}

/** The colours of the terminal; any value of NO_COLOR means none. */
export function coloursOf(environment: Environment): Colours {
  const term = environment['TERM'] ?? '';
  if ((environment['NO_COLOR'] ?? '') !== '' || term === 'dumb') return 'none';
  return term.includes('256') || (environment['COLORTERM'] ?? '') !== '' ? '256' : '16';
}
