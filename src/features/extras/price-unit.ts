import type { Money } from '../../lib/money.ts';
import type { ConsoleState } from '../../store/state.ts';

declare module './state.ts' {
  interface KnownExtras {
    /** By type: what makes a price in cents one of an instance. */
    readonly priceUnits?: ReadonlyMap<string, number>;
  }
}

const MOST_GPUS = 16;

/**
 * What makes the price in cents equal to that of an instance: 1, or the GPUs of the instance; null when it is neither.
 * `auctions.ts` has prices of instances.
 */
export function unitBetween(cents: Money | null, ofInstance: Money | null): number | null {
  if (cents === null || ofInstance === null || cents.sign !== ofInstance.sign || cents.micros <= 0n) return null;
  if (ofInstance.micros % cents.micros !== 0n) return null;
  const times = Number(ofInstance.micros / cents.micros);
  return times >= 1 && times <= MOST_GPUS ? times : null;
}

/** A price moves: only one asked for so soon after the auctions can be compared. In milliseconds. */
const BESIDE_MS = 3000;

/** Whether the unit of a type is known, or an answer to a request now would show it. */
export const canCompare = (state: Pick<ConsoleState, 'extras' | 'now'>, types: readonly string[]): boolean =>
  state.now - (state.extras?.auctions?.readAt ?? Number.NEGATIVE_INFINITY) <= BESIDE_MS ||
  types.every((type) => unitOf(state, type) !== null);

/** Null while nothing shows it. */
export const unitOf = ({ extras }: Pick<ConsoleState, 'extras'>, type: string): number | null =>
  extras?.priceUnits?.get(type) ?? null;

/** With what was compared of a type; a missing comparison changes nothing. */
export function withUnit(state: ConsoleState, type: string, unit: number | null): ConsoleState {
  if (unit === null || unitOf(state, type) === unit) return state;
  const priceUnits = new Map(state.extras?.priceUnits).set(type, unit);
  return { ...state, extras: { ...state.extras, priceUnits } };
}
