import { issuesOf } from '../../api/request.ts';
import { type Bid, bidUpdate } from '../../contract/bid.ts';
import { formatMoney, formatMoneyGrouped, type Money } from '../../lib/money.ts';
import { counted } from '../../lib/words.ts';
import { type Context, isInProgress, pairOf } from '../context.ts';
import {
  type Field,
  type Form,
  type FormResult,
  pickedOf,
  type Remark,
  type Retype,
  textOf,
  type Values,
} from '../form.ts';
import { labelOf } from '../parts/aliases.ts';
import { shownPrice } from '../parts/amounts.ts';
import { areSameFids, volumeNames, volumesOf } from '../parts/joins.ts';
import { whyLeftAlone } from '../parts/other-project.ts';
import { isStatus } from '../parts/status.ts';
import { volumeChoices } from '../parts/suggestions.ts';
import type { FormForSeveral } from '../resource.ts';
import type { Write } from '../write.ts';
import { type BidAtPrice, committedWith, knowsCommitted, quantityToRun } from './exposure.ts';
import { isLaunchUnread, sharedBlockVolumes } from './launch.ts';
import {
  committedRemarks,
  isRelativePrice,
  lossRemarks,
  type PriceChange,
  parsePriceChange,
  pausedRemarks,
  priceAfter,
} from './price-field.ts';
import { budgetReason, oldPriceOf, startlingReasons } from './price-guard.ts';
import { changeBid } from './writes.ts';

const MAX_NAMED = 3;

export const WRONG_PRICE = 'Give a price like 2.50, or a change like +0.50, -0.50, +10% or -10%.';

export const priceText = ({ limit_price }: Bid): string => shownPrice(limit_price) ?? 'none';

/** Null leaves price or volumes as they are. */
export type PlannedChange =
  | { readonly kind: 'change'; readonly bid: Bid; readonly price: Money | null; readonly volumes: string[] | null }
  /** `refused`: it can't be changed; else it already has these values. */
  | { readonly kind: 'left-out'; readonly bid: Bid; readonly why: string; readonly refused: boolean }
  /** The price would be zero or below. */
  | { readonly kind: 'wrong'; readonly bid: Bid; readonly why: string };

type BidPlan = Extract<PlannedChange, { kind: 'change' }>;

/** A null change leaves the price, an empty list the volumes. */
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
  const sameVolumes = volumes.length === 0 || areSameFids(volumes, volumesOf(bid));
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

/** The body of an update (section 4.2); null leaves price or volumes as they are. */
export const updateOf = (price: Money | null, volumes: readonly string[] | null) =>
  bidUpdate().safeParse({
    ...(price === null ? {} : { limit_price: formatMoney(price) }),
    ...(volumes === null ? {} : { volumes }),
  });

/** One write for each bid that changes, and a review of all. */
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
    const body = updateOf(price, volumes);
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

/** `$2.00 → $2.20`. */
export const priceReview = (bid: Bid, price: Money, { glyphs }: Context): string =>
  `${priceText(bid)} ${glyphs.arrow} ${formatMoneyGrouped(price)}`;

export const volumesReview = (bid: Bid, volumes: readonly string[], context: Context): string =>
  `${volumeNames(volumesOf(bid), context)} ${context.glyphs.arrow} ${volumeNames(volumes, context)}`;

function reviewText({ bid, price, volumes }: BidPlan, context: Context): string {
  return [
    ...(price === null ? [] : [priceReview(bid, price, context)]),
    ...(volumes === null ? [] : [`volumes ${volumesReview(bid, volumes, context)}`]),
  ].join('; ');
}

/** The number is typed for a startling price, a shared Block volume, the budget, and in production. */
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
    const old: readonly string[] = volumesOf(bid);
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

export const repriced = (
  changes: readonly BidPlan[],
): readonly (BidAtPrice & { readonly bid: Bid; readonly price: Money })[] =>
  changes.flatMap(({ bid, price }) => (price === null ? [] : [{ bid, price, quantity: quantityToRun(bid) }]));

/** The cost of new prices, the budget, and the losses of lower ones. */
export function planRemarks(plan: readonly (PlannedChange | null)[], context: Context): readonly Remark[] {
  const all = repriced(plan.filter((planned) => planned?.kind === 'change'));
  const counted = all.filter(({ bid }) => !isStatus(bid.status, 'paused'));
  const currencies = knowsCommitted(context) ? [...new Set(counted.map(({ price }) => price.sign))] : [];
  return [
    ...currencies.flatMap((sign) => committedRemarks(committedWith(counted, context), sign, context)),
    ...pausedRemarks(all.map(({ bid }) => bid)),
    ...lossRemarks(all, context),
  ];
}

/** Only raising a price can pass the budget. */
function overBudget(changes: readonly BidPlan[], context: Context): readonly string[] {
  const { budget } = context;
  if (budget === null || !knowsCommitted(context)) return [];
  // The price of a paused bid changes no total: resuming it is asked about.
  const all = repriced(changes).filter(({ bid }) => !isStatus(bid.status, 'paused'));
  const raises = all.some(({ bid, price }) => {
    const old = bid.limit_price?.amount ?? null;
    return price.sign === budget.sign && (old?.sign !== price.sign || price.micros > old.micros);
  });
  const reason = raises ? budgetReason('them', committedWith(all, context).after, budget) : null;
  return reason === null ? [] : [reason];
}

const fields: readonly Field[] = [
  {
    id: 'price',
    label: 'Limit price',
    help: 'A price for all, such as 2.50, or a change of each: +0.50, -0.50, +10%, -10%.',
    kind: 'line',
    path: ['limit_price'],
  },
  {
    id: 'volumes',
    label: 'Volumes',
    help: 'None leaves the volumes of each bid as they are; else all get this list. For bids in one region.',
    kind: 'several',
    path: ['volumes'],
    suggest: (_, context) => volumeChoices('', null, context),
  },
];

function fieldsFor(bids: readonly Bid[]): readonly Field[] {
  const region = onlyOne(bids.map((bid) => bid.region ?? ''));
  const suggest: Field['suggest'] = (_, context) =>
    region === undefined ? [] : volumeChoices(region, onlyOne(bids.map(({ project }) => project)) ?? null, context);
  const advice: Field['advice'] = (values, context) =>
    context.remarks.onPrice(bids.map(pairOf), textOf(values, 'price'), context);
  return fields.map((field) => (field.id === 'volumes' ? { ...field, suggest } : { ...field, advice }));
}

function onlyOne<Value>(values: readonly Value[]): Value | undefined {
  const [first, ...rest] = new Set(values);
  return rest.length === 0 ? first : undefined;
}

function check(bids: readonly Bid[], request: RequestedChange, values: Values, context: Context): FormResult {
  const text = textOf(values, 'price').trim();
  const picked = [...pickedOf(values, 'volumes')];
  if (text === '' && picked.length === 0) return refusal([], 'Nothing has changed, so there is nothing to send.');
  const change = parsePriceChange(text, context);
  if (text !== '' && change === null) return refusal(['limit_price'], WRONG_PRICE);
  if (change?.kind === 'set' && change.price.micros <= 0n) return refusal(['limit_price'], 'Give a price above zero.');
  if (picked.length > 0 && onlyOne(bids.map(({ region }) => region)) === undefined)
    return refusal(['volumes'], 'These bids are in several regions, and a volume is in one. Mark bids of one region.');
  const plan = bids.map((bid) => planFor(bid, { change, volumes: picked }, context));
  return checkedPlan(plan, request, context);
}

function remarks(bids: readonly Bid[], { note }: RequestedChange, values: Values, context: Context): readonly Remark[] {
  const noteRemarks: readonly Remark[] = note === null ? [] : [{ text: note, tone: 'warn' }];
  const change = parsePriceChange(textOf(values, 'price'), context);
  const plan = change === null ? [] : bids.map((bid) => planFor(bid, { change, volumes: [] }, context));
  const { length } = plan.filter(({ kind }) => kind === 'change');
  if (length === 0) return noteRemarks;
  return [
    {
      text: `${length} of ${counted(bids.length, 'limit price')} ${length === 1 ? 'changes' : 'change'}`,
      tone: 'accent',
    },
    ...planRemarks(plan, context),
    ...noteRemarks,
  ];
}

type RequestedChange = Parameters<FormForSeveral<Bid>['open']>[1];

/** One update for each of several bids (section 4.2). */
export const changeBids: FormForSeveral<Bid> = {
  fields,
  open: (bids, request): Form => ({
    id: 'change-bids',
    title: `Change ${counted(bids.length, 'bid')}`,
    list: 'bids',
    fields: fieldsFor(bids),
    start: { text: {}, picked: {} },
    remarks: (values, context) => remarks(bids, request, values, context),
    check: (values, context) => check(bids, request, values, context),
  }),
  needed: (text) => isRelativePrice(text['price'] ?? ''),
};
