import type { Bid } from '../../contract/bid.ts';
import { counted } from '../../lib/words.ts';
import { pairOf } from '../advice.ts';
import type { Context } from '../context.ts';
import { type Field, type Form, type FormResult, pickedOf, type Remark, textOf, type Values } from '../form.ts';
import { volumeChoices } from '../parts/suggestions.ts';
import type { FormForSeveral } from '../resource.ts';
import { checkedPlan, planFor, planRemarks, refusal, WRONG_PRICE } from './change-plan.ts';
import { isRelativePrice, parsePriceChange } from './price-change.ts';

/** The fields of the form that changes several bids together. */
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

/** The fields for these bids: with what is known of their prices, and the volumes of their region. */
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

/** The remarks shown while the change is typed: the number of bids that change, and their cost. */
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

/** The form that changes limit price and volumes of several bids together: one update for each (section 4.2). */
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
