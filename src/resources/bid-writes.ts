import type { Client } from '../api/client.ts';
import type { Outcome, ServiceError } from '../api/outcome.ts';
import type { Bid, BidUpdate } from '../contract/bid.ts';
import type { BidFid, VolumeFid } from '../contract/fid.ts';
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
  return update(
    bid,
    { paused: true },
    { verb: 'pause', doing: 'pausing', done: `Paused ${called(bid)}.` },
    resume(bid, null),
  );
}

export function resumeBid(bid: Bid): Write {
  const words = { verb: 'pause', doing: 'pausing', done: `Paused ${called(bid)}.` };
  return resume(bid, update(bid, { paused: true }, words, null));
}

function resume(bid: Bid, undo: Write | null): Write {
  return update(bid, { paused: false }, { verb: 'resume', doing: 'resuming', done: `Resumed ${called(bid)}.` }, undo);
}

/** Changes price, volumes or both; what it changed is put back by its undo. Volumes are sent as the whole list. */
export function changeBid(bid: Bid, body: BidUpdate): Write {
  const old: BidUpdate = {
    ...(body.limit_price == null || bid.limit_price === null ? {} : { limit_price: bid.limit_price.text }),
    ...(body.volumes == null ? {} : { volumes: [...(bid.launch_specification?.volumes ?? [])] satisfies VolumeFid[] }),
  };
  const words = { verb: 'change', doing: 'changing', done: `Changed ${called(bid)}.` };
  const back = { verb: 'change', doing: 'changing back', done: `Put ${called(bid)} back as it was.` };
  return update(bid, body, words, Object.keys(old).length === 0 ? null : update(bid, old, back, null));
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
