import { issuesOf } from '../../api/field-issues.ts';
import { type Bid, bidUpdate } from '../../contract/bid.ts';
import { formatMoney, formatMoneyGrouped, type Money } from '../../lib/money.ts';
import { type Context, isInProgress } from '../context.ts';
import type { FormResult, Remark, Retype } from '../form.ts';
import { shownPrice } from '../parts/amounts.ts';
import { nameIn } from '../parts/joins.ts';
import { whyLeftAlone } from '../parts/other-project.ts';
import { isStatus } from '../parts/status.ts';
import type { Write } from '../write.ts';
import { type BidAtPrice, committedWithAll, knowsCommitted, quantityToRun } from './exposure.ts';
import { isLaunchUnread } from './launch-like.ts';
import { sharedBlockVolumes } from './launch-questions.ts';
import { type PriceChange, priceAfter } from './price-change.ts';
import { committedRemarks, lossRemarks, pausedRemarks } from './price-field.ts';
import { budgetReason, oldPriceOf, startlingReasons } from './price-guard.ts';
import { changeBid } from './writes.ts';

/** Most reasons, or names of bids, in one sentence. */
const MAX_NAMED = 3;

export const labelOf = (bid: Bid): string => bid.name || bid.fid;

/** Says that a text is neither a price nor a change of one. */
export const WRONG_PRICE = 'Give a price like 2.50, or a change like +0.50, -0.50, +10% or -10%.';

/** The limit price of a bid as sentences have it. */
export const priceText = ({ limit_price }: Bid): string => shownPrice(limit_price) ?? 'none';

/** The planned change of one bid. A null price or null volumes are left as they are. */
export type PlannedChange =
  | { readonly kind: 'change'; readonly bid: Bid; readonly price: Money | null; readonly volumes: string[] | null }
  /** Not changed: because it can't be (`refused`), or because it already has these values. */
  | { readonly kind: 'left-out'; readonly bid: Bid; readonly why: string; readonly refused: boolean }
  /** The price would be zero or below. */
  | { readonly kind: 'wrong'; readonly bid: Bid; readonly why: string };

type BidPlan = Extract<PlannedChange, { kind: 'change' }>;

/** The change requested for every bid: a null change leaves its price, an empty list its volumes. */
type BidChange = { readonly change: PriceChange | null; readonly volumes: string[] };

/** Plans the change of one bid as it is listed now. */
export function planFor(opened: Bid, { change, volumes }: BidChange, context: Context): PlannedChange {
  const bid = context.rowOf('bids', opened.fid)?.row;
  if (bid === undefined) return { kind: 'left-out', bid: opened, why: 'it is gone', refused: true };
  const refused = (why: string): PlannedChange => ({ kind: 'left-out', bid, why, refused: true });
  const foreign = whyLeftAlone(bid, context);
  if (foreign !== null) return refused(foreign);
  if (isStatus(bid.status, 'terminated')) return refused('it has ended');
  if (isInProgress(bid.fid, context)) return refused('its last change is still in progress');
  if (volumes.length > 0 && isLaunchUnread(bid)) return refused("its volumes can't be read");
  const old = bid.launch_specification?.volumes ?? [];
  const sameVolumes =
    volumes.length === 0 || (volumes.length === old.length && old.every((fid) => volumes.includes(fid)));
  const changed = { kind: 'change', bid, price: null, volumes: sameVolumes ? null : volumes } as const;
  const unchanged: PlannedChange = sameVolumes
    ? { kind: 'left-out', bid, why: change === null ? 'it has these volumes' : 'its price stays', refused: false }
    : changed;
  if (change === null) return unchanged;
  const amount = bid.limit_price?.amount ?? null;
  if (amount === null)
    return change.kind === 'set' ? { ...changed, price: change.price } : refused("its price can't be read");
  const after = priceAfter(change, amount);
  switch (after.kind) {
    case 'price':
      return { ...changed, price: after.price };
    case 'unchanged':
      return unchanged;
    case 'other-currency':
      return refused(`its price is in ${amount.sign}`);
    case 'not-positive':
      return {
        kind: 'wrong',
        bid,
        why: `${formatMoneyGrouped(amount)} would become ${formatMoneyGrouped(after.price)}`,
      };
  }
}

/** Checks a plan: one write for each bid that changes, and a review of all. */
export function checkedPlan(
  plan: readonly PlannedChange[],
  request: { readonly production: boolean },
  context: Context,
): FormResult {
  const wrong = plan.flatMap((planned) =>
    planned.kind === 'wrong' ? [`${labelOf(planned.bid)}: ${planned.why}`] : [],
  );
  if (wrong.length > 0)
    return refusal(['limit_price'], `A price has to be above zero. ${firstFew(wrong, (some) => some.join(', '))}.`);
  const changes = plan.filter((planned) => planned.kind === 'change');
  const left = plan.filter((planned) => planned.kind === 'left-out');
  const writes: Write[] = [];
  for (const { bid, price, volumes } of changes) {
    const body = bidUpdate().safeParse({
      ...(price === null ? {} : { limit_price: formatMoney(price) }),
      ...(volumes === null ? {} : { volumes }),
    });
    if (!body.success) return { ok: false, issues: issuesOf(body.error) };
    writes.push(changeBid(bid, body.data));
  }
  const leftOut = left.map(({ bid, why }) => `${labelOf(bid)}: ${why}`);
  const [first, ...rest] = writes;
  if (first === undefined) return refusal([], `No bid would change. ${firstFew(leftOut, (some) => some.join(', '))}.`);
  return {
    ok: true,
    writes: [first, ...rest],
    retype: typedCount(changes, request, context),
    review: [
      ...changes.map((planned) => ({ field: labelOf(planned.bid), value: reviewText(planned, context) })),
      ...left.map(({ bid, why }) => ({ field: labelOf(bid), value: `left out: ${why}` })),
    ],
    leftOut: left.flatMap(({ bid, why, refused }) => (refused ? [`${labelOf(bid)} was left out: ${why}.`] : [])),
  };
}

export const refusal = (path: readonly string[], message: string): FormResult => ({
  ok: false,
  issues: [{ path, message }],
});

function firstFew(texts: readonly string[], joined: (texts: readonly string[]) => string): string {
  const more = texts.length - MAX_NAMED;
  return `${joined(texts.slice(0, MAX_NAMED))}${more > 0 ? `, and ${more} more` : ''}`;
}

/** `$2.00 → $2.20`, and the volumes when they change too. */
function reviewText({ bid, price, volumes }: BidPlan, context: Context): string {
  const { arrow } = context.glyphs;
  const names = (fids: readonly string[]): string =>
    fids.map((fid) => nameIn('volumes', fid, context)).join(', ') || 'none';
  return [
    ...(price === null ? [] : [`${priceText(bid)} ${arrow} ${formatMoneyGrouped(price)}`]),
    ...(volumes === null
      ? []
      : [`volumes ${names(bid.launch_specification?.volumes ?? [])} ${arrow} ${names(volumes)}`]),
  ].join('; ');
}

/** Requires the number of bids typed when a price is startling, when instances would share a Block volume, when all together pass the budget, and in production. */
function typedCount(
  changes: readonly BidPlan[],
  { production }: { readonly production: boolean },
  context: Context,
): Retype | null {
  const startling = changes.flatMap(({ bid, price }) => {
    if (price === null) return [];
    const { instance_type: type, region, instance_quantity } = bid;
    const request = { price, quantity: instance_quantity, type, region, bid, old: oldPriceOf(bid) };
    const reasons = startlingReasons(request, context);
    return reasons.length === 0 ? [] : [`${labelOf(bid)}: ${reasons.join(' ')}`];
  });
  const shared = changes.flatMap(({ bid, volumes }) => {
    const old: readonly string[] = bid.launch_specification?.volumes ?? [];
    const added = (volumes ?? []).filter((fid) => !old.includes(fid));
    return sharedBlockVolumes(added, bid.instance_quantity ?? 0, context).map((why) => `${labelOf(bid)}: ${why}`);
  });
  const more = startling.length - MAX_NAMED;
  const reasons = [
    ...(shared.length > 0 ? [`${firstFew(shared, (some) => some.join(' '))}`] : []),
    ...startling.slice(0, MAX_NAMED),
    ...(more > 0 ? [`And ${more} more.`] : []),
    ...overBudget(changes, context),
    ...(production ? ['This is a production profile.'] : []),
  ];
  if (reasons.length === 0) return null;
  const expected = String(changes.length);
  return {
    prompt: 'Number of bids',
    why: `${[...reasons, ''].join('\n')}Type ${expected}, the number of bids, to change them.`,
    expected,
    accepts: (typed) => typed.trim() === expected,
  };
}

/** The new prices of a plan. */
export const repriced = (
  changes: readonly BidPlan[],
): readonly (BidAtPrice & { readonly bid: Bid; readonly price: Money })[] =>
  changes.flatMap(({ bid, price }) => (price === null ? [] : [{ bid, price, quantity: quantityToRun(bid) }]));

/** The remarks on the new prices of several bids: their cost and the budget, and what lower ones can lose. */
export function planRemarks(plan: readonly (PlannedChange | null)[], context: Context): readonly Remark[] {
  const all = repriced(plan.filter((planned) => planned?.kind === 'change'));
  const counted = all.filter(({ bid }) => !isStatus(bid.status, 'paused'));
  const currencies = knowsCommitted(context) ? [...new Set(counted.map(({ price }) => price.sign))] : [];
  return [
    ...currencies.flatMap((sign) => committedRemarks(committedWithAll(counted, context), sign, context)),
    ...pausedRemarks(all.map(({ bid }) => bid)),
    ...lossRemarks(all, context),
  ];
}

/** The reason why the budget stops a change: only raising a price can pass it, as for a single bid. */
function overBudget(changes: readonly BidPlan[], context: Context): readonly string[] {
  const { budget } = context;
  if (budget === null || !knowsCommitted(context)) return [];
  // The price of a paused bid changes no total: resuming it is asked about.
  const all = repriced(changes).filter(({ bid }) => !isStatus(bid.status, 'paused'));
  const raises = all.some(({ bid, price }) => {
    const old = bid.limit_price?.amount ?? null;
    return price.sign === budget.sign && (old?.sign !== price.sign || price.micros > old.micros);
  });
  const reason = raises ? budgetReason('them', committedWithAll(all, context).after, budget) : null;
  return reason === null ? [] : [reason];
}
