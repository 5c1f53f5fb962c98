// lib: pure helpers that know nothing of the market: clock, money, durations, text widths, sanitising.

const MICROS = 1_000_000n;
const DIGITS = 6;

/** In millionths; `sign` may be empty; `text` is as written. */
export type Money = { readonly sign: string; readonly micros: bigint; readonly text: string };

/** A line of blanks could keep the regular expression busy for minutes. */
const LONGEST = 64;

/** A currency is one to four letters and signs, without digits of other scripts, `%` and `~`. */
const GRAMMAR =
  /^(-?)\s*([\p{L}\p{M}\p{Sc}\p{So}]{1,4})?\s*(-?)(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})?(?:\.(\d{0,15}))?\s*([\p{L}\p{M}\p{Sc}\p{So}]{1,4})?$/u;

export const DEFAULT_SIGN = '$';

/** Reads `2`, `$2.50`, `2.50 USD` or `$1,024.00`. The grammar is not shown (section 2.2). */
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

/** In dollars without a sign. */
export function parsePrice(text: string): Money | null {
  const money = parseMoney(text);
  return money === null || money.sign !== '' ? money : { ...money, sign: DEFAULT_SIGN };
}

/** A price in the service's text; null if negative or with more than one sign. */
export function parseServicePrice(text: string): Money | null {
  const money = parsePrice(text);
  return money === null || money.micros < 0n || /\p{Sc}.*\p{Sc}/u.test(money.sign) ? null : money;
}

/** Class Sc, or a code as in ISO 4217. */
export const isCurrency = (sign: string): boolean => /^(?:\p{Sc}|[A-Z]{3})$/u.test(sign);

/** `isKnown` judges currencies of more than one sign. */
export function parseTypedPrice(text: string, isKnown: (sign: string) => boolean): Money | null {
  const money = parsePrice(text);
  return money === null || /^\p{Sc}$/u.test(money.sign) || isKnown(money.sign) ? money : null;
}

export function isSameMoney(a: Money, b: Money): boolean {
  return a.sign === b.sign && a.micros === b.micros;
}

/** `2.50`, as programs read it. */
export const amountText = ({ micros }: Pick<Money, 'micros'>): string => writeAmount('', micros, '');

export function formatMoney(money: Money): string {
  return writeAmount(money.sign, money.micros, '');
}

/** `$1,024.00`, for display only. */
export function formatMoneyGrouped(money: Money): string {
  return writeAmount(money.sign, money.micros, ',');
}

/** `$1,024` for `$1023.10`. */
export const formatRoundedUp = ({ sign, micros }: Pick<Money, 'sign' | 'micros'>): string =>
  formatWhole(sign, micros / MICROS + (micros > 0n && micros % MICROS > 0n ? 1n : 0n));

/** `$1,023` for `$1023.10`. */
export const formatRoundedDown = ({ sign, micros }: Pick<Money, 'sign' | 'micros'>): string =>
  formatWhole(sign, micros / MICROS);

const formatWhole = (sign: string, whole: bigint): string => writeAmount(sign, whole * MICROS, ',').replace('.00', '');

const CENT = MICROS / 100n;

export function upToCents({ sign, micros }: Pick<Money, 'sign' | 'micros'>): Money {
  return moneyOfMicros(sign, ((micros + CENT - 1n) / CENT) * CENT);
}

export function downToCents({ sign, micros }: Pick<Money, 'sign' | 'micros'>): Money {
  return moneyOfMicros(sign, (micros / CENT) * CENT);
}

/** Not of a bound: half a cent and more is one. */
export function toNearestCent({ sign, micros }: Pick<Money, 'sign' | 'micros'>): Money {
  return moneyOfMicros(sign, ((micros + CENT / 2n) / CENT) * CENT);
}

function writeAmount(sign: string, micros: bigint, comma: string): string {
  const [wholes, rest] = parted(micros < 0n ? -micros : micros);
  const whole = comma === '' ? wholes : inThousands(wholes);
  const fraction = rest.padStart(DIGITS, '0').replace(/0+$/, '').padEnd(2, '0');
  const amount = `${micros < 0n ? '-' : ''}${sign.length > 1 ? '' : sign}${whole}.${fraction}`;
  return sign.length > 1 ? `${amount} ${sign}` : amount;
}

/** Plain numbers are faster where exact. */
function parted(size: bigint): readonly [string, string] {
  if (size > Number.MAX_SAFE_INTEGER) return [String(size / MICROS), String(size % MICROS)];
  const exact = Number(size);
  const rest = exact % Number(MICROS);
  return [String((exact - rest) / Number(MICROS)), String(rest)];
}

/** An infinite count or NaN counts as zero. */
export function timesMoney(money: Money, count: number): Money {
  return moneyOfMicros(money.sign, money.micros * BigInt(Number.isFinite(count) ? Math.trunc(count) : 0));
}

export function compareMoney(a: Money, b: Money): number {
  if (a.sign !== b.sign) return a.sign < b.sign ? -1 : 1;
  return a.micros < b.micros ? -1 : a.micros > b.micros ? 1 : 0;
}

export function moneyOfMicros(sign: string, micros: bigint): Money {
  return { sign, micros, text: writeAmount(sign, micros, '') };
}

/** JavaScript's own formatter takes 10 ms at first. */
export const inThousands = (whole: number | string): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
