// lib: pure helpers that know nothing of the market: clock, money, durations, text widths, sanitising.

/** Units per whole of a currency: prices are exact to a millionth. */
const MICROS = 1_000_000n;
const DIGITS = 6;

/**
 * An exact amount of one currency. `micros` are millionths; `sign` is the currency's sign or code
 * as written (`$`, `€`, `USD`), empty when there was none; `text` is the original text.
 */
export type Money = { readonly sign: string; readonly micros: bigint; readonly text: string };

/** Longest price, in characters; without a limit a line of blanks from a service could keep the regular expression busy for minutes. */
const LONGEST = 64;

/** Grammar of a price. Its currency is one to four letters and signs: a digit of another script, `%` or `~` is none. */
const GRAMMAR =
  /^(-?)\s*([\p{L}\p{M}\p{Sc}\p{So}]{1,4})?\s*(-?)(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})?(?:\.(\d{0,15}))?\s*([\p{L}\p{M}\p{Sc}\p{So}]{1,4})?$/u;

/** Currency of a price or budget without a sign. */
export const DEFAULT_SIGN = '$';

/**
 * Parses `2`, `2.5`, `$2.50`, `2.50 USD` or `$1,024.00` exactly. The full grammar of a price is not shown (section
 * 2.2), so parsing is lenient: null for anything that is not one amount or is finer than a millionth.
 */
export function parseMoney(text: string): Money | null {
  const match = text.length > LONGEST ? null : GRAMMAR.exec(text.trim());
  if (match === null) return null;
  const [, outer = '', before = '', inner = '', whole, fraction = '', after = ''] = match;
  if (whole === undefined && fraction === '') return null;
  if (outer !== '' && inner !== '') return null;
  if (before !== '' && after !== '') return null;
  const exact = fraction.replace(/0+$/, '');
  if (exact.length > DIGITS) return null;
  const micros = BigInt((whole ?? '0').replaceAll(',', '')) * MICROS + BigInt(exact.padEnd(DIGITS, '0'));
  const negative = outer !== '' || inner !== '';
  return { sign: before === '' ? after : before, micros: negative ? -micros : micros, text };
}

/** Parses a price, a budget or another amount that always has a currency: as `parseMoney`, in dollars without a sign. */
export function parsePrice(text: string): Money | null {
  const money = parseMoney(text);
  return money === null || money.sign !== '' ? money : { ...money, sign: DEFAULT_SIGN };
}

/**
 * Parses a price that a service has written: as `parsePrice`, but nobody pays a negative price, and two signs such as `$$` are no currency.
 */
export function parseServicePrice(text: string): Money | null {
  const money = parsePrice(text);
  return money === null || money.micros < 0n || /\p{Sc}.*\p{Sc}/u.test(money.sign) ? null : money;
}

/** Whether a sign is a currency of any service: a sign of Unicode class Sc, or three capitals as in ISO 4217. */
export const isCurrency = (sign: string): boolean => /^(?:\p{Sc}|[A-Z]{3})$/u.test(sign);

/**
 * Parses a price that somebody has typed: as `parsePrice`, in dollars without a sign, but other letters and signs than those of a currency
 * are no price. `isKnown` judges what is not one sign of Unicode class Sc, such as a code.
 */
export function parseTypedPrice(text: string, isKnown: (sign: string) => boolean): Money | null {
  const money = parsePrice(text);
  return money === null || /^\p{Sc}$/u.test(money.sign) || isKnown(money.sign) ? money : null;
}

/** Whether two amounts are equal, however they are written. */
export function isSameMoney(a: Money, b: Money): boolean {
  return a.sign === b.sign && a.micros === b.micros;
}

/** An amount without its currency, as programs read it: `2.50`. */
export const amountText = ({ micros }: Pick<Money, 'micros'>): string => writeAmount('', micros, '');

/** Formats an amount as `$2.50`: at least two decimals, more when needed. An amount without a sign gets none. */
export function formatMoney(money: Money): string {
  return writeAmount(money.sign, money.micros, '');
}

/** Formats as `formatMoney`, with commas between thousands, for display only: `$1,024.00`. */
export function formatMoneyGrouped(money: Money): string {
  return writeAmount(money.sign, money.micros, ',');
}

/** Formats an upper bound in whole units, rounded up, with commas between thousands: `$1,024` for `$1023.10`. */
export const formatRoundedUp = ({ sign, micros }: Pick<Money, 'sign' | 'micros'>): string =>
  formatWhole(sign, micros / MICROS + (micros > 0n && micros % MICROS > 0n ? 1n : 0n));

/** Formats a lower bound in whole units, rounded down: `$1,023` for `$1023.10`. */
export const formatRoundedDown = ({ sign, micros }: Pick<Money, 'sign' | 'micros'>): string =>
  formatWhole(sign, micros / MICROS);

const formatWhole = (sign: string, whole: bigint): string => writeAmount(sign, whole * MICROS, ',').replace('.00', '');

const CENT = MICROS / 100n;

/** An amount rounded up to whole cents, for what is an upper bound anyway. */
export function upToCents({ sign, micros }: Pick<Money, 'sign' | 'micros'>): Money {
  return moneyOfMicros(sign, ((micros + CENT - 1n) / CENT) * CENT);
}

/** An amount rounded down to whole cents, for what is a lower bound. */
export function downToCents({ sign, micros }: Pick<Money, 'sign' | 'micros'>): Money {
  return moneyOfMicros(sign, (micros / CENT) * CENT);
}

function writeAmount(sign: string, micros: bigint, comma: string): string {
  const [wholes, rest] = parted(micros < 0n ? -micros : micros);
  const whole = comma === '' ? wholes : inThousands(wholes);
  const fraction = rest.padStart(DIGITS, '0').replace(/0+$/, '').padEnd(2, '0');
  const amount = `${micros < 0n ? '-' : ''}${sign.length > 1 ? '' : sign}${whole}.${fraction}`;
  return sign.length > 1 ? `${amount} ${sign}` : amount;
}

/** Whole units and millionths. Uses plain numbers where they are exact, because thousands of prices are formatted. */
function parted(size: bigint): readonly [string, string] {
  if (size > Number.MAX_SAFE_INTEGER) return [String(size / MICROS), String(size % MICROS)];
  const exact = Number(size);
  const rest = exact % Number(MICROS);
  return [String((exact - rest) / Number(MICROS)), String(rest)];
}

/** The amount for `count` units at this price; `text` is the formatted product. A count that is not a number counts as zero. */
export function timesMoney(money: Money, count: number): Money {
  return moneyOfMicros(money.sign, money.micros * BigInt(Number.isFinite(count) ? Math.trunc(count) : 0));
}

/** Orders amounts of the same currency by size, others by their sign, so that sorting is stable across currencies. */
export function compareMoney(a: Money, b: Money): number {
  if (a.sign !== b.sign) return a.sign < b.sign ? -1 : 1;
  return a.micros < b.micros ? -1 : a.micros > b.micros ? 1 : 0;
}

/** An amount with its text. */
export function moneyOfMicros(sign: string, micros: bigint): Money {
  return { sign, micros, text: writeAmount(sign, micros, '') };
}

/** A whole number with commas between its thousands. JavaScript's own formatter takes 10 ms for its first number. */
export const inThousands = (whole: number | string): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
