import * as z from 'zod';
import type { JournalEvent, ObservedChange } from '../../changes/change-event.ts';
import { amounts, number, objectOf, type Shape } from '../../command/json.ts';
import { shortDuration } from '../../lib/duration.ts';
import { once } from '../../lib/memoize.ts';
import { parsePrice } from '../../lib/money.ts';
import type { FieldWords } from '../../resources/activity-text.ts';

/** Field of a bid's change: a percentage when it gets thin, null when it no longer is. */
export const HEADROOM_FIELD = 'headroom';

/** Prices as texts; `percent` of the price, rounded down; `leftMs` until the price reaches the limit at its pace. */
export const crossing = once(() =>
  z.object({
    limit: z.string(),
    price: z.string(),
    percent: z.int(),
    leftMs: z.number().min(0).nullable(),
  }),
);
export type Crossing = z.output<ReturnType<typeof crossing>>;

export type HeadroomChange = ObservedChange & { readonly [HEADROOM_FIELD]: Crossing };

export const headroomChange = (
  { fid, name }: Pick<ObservedChange, 'fid' | 'name'>,
  seen: Crossing,
  isThin: boolean,
): HeadroomChange => ({
  kind: 'seen',
  list: 'bids',
  fid,
  name,
  bid: null,
  bidName: null,
  change: 'changed',
  field: HEADROOM_FIELD,
  headroom: seen,
  from: isThin ? null : 'thin',
  to: isThin ? 'thin' : null,
});

export const isHeadroomChange = (change: ObservedChange): change is HeadroomChange =>
  change.field === HEADROOM_FIELD && crossing().safeParse(change[HEADROOM_FIELD]).success;

export const isThinBegin = (payload: JournalEvent['payload']): payload is HeadroomChange =>
  payload.kind === 'seen' && payload.to !== null && isHeadroomChange(payload);

/** Whether the bid is thin after an event: not after a new status or price; null if the event is about something else. */
export function isThinAfter({ payload }: Pick<JournalEvent, 'payload'>): boolean | null {
  if (payload.kind !== 'seen' || payload.list !== 'bids') return null;
  if (isHeadroomChange(payload)) return payload.to !== null;
  return payload.change !== 'changed' || payload.field === 'status' || payload.field === 'limit_price' ? false : null;
}

/** `soon outbid: 8 % above the price of $2.31, which reaches it in 3m at its pace` */
export function crossingText({ price, percent, leftMs }: Crossing, isThin: boolean): string {
  const place = `${Math.abs(percent)} % ${percent < 0 ? 'below' : 'above'} the price of ${price}`;
  if (!isThin) return `no longer soon outbid: ${place}`;
  const pace = leftMs === null ? '' : `, which reaches it in ${shortDuration(leftMs)} at its pace`;
  return `soon outbid: ${place}${pace}`;
}

export const headroomFieldWords: FieldWords = {
  change: (seen) => (isHeadroomChange(seen) ? crossingText(seen.headroom, isThinBegin(seen)) : null),
  several: (to) => (to === null ? ' no longer soon outbid' : ' soon outbid'),
  details: () => '',
  members: (seen) => (isHeadroomChange(seen) ? objectOf(shape, seen.headroom) : null),
};

const shape: Shape<Crossing> = {
  percent: number(({ percent }) => percent),
  seconds: number(({ leftMs }) => (leftMs === null ? null : Math.floor(leftMs / 1000))),
  ...amounts({
    limit_price: ({ limit }: Crossing) => parsePrice(limit),
    price: ({ price }: Crossing) => parsePrice(price),
  }),
};
