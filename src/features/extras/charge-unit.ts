import { type Money, timesMoney } from '../../lib/money.ts';

/** What a charge in cents is the price of, for an hour. */
export type HourUnit = 'instance' | 'gpu';

/** A charge that goes on, with the price of its type now, and the limit price of its bid. */
export type OpenCharge = {
  readonly cents: Money;
  readonly type: string | null;
  /** Of an instance; null while unknown. */
  readonly price: Money | null;
  /** Null for a bid that is not allocated. */
  readonly limit: Money | null;
};

export type Judged =
  | { readonly kind: 'unit'; readonly unit: HourUnit }
  | { readonly kind: 'not-known' }
  | { readonly kind: 'contradiction'; readonly why: string };

const CENT = 10_000n;

/** `8xh100` has eight; null for a name that does not say. */
export function gpusOf(type: string | null): number | null {
  const count = /^(\d{1,2})x/i.exec(type ?? '')?.[1];
  return count === undefined || Number(count) === 0 ? null : Number(count);
}

/** Which unit charges have: that of the price now, else the only one that is not above a limit price. */
export function unitOfCharges(open: readonly OpenCharge[], known: HourUnit | null): Judged {
  const shown = new Set(open.flatMap((one) => unitOfCharge(one) ?? []));
  if (known !== null) shown.add(known);
  if (shown.size > 1) return { kind: 'contradiction', why: 'some charges are per instance and some per GPU' };
  const possible = (['instance', 'gpu'] as const).filter((unit) => open.every((one) => !isAboveLimit(one, unit)));
  if (possible.length === 0) return ABOVE;
  const [unit = null] = shown;
  if (unit !== null) return possible.includes(unit) ? { kind: 'unit', unit } : ABOVE;
  const isSame = open.length > 0 && open.every(({ type }) => gpusOf(type) === 1);
  const [only, other] = possible;
  return only !== undefined && (other === undefined || isSame) ? { kind: 'unit', unit: only } : { kind: 'not-known' };
}

const ABOVE: Judged = { kind: 'contradiction', why: 'a charge is above the limit price of its bid' };

/** Null when the price is not known, or moved on, or an instance has one GPU. */
function unitOfCharge({ cents, type, price }: OpenCharge): HourUnit | null {
  const gpus = gpusOf(type);
  if (price === null || price.sign !== cents.sign || gpus === 1) return null;
  const differs = (count: number): bigint => cents.micros * BigInt(count) - price.micros;
  if (differs(1) >= 0n && differs(1) < CENT) return 'instance';
  return gpus !== null && differs(gpus) >= 0n && differs(gpus) < CENT * BigInt(gpus) ? 'gpu' : null;
}

/** The charge for an instance; null when its GPUs are not known. */
export function ofInstance(cents: Money, type: string | null, unit: HourUnit): Money | null {
  const count = unit === 'instance' ? 1 : gpusOf(type);
  return count === null ? null : timesMoney(cents, count);
}

/** By a cent or more: a service may round up. */
function isAboveLimit({ cents, type, limit }: OpenCharge, unit: HourUnit): boolean {
  const charge = ofInstance(cents, type, unit);
  return limit !== null && charge !== null && (limit.sign !== charge.sign || charge.micros - limit.micros >= CENT);
}
