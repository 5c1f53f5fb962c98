import type { Bid } from '../../contract/bid.ts';
import { formatMoney, formatMoneyGrouped, type Money } from '../../lib/money.ts';
import { counted } from '../../lib/words.ts';
import type { Context } from '../context.ts';
import { type Field, type Form, type FormResult, type Remark, textOf, type Values } from '../form.ts';
import { labelOf } from '../parts/aliases.ts';
import { isStatus, statusWord } from '../parts/status.ts';
import { checkedPlan, type PlannedChange, planFor, planRemarks, priceText, refusal } from './change-plan.ts';
import { parsePriceChange } from './price-field.ts';

/** A bid that lost instances, and a limit price that would fill it, if known. */
export type Refill = { readonly bid: Bid; readonly price: Money | null };

const presentOf = ({ bid, price }: Refill, context: Context): Refill => ({
  bid: context.rowOf('bids', bid.fid)?.row ?? bid,
  price,
});

/** A lower price would bring nothing back. */
const isAbove = (price: Money, { limit_price }: Bid): boolean => {
  const old = limit_price?.amount ?? null;
  return old !== null && old.sign === price.sign && price.micros > old.micros;
};

const textFor = ({ bid, price }: Refill): string => (price !== null && isAbove(price, bid) ? formatMoney(price) : '');

const UNKNOWN = 'not enough seen yet, so its price stays';

function whyStays({ bid, price }: Refill): string {
  if (price === null) return UNKNOWN;
  const old = bid.limit_price?.amount ?? null;
  return old?.sign === price.sign && !isAbove(price, bid)
    ? `${formatMoneyGrouped(price)} would fill it, so its price stays`
    : 'its price stays';
}

/** Nothing is typed, or a proposal no longer above the price. */
function stays(opened: Refill, values: Values, context: Context): boolean {
  const text = textOf(values, opened.bid.fid).trim();
  return text === '' || (text === textFor(opened) && textFor(presentOf(opened, context)) === '');
}

const fieldOf = (opened: Refill): Field => {
  const helpFor = (refill: Refill): string => {
    const empty = textFor(refill) === '' ? `: ${whyStays(refill)}` : '';
    return `Limit price, now ${priceText(refill.bid)}${empty}. A price, a change such as +10%, or empty to leave it.`;
  };
  return {
    id: opened.bid.fid,
    label: labelOf(opened.bid),
    help: helpFor(opened),
    helpNow: (context) => helpFor(presentOf(opened, context)),
    kind: 'line',
    path: ['limit_price', opened.bid.fid],
  };
};

/** Paused, filled and ended bids are left alone. */
const OUT = ['open', 'preempting'] as const;

/** Each bid has its own field. Null for no price. */
function plansOf(refills: readonly Refill[], values: Values, context: Context): readonly (PlannedChange | null)[] {
  return refills.map((refill) => {
    const { bid } = refill;
    const now = context.rowOf('bids', bid.fid)?.row;
    if (now === undefined) return planFor(bid, { change: null, volumes: [] }, context);
    if (!OUT.some((status) => isStatus(now.status, status)))
      return {
        kind: 'left-out',
        bid: now,
        why: `it is ${statusWord('bid', now.status) || 'filled'} now`,
        refused: true,
      };
    if (stays(refill, values, context))
      return { kind: 'left-out', bid: now, why: whyStays(presentOf(refill, context)), refused: false };
    const change = parsePriceChange(textOf(values, bid.fid), context);
    if (change === null || (change.kind === 'set' && change.price.micros <= 0n)) return null;
    return planFor(bid, { change, volumes: [] }, context);
  });
}

function check(refills: readonly Refill[], production: boolean, values: Values, context: Context): FormResult {
  const plans = plansOf(refills, values, context);
  const wrong = refills.flatMap(({ bid }, n) =>
    plans[n] === null
      ? [{ path: ['limit_price', bid.fid], message: 'Give a price above zero, or a change like +10%.' }]
      : [],
  );
  if (wrong.length > 0) return { ok: false, issues: wrong };
  const plan = plans.filter((planned) => planned !== null);
  if (plan.every(({ kind }) => kind === 'left-out') && plan.length > 0)
    return refusal([], 'No limit price would change, so there is nothing to send.');
  return checkedPlan(plan, { production }, context);
}

const MAX_NAMES = 6;

function unknownRemark(refills: readonly Refill[]): readonly Remark[] {
  const [first, ...others] = refills.map(({ bid }) => labelOf(bid));
  if (first === undefined) return [];
  if (others.length === 0) return [{ text: `${first}: ${UNKNOWN}.`, tone: 'dim' }];
  const named = [first, ...others].slice(0, MAX_NAMES).join(', ');
  const more = refills.length > MAX_NAMES ? ` and ${refills.length - MAX_NAMES} more` : '';
  return [{ text: `No suggestion for ${named}${more}: not enough seen yet, so their prices stay.`, tone: 'dim' }];
}

function remarks(refills: readonly Refill[], values: Values, context: Context): readonly Remark[] {
  const staying = refills
    .filter((refill) => stays(refill, values, context))
    .map((refill) => presentOf(refill, context));
  const [unknown, known] = [true, false].map((is) => staying.filter(({ price }) => (price === null) === is));
  return [
    ...unknownRemark(unknown ?? []),
    ...(known ?? []).map((refill): Remark => ({ text: `${labelOf(refill.bid)}: ${whyStays(refill)}.`, tone: 'dim' })),
    ...planRemarks(plansOf(refills, values, context), context),
  ];
}

/** Raises the limit price of several bids, each to its own. */
export function getBackForm(refills: readonly Refill[], { production }: { readonly production: boolean }): Form {
  return {
    id: 'get-back',
    title: `Change ${counted(refills.length, 'bid')}`,
    list: 'bids',
    // Those with a suggestion first.
    fields: refills.toSorted((a, b) => Number(a.price === null) - Number(b.price === null)).map(fieldOf),
    start: { text: Object.fromEntries(refills.map((refill) => [refill.bid.fid, textFor(refill)])), picked: {} },
    remarks: (values, context) => remarks(refills, values, context),
    check: (values, context) => check(refills, production, values, context),
  };
}
