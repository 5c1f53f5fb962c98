import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/duration.ts';
import { connectionOf } from '../../../src/store/header.ts';
import type { ConsoleState } from '../../../src/store/state.ts';

/** What the console says against what is true; each is the largest difference, in milliseconds, 0 without one. */
export type Claims = {
  /** How much younger a row in view was said to be than its newest delivered answer. */
  rowTooYoung: number;
  /** How long before the time of which a row was said to be it had changed without that change being shown. */
  changeMissed: number;
  /** How much younger the header said the rows in view to be than the oldest live one of them, as far as its text goes. */
  headerTooYoung: number;
  /** The same for the rest, the oldest row of both lists; without a word on it, it is as young as what may go without one. */
  restTooYoung: number;
  /** Age of the oldest live row in view of which neither the header nor the row itself said that it is old. */
  unsaid: number;
};

export const NO_CLAIMS: Claims = { rowTooYoung: 0, changeMissed: 0, headerTooYoung: 0, restTooYoung: 0, unsaid: 0 };

/** Age of the rest that goes without saying, in milliseconds. */
const UNSAID_REST_MS = 15_000;

/** What the header says of ages. */
export type HeaderClaim = {
  readonly isStale: boolean;
  /** Ages that the rows in view and the rest have not reached, in milliseconds; null when it says nothing of them. */
  readonly inView: number | null;
  readonly rest: number | null;
};

/** Reads the header as the operator does. */
export function headerClaim(state: ConsoleState): HeaderClaim {
  const { text, tone } = connectionOf(state);
  const inView = ageAfter('live|stale', text);
  const rest = ageAfter('others', text);
  return {
    isStale: tone === 'bad' || /\bstale\b/.test(text),
    inView,
    rest: rest ?? (inView === null ? null : Math.max(inView, UNSAID_REST_MS)),
  };
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** The age after a word as one that is not reached: seconds are rounded up, longer ages down. */
function ageAfter(word: string, text: string): number | null {
  const [, count, unit] = new RegExp(`\\b(?:${word}) (\\d+)([smhd])\\b`).exec(text) ?? [];
  const ms = UNITS[unit ?? ''];
  return count === undefined || ms === undefined ? null : (Number(count) + (unit === 's' ? 0 : 1)) * ms;
}
