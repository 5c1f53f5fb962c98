import type { Bid, BidUpdate, NewBid } from '../../contract/bid.ts';
import type { VolumeFid } from '../../contract/fid.ts';
import { isSameMoney, parsePrice } from '../../lib/money.ts';
import { printableLine } from '../../lib/sanitize.ts';
import type { Context } from '../context.ts';
import { labelOf } from '../parts/aliases.ts';
import { shownPrice, shownPriceText } from '../parts/amounts.ts';
import { areSameFids, volumesOf } from '../parts/joins.ts';
import { isStatus, statusWord } from '../parts/status.ts';
import {
  creation,
  type ExpectedBid,
  removal,
  type UndoOf,
  type Verdict,
  type Write,
  type WriteWords,
  wordsOf,
} from '../write.ts';
import { priceToSend } from './price-field.ts';

/** Section 4.2; the response is the bid as it is now. */
function update(bid: Bid, body: BidUpdate, words: WriteWords, undo: Write | null): Write {
  return {
    call: 'updateBid',
    input: { params: { bid_fid: bid.fid }, body },
    ...words,
    list: 'bids',
    fid: bid.fid,
    name: labelOf(bid),
    price: body.limit_price ?? null,
    undo,
    undoOf: null,
    notFoundIsSuccess: false,
    secret: null,
  };
}

const undoing = (write: Write, undoOf: UndoOf): Write => ({ ...write, undoOf });

/** Resuming undoes it, but the work is lost. */
export function pauseBid(bid: Bid): Write {
  const limits = hadWork(bid) ? 'the stopped work stays lost' : null;
  // Resuming begins to cost at the price of that time.
  const expected = { paused: true, price: bid.limit_price?.amount ?? null };
  return pause(bid, undoing(resume(bid, null), { text: 'resume it', effect: 'resumes', limits, expected }));
}

export function resumeBid(bid: Bid): Write {
  const expected = { paused: false };
  return resume(bid, undoing(pause(bid, null), { text: 'pause it', effect: 'pauses', limits: null, expected }));
}

function pause(bid: Bid, undo: Write | null): Write {
  return update(bid, { paused: true }, wordsOf('pause', labelOf(bid)), undo);
}

function resume(bid: Bid, undo: Write | null): Write {
  return update(bid, { paused: false }, wordsOf('resume', labelOf(bid)), undo);
}

const hadWork = ({ status }: Bid): boolean => isStatus(status, 'allocated') || isStatus(status, 'preempting');

/** Volumes are sent as the whole list. */
export function changeBid(bid: Bid, body: BidUpdate): Write {
  // An unreadable price can't be put back: a service need not accept its own text.
  const old: BidUpdate = {
    ...(body.limit_price == null || bid.limit_price?.amount == null
      ? {}
      : { limit_price: priceToSend(bid.limit_price.text) }),
    ...(body.volumes == null ? {} : { volumes: [...volumesOf(bid)] satisfies VolumeFid[] }),
  };
  const words = wordsOf('change', labelOf(bid));
  const back = { verb: 'change', pendingLabel: 'changing back', successText: `Put ${labelOf(bid)} back as it was.` };
  if (Object.keys(old).length === 0) return update(bid, body, words, null);
  const text = [
    ...(old.limit_price == null
      ? []
      : [`limit price ${shownPriceText(body.limit_price ?? '')} back to ${shownPriceText(old.limit_price)}`]),
    ...(old.volumes == null ? [] : [`its ${old.volumes.length} volumes as they were`]),
  ].join(', ');
  const undoOf = { text, effect: 'changes', limits: null, expected: expectedAfter(body) } as const;
  return update(bid, body, words, undoing(update(bid, old, back, null), undoOf));
}

export function placeBid(body: NewBid): Write {
  const name = printableLine(body.name);
  return creation({
    call: 'placeBid',
    input: { body },
    ...wordsOf('place', name),
    list: 'bids',
    name,
  });
}

export function cancelBid(bid: Bid): Write {
  return removal({
    call: 'cancelBid',
    input: { params: { bid_fid: bid.fid } },
    ...wordsOf('cancel', labelOf(bid)),
    list: 'bids',
    fid: bid.fid,
    name: labelOf(bid),
  });
}

function expectedAfter({ limit_price, volumes }: BidUpdate): ExpectedBid {
  const price = limit_price == null ? null : parsePrice(limit_price);
  return { ...(price === null ? {} : { price }), ...(volumes == null ? {} : { volumes }) };
}

/** Why a bid is no longer as a change left it, with the author of the later change. */
export function whyChanged(now: Bid | undefined, expected: ExpectedBid, by = 'someone else'): string | null {
  if (now === undefined || isStatus(now.status, 'terminated')) return 'it has ended';
  const { paused, price, volumes } = expected;
  // Statuses are an open set (section 3): only a known other status shows a change.
  if (paused === true && (isStatus(now.status, 'open') || isStatus(now.status, 'allocated')))
    return `it is no longer paused: ${by} resumed it`;
  if (paused === false && isStatus(now.status, 'paused')) return `it is paused already, by ${by}`;
  if (price !== undefined && !isPrice(now, price))
    return `its limit price is now ${shownPrice(now.limit_price) ?? 'not known'}, set by ${by}`;
  return volumes === undefined || areSameFids(volumes, volumesOf(now))
    ? null
    : `its volumes have changed since, set by ${by}`;
}

function isPrice({ limit_price }: Bid, price: NonNullable<ExpectedBid['price']> | null): boolean {
  const amount = limit_price?.amount ?? null;
  return amount === null || price === null ? amount === price : isSameMoney(amount, price);
}

/** How a write with a lost response ended; an ended bid was not changed. */
export function verdictOn(write: Write, { rowOf }: Context): Verdict | null {
  const now = write.fid === null ? undefined : rowOf('bids', write.fid)?.row;
  const bid = now === undefined || isStatus(now.status, 'terminated') ? null : now;
  if (write.call === 'cancelBid')
    return bid === null
      ? { succeeded: true, text: 'was cancelled' }
      : { succeeded: false, text: `was not cancelled: ${stillIn(bid)}` };
  if (write.call !== 'updateBid') return null;
  return bid === null ? { succeeded: false, text: 'has ended' } : verdictOnUpdate(bid, write.input.body);
}

function verdictOnUpdate(now: Bid, body: BidUpdate): Verdict {
  const isPaused = isStatus(now.status, 'paused');
  if (body.paused === true)
    return isPaused
      ? { succeeded: true, text: 'was paused' }
      : { succeeded: false, text: `was not paused: ${stillIn(now)}` };
  if (body.paused === false)
    return isPaused
      ? { succeeded: false, text: 'was not resumed: it is still paused' }
      : { succeeded: true, text: `was resumed: it is ${statusWord('bid', now.status) || 'not paused'} now` };
  if (whyChanged(now, expectedAfter(body)) === null) return { succeeded: true, text: 'was changed' };
  const price = body.limit_price == null ? '' : `: its limit price is ${shownPrice(now.limit_price) ?? 'not known'}`;
  return { succeeded: false, text: `was not changed${price}` };
}

const stillIn = ({ status }: Bid): string => `it is still ${statusWord('bid', status) || 'there'}`;
