import type { Colours } from '../store/defaults.ts';
import { CommandFailure, EXIT } from './exit.ts';
import { system } from './system.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Why the console can't be shown, as the beginning of a sentence; null if it can. */
export function whyNoScreen(): string | null {
  if (system().input.isTTY !== true || system().output.isTTY !== true) return 'The console needs a terminal';
  return system().environment['TERM'] === 'dumb'
    ? 'The console needs a terminal that can do more than TERM=dumb'
    : null;
}

export const hasTerminal = (): boolean => whyNoScreen() === null;

/** @throws {CommandFailure} for a terminal without any room. */
export function requireRoom(): void {
  const { columns, rows } = system().output;
  if (columns === 0 || rows === 0)
    throw new CommandFailure(
      EXIT.usage,
      `The terminal says that it has ${columns} columns and ${rows} rows, so nothing can be shown.`,
      'Tell it its size, such as with: stty cols 120 rows 40',
    );
}

/** Whether the locale excludes UTF-8. */
export function isPlainLocale(environment: Environment): boolean {
  const locale = environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || '';
  return locale !== '' && !/utf-?8/i.test(locale);
}

/** Any value of NO_COLOR means none. */
export function coloursOf(environment: Environment): Colours {
  const term = environment['TERM'] ?? '';
  if ((environment['NO_COLOR'] ?? '') !== '' || term === 'dumb') return 'none';
  return term.includes('256') || (environment['COLORTERM'] ?? '') !== '' ? '256' : '16';
}
