import type { Client } from '../api/client.ts';
import type { Outcome, ServiceError } from '../api/outcome.ts';
import type { Bid, BidUpdate } from '../contract/bid.ts';
import type { BidFid, VolumeFid } from '../contract/fid.ts';
import { isSameMoney, parsePrice } from '../lib/money.ts';
import { priceToSend } from './price-field.ts';
import type { Context } from './resource.ts';
import { isStatus } from './status.ts';
import { removal, type Write, type Written } from './write.ts';

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
  return pause(bid, takingBack(resume(bid, null), 'resume it', bid, notPaused));
}

/** Resuming lets the bid run again; pausing undoes it. */
export function resumeBid(bid: Bid): Write {
  return resume(bid, takingBack(pause(bid, null), 'pause it', bid, paused));
}

function pause(bid: Bid, undo: Write | null): Write {
  return update(bid, { paused: true }, { verb: 'pause', doing: 'pausing', done: `Paused ${called(bid)}.` }, undo);
}

function resume(bid: Bid, undo: Write | null): Write {
  return update(bid, { paused: false }, { verb: 'resume', doing: 'resuming', done: `Resumed ${called(bid)}.` }, undo);
}

/** Statuses are open (section 3): only one that is known to be another says that somebody was here meanwhile. */
const notPaused = (now: Bid): string | null =>
  isStatus(now.status, 'open') || isStatus(now.status, 'allocated') ? 'it is not paused any more' : null;
const paused = (now: Bid): string | null => (isStatus(now.status, 'paused') ? 'it is paused already' : null);

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
  return update(
    bid,
    body,
    words,
    takingBack(update(bid, old, back, null), says, bid, (now) => changedSince(now, body)),
  );
}

const volumesOf = (bid: Bid): readonly VolumeFid[] => bid.launch_specification?.volumes ?? [];

/** Whether a bid is not any more as a change has left it. */
function changedSince(now: Bid, { limit_price, volumes }: BidUpdate): string | null {
  const price = limit_price == null ? null : parsePrice(limit_price);
  const amount = now.limit_price?.amount ?? null;
  if (price !== null && (amount === null || !isSameMoney(amount, price)))
    return `its limit price is ${now.limit_price?.text ?? 'not known'} by now`;
  const same =
    volumes == null ||
    (volumes.length === volumesOf(now).length && volumesOf(now).every((fid) => volumes.includes(fid)));
  return same ? null : 'its volumes are others by now';
}

function takingBack(write: Write, says: string, bid: Bid, changed: (now: Bid) => string | null): Write {
  const outdated = ({ rowOf }: Context): string | null => {
    const now = rowOf('bids', bid.fid)?.row;
    if (now === undefined || isStatus(now.status, 'terminated')) return 'it has ended';
    return changed(now);
  };
  return { ...write, takesBack: { says, outdated } };
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
    send: async (client) => {
      const answer = await client.call('cancelBid', { params: { bid_fid: bid.fid } });
      return answer.ok ? { ok: true, value: { kind: 'nothing' } } : answer;
    },
  });
}
