import { issuesOf } from '../../api/request.ts';
import type { Outcome } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import { formatMoney, formatMoneyGrouped, isSameMoney, type Money } from '../../lib/money.ts';
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
import { joinRetypes } from '../parts/questions.ts';
import { volumeChoices } from '../parts/suggestions.ts';
import { priceReview, priceText, refusal, updateOf, volumesReview, WRONG_PRICE } from './change-plan.ts';
import { quantityToRun } from './exposure.ts';
import { isLaunchUnread, launchUnread, quantityRetyped, sharedBlockVolumes, warnings } from './launch.ts';
import { ended } from './pausing.ts';
import { costOfPrice, lossRemarks, parsePriceChange, priceAfter, priceInForm } from './price-field.ts';
import { oldPriceOf, retypeWhenStartling } from './price-guard.ts';
import { changeBid } from './writes.ts';

export const updateBidFields: readonly Field[] = [
  {
    id: 'price',
    label: 'Limit price',
    help: 'Maximum price per instance-hour, or a change of it: +0.50, -0.50, +10%, -10%.',
    kind: 'line',
    path: ['limit_price'],
  },
  {
    id: 'volumes',
    label: 'Volumes',
    help: 'The whole list is sent; volumes removed here are detached. Some services require the bid to be paused.',
    kind: 'several',
    path: ['volumes'],
    suggest: (_, context) => volumeChoices('', null, context),
  },
];

const presentOf = (opened: Bid, context: Context): Bid => context.rowOf('bids', opened.fid)?.row ?? opened;

function fieldsFor(opened: Bid): readonly Field[] {
  return updateBidFields.map(
    (field): Field =>
      field.id === 'price'
        ? {
            ...field,
            helpNow: (context) =>
              `${field.help} It is now ${shownPrice(presentOf(opened, context).limit_price) ?? 'not known'}.`,
            advice: (values, context) => {
              const bid = presentOf(opened, context);
              const price = typedFor(bid, values, context);
              return context.remarks.onPrice([pairOf(bid)], price.ok ? formatMoney(price.value) : '', context);
            },
          }
        : { ...field, suggest: (_, context) => volumeChoices(opened.region ?? '', opened.project, context) },
  );
}

const isPriceTyped = (opened: Bid, values: Values): boolean => textOf(values, 'price').trim() !== priceInForm(opened);

/** The typed price, or the present one after a typed change. */
function typedFor(bid: Bid, values: Values, context: Context): Outcome<Money, string> {
  const change = parsePriceChange(textOf(values, 'price'), context);
  if (change === null) return { ok: false, error: WRONG_PRICE };
  if (change.kind === 'set')
    return change.price.micros > 0n
      ? { ok: true, value: change.price }
      : { ok: false, error: 'Give a price above zero.' };
  const old = bid.limit_price?.amount ?? null;
  if (old === null) return { ok: false, error: "Its present price can't be read. Give a price like 2.50." };
  const after = priceAfter(change, old);
  switch (after.kind) {
    case 'price':
      return { ok: true, value: after.price };
    case 'unchanged':
      return { ok: true, value: old };
    case 'other-currency':
      return { ok: false, error: `Its present price is ${priceText(bid)}, in another currency.` };
    case 'not-positive':
      return {
        ok: false,
        error: `A price has to be above zero: ${priceText(bid)} would become ${formatMoneyGrouped(after.price)}.`,
      };
  }
}

/** Null when nothing changes. Meanwhile attached or detached volumes stay so. */
function volumesAfter(opened: Bid, bid: Bid, values: Values): readonly string[] | null {
  const [before, now, picked] = [volumesOf(opened), volumesOf(bid), pickedOf(values, 'volumes')];
  const removed: readonly string[] = before.filter((fid) => !picked.includes(fid));
  const added = picked.filter((fid) => !isIn(before, fid) && !isIn(now, fid));
  const kept = now.filter((fid) => !removed.includes(fid));
  return kept.length === now.length && added.length === 0 ? null : [...kept, ...added];
}

const isIn = (fids: readonly string[], fid: string): boolean => fids.includes(fid);

function blockQuestions(opened: Bid, bid: Bid, values: Values, context: Context): readonly string[] {
  const added = (volumesAfter(opened, bid, values) ?? []).filter((fid) => !isIn(volumesOf(bid), fid));
  return sharedBlockVolumes(added, bid.instance_quantity ?? 0, context);
}

function whyNot(opened: Bid, context: Context): string | null {
  const bid = context.rowOf('bids', opened.fid)?.row;
  if (bid === undefined) return `${labelOf(opened)} is gone, so it can't be changed.`;
  const why = ended(bid, 'changed');
  if (why !== null) return why;
  return isInProgress(bid.fid, context) ? `The last change to ${labelOf(bid)} is still in progress.` : null;
}

function check(opened: Bid, values: Values, context: Context): FormResult {
  const why = whyNot(opened, context);
  if (why !== null) return refusal([], why);
  const bid = presentOf(opened, context);
  const typed = isPriceTyped(opened, values) ? typedFor(bid, values, context) : null;
  if (typed?.ok === false) return refusal(['limit_price'], typed.error);
  const old = bid.limit_price?.amount ?? null;
  const price = typed === null || (old !== null && isSameMoney(old, typed.value)) ? null : typed.value;
  const picked = volumesAfter(opened, bid, values);
  // The whole list is sent: without its present volumes they would be detached.
  if (picked !== null && isLaunchUnread(bid)) return refusal(['volumes'], `${launchUnread(bid)}, so its volumes stay.`);
  if (price === null && picked === null) return refusal([], 'Nothing has changed, so there is nothing to send.');
  const body = updateOf(price, picked);
  if (!body.success) return { ok: false, issues: issuesOf(body.error) };
  return {
    ok: true,
    writes: [changeBid(bid, body.data)],
    retype: joinRetypes([
      price === null ? null : retypeFor(bid, price, context),
      blockQuestions(opened, bid, values, context).length > 0 ? quantityRetyped(bid.instance_quantity ?? 0) : null,
    ]),
    review: [
      { field: 'Bid', value: labelOf(bid) },
      ...(price === null ? [] : [{ field: 'Limit price', value: priceReview(bid, price, context) }]),
      ...(picked === null ? [] : [{ field: 'Volumes', value: volumesReview(bid, picked, context) }]),
    ],
  };
}

function retypeFor(bid: Bid, price: Money, context: Context): Retype | null {
  const { instance_type: type, region } = bid;
  return retypeWhenStartling({ price, quantity: quantityToRun(bid), type, region, bid, old: oldPriceOf(bid) }, context);
}

/** The fields still show the values at opening. */
function changedSince(opened: Bid, bid: Bid, context: Context): readonly Remark[] {
  const [then, now] = [priceText(opened), priceText(bid)];
  const names = volumeNames(volumesOf(bid), context);
  const sentences = [
    ...(then === now ? [] : [`The limit price is ${now} now; it was ${then} when this form was opened.`]),
    ...(areSameFids(volumesOf(opened), volumesOf(bid))
      ? []
      : [`Its volumes have changed since this form was opened: ${names}.`]),
  ];
  return warnings(sentences, context);
}

function remarks(opened: Bid, values: Values, context: Context): readonly Remark[] {
  const bid = context.rowOf('bids', opened.fid)?.row;
  const why = bid === undefined ? whyNot(opened, context) : ended(bid, 'changed');
  if (bid === undefined || why !== null) return why === null ? [] : [{ text: why, tone: 'warn' }];
  const typed = isPriceTyped(opened, values) ? typedFor(bid, values, context) : null;
  const price = typed === null ? (bid.limit_price?.amount ?? null) : typed.ok ? typed.value : null;
  return [
    ...(price === null ? [] : costOfPrice(price, quantityToRun(bid), bid, context)),
    ...(price === null ? [] : lossRemarks([{ bid, price }], context)),
    ...changedSince(opened, bid, context),
  ];
}

/** "Update a bid" (section 4.2) for price and volumes. It follows the bid as it is listed. */
export function updateBidForm(opened: Bid): Form {
  return {
    id: 'update-bid',
    title: `Change ${labelOf(opened)}`,
    list: 'bids',
    fields: fieldsFor(opened),
    start: {
      text: { price: priceInForm(opened) },
      picked: { volumes: volumesOf(opened) },
    },
    remarks: (values, context) => remarks(opened, values, context),
    warnings: (values, context) =>
      warnings(blockQuestions(opened, presentOf(opened, context), values, context), context),
    check: (values, context) => check(opened, values, context),
  };
}
