import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/duration.ts';
import { formatMoneyGrouped } from '../../../lib/money.ts';
import type { LimitPrice } from '../../money/bid-record.ts';

export type CommonRule = {
  readonly kind: string;
  /** Unique in a config file. */
  readonly name: string;
  /** Whether it may act in a read-only or production profile. */
  readonly allow: boolean;
  /** Per hour. */
  readonly maxWrites: number;
  /** Most per hour for all bids it makes run, at limit prices; null without such bids. */
  readonly maxCost: LimitPrice | null;
};

export type RuleLine = { readonly label: string; readonly text: string };

/** A filter of the pane of bids, or the name of a pause set. */
export type Selection = { readonly kind: 'filter' | 'set'; readonly text: string };

/** As the config file has it: `90s`, `10m`. */
export function timeText(ms: number): string {
  for (const [unit, length] of [
    ['d', DAY_MS],
    ['h', HOUR_MS],
    ['m', MINUTE_MS],
  ] as const)
    if (ms % length === 0) return `${ms / length}${unit}`;
  return `${ms / 1000}s`;
}

export const selectedText = ({ kind, text }: Selection): string =>
  kind === 'set' ? `the pause set ${text}` : `filter ${text}`;

export const priceText = ({ sign, micros }: LimitPrice): string => formatMoneyGrouped({ sign, micros, text: '' });
