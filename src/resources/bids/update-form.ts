import { issuesOf } from '../../api/field-issues.ts';
import { type Bid, BidUpdate } from '../../contract/bid.ts';
import { isSameMoney, parsePrice } from '../../lib/money.ts';
import type { Context } from '../context.ts';
import { type Checked, type Field, type Form, pickedOf, type Retype, textOf, type Values } from '../form.ts';
import { nameIn } from '../parts/joins.ts';
import { shownPrice } from '../parts/shown-price.ts';
import { volumeChoices } from '../parts/suggestions.ts';
import { pairOf, priceAdvice } from './price-advice.ts';
import { costRemarks, priceInForm, priceToSend } from './price-field.ts';
import { retypeWhenStartling } from './price-guard.ts';
import { changeBid } from './writes.ts';

/** The fields of a bid that can be changed. */
export const updateBidFields: readonly Field[] = [
  {
    id: 'price',
    label: 'Limit price',
    help: 'Maximum price per instance-hour.',
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

/** Returns the fields for one bid: with its present price, and the volumes of its region. */
function fieldsFor(bid: Bid): readonly Field[] {
  return updateBidFields.map((field) =>
    field.id === 'price'
      ? {
          ...field,
          help: `${field.help} It is now ${shownPrice(bid.limit_price) ?? 'not known'}.`,
          advice: (values, context) => priceAdvice(pairOf(bid), textOf(values, 'price'), context),
        }
      : { ...field, suggest: (_, context) => volumeChoices(bid.region ?? '', bid.project, context) },
  );
}

const oldVolumes = (bid: Bid) => bid.launch_specification?.volumes ?? [];

/** Returns the body with only the fields that differ from the bid (section 4.2: every part is optional). */
function bodyOf(bid: Bid, values: Values): Record<string, unknown> {
  const text = textOf(values, 'price').trim();
  const typed = parsePrice(text);
  const old = bid.limit_price?.amount ?? null;
  const samePrice =
    text === (bid.limit_price?.text ?? '') || (typed !== null && old !== null && isSameMoney(typed, old));
  const picked = pickedOf(values, 'volumes');
  const sameVolumes = picked.length === oldVolumes(bid).length && oldVolumes(bid).every((fid) => picked.includes(fid));
  return {
    ...(samePrice ? {} : { limit_price: priceToSend(text) }),
    ...(sameVolumes ? {} : { volumes: [...picked] }),
  };
}

function check(bid: Bid, values: Values, context: Context): Checked {
  const changes = bodyOf(bid, values);
  if (Object.keys(changes).length === 0) {
    return { ok: false, issues: [{ path: [], message: 'Nothing has changed, so there is nothing to send.' }] };
  }
  const body = BidUpdate.safeParse(changes);
  if (!body.success) return { ok: false, issues: issuesOf(body.error) };
  const { limit_price, volumes } = body.data;
  const names = (fids: readonly string[]): string =>
    fids.map((fid) => nameIn('volumes', fid, context)).join(', ') || 'none';
  const arrow = context.glyphs.arrow;
  return {
    ok: true,
    writes: [changeBid(bid, body.data)],
    retype: limit_price == null ? null : retypeFor(bid, limit_price, context),
    review: [
      { field: 'Bid', value: bid.name || bid.fid },
      ...(limit_price == null ? [] : [{ field: 'Limit price', value: `${priceText(bid)} ${arrow} ${limit_price}` }]),
      ...(volumes == null ? [] : [{ field: 'Volumes', value: `${names(oldVolumes(bid))} ${arrow} ${names(volumes)}` }]),
    ],
  };
}

function retypeFor(bid: Bid, text: string, context: Context): Retype | null {
  const price = parsePrice(text);
  if (price === null) return null;
  const { instance_type: type, region, instance_quantity, limit_price } = bid;
  return retypeWhenStartling(
    { price, quantity: instance_quantity ?? 0, type, region, bid, old: limit_price?.amount ?? null },
    context,
  );
}

function priceText(bid: Bid): string {
  return shownPrice(bid.limit_price) ?? 'none';
}

/** Returns the form of section 4.2's "Update a bid", for limit price and volumes; pausing has its own keys. */
export function updateBidForm(bid: Bid): Form {
  return {
    id: 'update-bid',
    title: `Change ${bid.name || bid.fid}`,
    list: 'bids',
    fields: fieldsFor(bid),
    start: {
      text: { price: priceInForm(bid) },
      picked: { volumes: oldVolumes(bid) },
    },
    remarks: (values, context) =>
      costRemarks(textOf(values, 'price').trim(), bid.instance_quantity ?? Number.NaN, bid, context),
    check: (values, context) => check(bid, values, context),
  };
}
