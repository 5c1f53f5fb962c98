import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/duration.ts';
import { formatMoneyGrouped } from '../../../lib/money.ts';
import type { LimitPrice } from '../../money/bid-record.ts';
import type { Selection } from './rule.ts';

/** Formats a time of a rule exactly, as the config file has it: `90s`, `10m`, `2h`, `1d`. */
export function timeText(ms: number): string {
  for (const [unit, length] of [
    ['d', DAY_MS],
    ['h', HOUR_MS],
    ['m', MINUTE_MS],
  ] as const)
    if (ms % length === 0) return `${ms / length}${unit}`;
  return `${ms / 1000}s`;
}

/** The bids of a rule in words. */
export const selectedText = ({ kind, text }: Selection): string =>
  kind === 'set' ? `the pause set ${text}` : `filter ${text}`;

/** Formats a limit price. */
export const priceText = ({ sign, micros }: LimitPrice): string => formatMoneyGrouped({ sign, micros, text: '' });
