import type { Client } from '../api/client.ts';
import type { Outcome, ServiceError } from '../api/outcome.ts';
import type { Bid, BidUpdate } from '../contract/bid.ts';
import type { BidFid, VolumeFid } from '../contract/fid.ts';
import { isSameMoney, parsePrice } from '../lib/money.ts';
import { priceToSend } from './price-field.ts';
import type { Context } from './resource.ts';
import { isStatus, statusWord } from './status.ts';
import { removal, type TakingBack, type Verdict, type Write, type Written } from './write.ts';

const called = (bid: Bid): string => bid.name || bid.fid;

/** Sends one update (section 4.2) and brings the bid back as the service now has it. */
async function send(client: Client, bid_fid: BidFid, body: BidUpdate): Promise<Outcome<Written, ServiceError>> {
  const answer = await client.call('updateBid', { params: { bid_fid }, body });
  if (!answer.ok) return answer;
  return { ok: true, value: { kind: 'row', list: 'bids', row: { row: answer.value.value, raw: answer.value.raw } } };
}

function update(bid: Bid, body: BidUpdate, words: Pick<Write, 'verb' | 'doing' | 'done'>, undo: Write | null): Write {
  return {
    ...words,
    list: 'bids',
    fid: bid.fid,
    name: called(bid),
    price: body.limit_price ?? null,
    undo,
    goneIsFine: false,
    send: (client) => send(client, bid.fid, body),
  };
}

/** Pausing stops the bid's instances; resuming undoes it. */
export function pauseBid(bid: Bid): Write {
  const limits = hadWork(bid) ? 'the bid is resumed, the work that stopped is not' : null;
  const outdated = (now: Bid): string | null => resumed(now) ?? repriced(bid, now);
  return pause(bid, takingBack(resume(bid, null), { says: 'resume it', effect: 'resumes', limits, outdated }));
}

/** Resuming lets the bid run again; pausing undoes it. */
export function resumeBid(bid: Bid): Write {
  const outdated = (now: Bid): string | null => (isStatus(now.status, 'paused') ? 'it is paused already' : null);
  return resume(bid, takingBack(pause(bid, null), { says: 'pause it', effect: 'pauses', limits: null, outdated }));
}

function pause(bid: Bid, undo: Write | null): Write {
  const words = { verb: 'pause', doing: 'pausing', done: `Paused ${called(bid)}.` };
  const settledBy = settledOf(bid, (now) =>
    isStatus(now.status, 'paused')
      ? { done: true, text: 'was paused' }
      : { done: false, text: `was not paused: ${stillIn(now)}` },
  );
  return { ...update(bid, { paused: true }, words, undo), settledBy };
}

function resume(bid: Bid, undo: Write | null): Write {
  const words = { verb: 'resume', doing: 'resuming', done: `Resumed ${called(bid)}.` };
  const settledBy = settledOf(bid, (now) =>
    isStatus(now.status, 'paused')
      ? { done: false, text: 'was not resumed: it is still paused' }
      : { done: true, text: `was resumed: it is ${statusWord('bid', now.status) || 'not paused'} now` },
  );
  return { ...update(bid, { paused: false }, words, undo), settledBy };
}

const stillIn = ({ status }: Bid): string => `it is still ${statusWord('bid', status) || 'there'}`;

/** Whether instances of a bid ran, as far as its status tells. */
const hadWork = ({ status }: Bid): boolean => isStatus(status, 'allocated') || isStatus(status, 'preempting');

/** Statuses are open (section 3): only one that is known to be another says that somebody was here meanwhile. */
const resumed = (now: Bid): string | null =>
  isStatus(now.status, 'open') || isStatus(now.status, 'allocated') ? 'it is no longer paused' : null;

/** Resuming begins to cost at the price that the bid has by then. */
const repriced = (before: Bid, now: Bid): string | null =>
  before.limit_price?.amount?.micros === now.limit_price?.amount?.micros ? null : priceByNow(now);

const priceByNow = ({ limit_price }: Bid): string =>
  `its limit price is ${limit_price?.text ?? 'not known'} by now, set by someone else`;

/** What the list says of a bid that was to be changed; one that has ended was not. */
function settledOf(bid: Bid, judge: (now: Bid) => Verdict | null): (context: Context) => Verdict | null {
  return ({ rowOf }) => {
    const now = rowOf('bids', bid.fid)?.row;
    if (now === undefined || isStatus(now.status, 'terminated')) return { done: false, text: 'has ended' };
    return judge(now);
  };
}

/** Changes price, volumes or both; what it changed is put back by its undo. Volumes are sent as the whole list. */
export function changeBid(bid: Bid, body: BidUpdate): Write {
  // A price that can't be read can't be put back either: no service need take its own text again.
  const old: BidUpdate = {
    ...(body.limit_price == null || bid.limit_price?.amount == null
      ? {}
      : { limit_price: priceToSend(bid.limit_price.text) }),
    ...(body.volumes == null ? {} : { volumes: [...volumesOf(bid)] satisfies VolumeFid[] }),
  };
  const words = { verb: 'change', doing: 'changing', done: `Changed ${called(bid)}.` };
  const back = { verb: 'change', doing: 'changing back', done: `Put ${called(bid)} back as it was.` };
  if (Object.keys(old).length === 0) return update(bid, body, words, null);
  const says = [
    ...(old.limit_price == null ? [] : [`limit price ${body.limit_price} back to ${old.limit_price}`]),
    ...(old.volumes == null ? [] : [`its ${old.volumes.length} volumes as they were`]),
  ].join(', ');
  const outdated = (now: Bid): string | null => changedSince(now, body);
  const undo = takingBack(
    { ...update(bid, old, back, null), settledBy: changeSettled(bid, old) },
    { says, effect: 'changes', limits: null, outdated },
  );
  return { ...update(bid, body, words, undo), settledBy: changeSettled(bid, body) };
}

/** Whether the list shows a change whose answer was lost. */
function changeSettled(bid: Bid, body: BidUpdate): NonNullable<Write['settledBy']> {
  return settledOf(bid, (now) => {
    const differs = changedSince(now, body);
    if (differs === null) return { done: true, text: 'was changed' };
    const price = body.limit_price == null ? '' : `: its limit price is ${now.limit_price?.text ?? 'not known'}`;
    return { done: false, text: `was not changed${price}` };
  });
}

const volumesOf = (bid: Bid): readonly VolumeFid[] => bid.launch_specification?.volumes ?? [];

/** Whether a bid is not any more as a change has left it. */
function changedSince(now: Bid, { limit_price, volumes }: BidUpdate): string | null {
  const price = limit_price == null ? null : parsePrice(limit_price);
  const amount = now.limit_price?.amount ?? null;
  if (price !== null && (amount === null || !isSameMoney(amount, price))) return priceByNow(now);
  const same =
    volumes == null ||
    (volumes.length === volumesOf(now).length && volumesOf(now).every((fid) => volumes.includes(fid)));
  return same ? null : 'its volumes have changed since, set by someone else';
}

type Back = Omit<TakingBack, 'outdated'> & { readonly outdated: (now: Bid) => string | null };

function takingBack(write: Write, { outdated, ...back }: Back): Write {
  return {
    ...write,
    takesBack: {
      ...back,
      outdated: (now) => (now === undefined || isStatus(now.status, 'terminated') ? 'it has ended' : outdated(now)),
    },
  };
}

/** Cancelling (section 4.2) can't be undone. What is gone already counts as cancelled. */
export function cancelBid(bid: Bid): Write {
  return removal({
    verb: 'cancel',
    doing: 'cancelling',
    done: `Cancelled ${called(bid)}.`,
    list: 'bids',
    fid: bid.fid,
    name: called(bid),
    settledBy: ({ rowOf }) => {
      const now = rowOf('bids', bid.fid)?.row;
      return now === undefined || isStatus(now.status, 'terminated')
        ? { done: true, text: 'was cancelled' }
        : { done: false, text: `was not cancelled: ${stillIn(now)}` };
    },
    send: async (client) => {
      const answer = await client.call('cancelBid', { params: { bid_fid: bid.fid } });
      return answer.ok ? { ok: true, value: { kind: 'nothing' } } : answer;
    },
  });
}
