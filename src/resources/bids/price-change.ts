import type { Money } from '../../lib/money.ts';
import type { Context } from '../context.ts';
import { typedPrice } from './price-field.ts';

/** A change of a limit price as typed: `2.50`, `+0.50`, `-0.50`, `+10%` or `-10%`. */
export type PriceChange =
  | { readonly kind: 'set'; readonly price: Money }
  /** The amount to add; negative to subtract. */
  | { readonly kind: 'add'; readonly amount: Money }
  /** In millionths of a percent; negative to lower. */
  | { readonly kind: 'percent'; readonly micros: bigint };

/** The price after a change, or why there is none. */
export type ChangedPrice =
  | { readonly kind: 'price'; readonly price: Money }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'other-currency' }
  /** Zero or below, which no limit price may be. */
  | { readonly kind: 'not-positive'; readonly price: Money };

/** A cent, in micros. */
const CENT = 10_000n;
/** A hundred percent, in millionths of a percent. */
const WHOLE = 100_000_000n;

const RELATIVE = /^([+-])(.*)$/s;

/** Reads a change; null for any other text. `10%` needs a sign: it could mean either direction, or a share. */
export function parsePriceChange(text: string, context: Context): PriceChange | null {
  const trimmed = text.trim();
  const [, sign, rest = ''] = RELATIVE.exec(trimmed) ?? [];
  const lowers = sign === '-';
  if (trimmed.endsWith('%')) {
    const number = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*%$/.exec(rest)?.[1];
    const percent = sign === undefined || number === undefined ? null : typedPrice(number, context);
    return percent === null ? null : { kind: 'percent', micros: lowers ? -percent.micros : percent.micros };
  }
  const amount = typedPrice(sign === undefined ? trimmed : rest, context);
  if (amount === null) return null;
  if (sign === undefined) return { kind: 'set', price: amount };
  if (amount.micros < 0n) return null;
  return { kind: 'add', amount: { ...amount, micros: lowers ? -amount.micros : amount.micros } };
}

/** Whether a text is meant as a change relative to the old price, such as `+10%`. */
export function isRelativePrice(text: string): boolean {
  return RELATIVE.test(text.trim());
}

/**
 * Applies a change to a limit price, exactly. A percentage is rounded up to the cent, or to the last decimal of a price that
 * is finer than a cent, so a price rises by at least the percentage typed and falls by at most that.
 */
export function priceAfter(change: PriceChange, old: Money): ChangedPrice {
  if (change.kind === 'set' && change.price.sign !== old.sign) return { kind: 'other-currency' };
  if (change.kind === 'add' && change.amount.sign !== old.sign) return { kind: 'other-currency' };
  const micros = microsAfter(change, old.micros);
  const price: Money = { sign: old.sign, micros, text: '' };
  if (micros <= 0n) return { kind: 'not-positive', price };
  return micros === old.micros ? { kind: 'unchanged' } : { kind: 'price', price };
}

function microsAfter(change: PriceChange, old: bigint): bigint {
  switch (change.kind) {
    case 'set':
      return change.price.micros;
    case 'add':
      return old + change.amount.micros;
    case 'percent':
      return roundedUp(old * (WHOLE + change.micros), WHOLE * unitOf(old)) * unitOf(old);
  }
}

/** A cent, or the last decimal of an amount that is finer, in micros. */
function unitOf(micros: bigint): bigint {
  let unit = CENT;
  while (micros % unit !== 0n) unit /= 10n;
  return unit;
}

/** The quotient, rounded up; the divisor is positive. */
function roundedUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend > quotient * divisor ? quotient + 1n : quotient;
}
