import { type BidHistoryEvent, readBidHistory } from '../../contract/extras/bid-history.ts';
import { inOrder } from '../../contract/extras/parts.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Ask, Dated, Extra, Send } from './extra.ts';
import { wantedIn } from './wanted.ts';

/** Between two requests for the same bid, for one whose page is open and for others, in milliseconds. */
const OPEN_MS = 30_000;
const OTHERS_MS = 10 * MINUTE_MS;
/** Histories kept, the last ones asked for. */
const MOST_KEPT = 50;

declare module './state.ts' {
  interface KnownExtras {
    /** By bid, oldest first. */
    readonly bidHistories?: ReadonlyMap<string, Dated<readonly BidHistoryEvent[]>>;
  }
}

const sendFor =
  (bid: string): Send =>
  async (reads, path, signal) => {
    const answer = await reads.readForeign({ ...readBidHistory, path }, { params: { fid: bid } }, { signal });
    if (!answer.ok) return answer;
    const { bid_fid, events } = answer.value;
    if (bid_fid !== bid) return { ok: false, error: { kind: 'unexpected', why: 'it is of another bid' } };
    const value = [events, events.toReversed()].find((all) => inOrder(all.map(({ timestamp }) => timestamp)));
    if (value === undefined) return { ok: false, error: { kind: 'unexpected', why: 'its times are not in order' } };
    return { ok: true, value: (readAt) => (state) => withHistory(state, bid, { value, readAt }) };
  };

function withHistory(state: ConsoleState, bid: string, history: Dated<readonly BidHistoryEvent[]>): ConsoleState {
  const others = [...(state.extras?.bidHistories ?? [])].filter(([other]) => other !== bid);
  const bidHistories = new Map([...others.slice(1 - MOST_KEPT), [bid, history]]);
  return { ...state, extras: { ...state.extras, bidHistories } };
}

export const bidHistory: Extra = {
  name: 'bid-history',
  path: readBidHistory.path,
  says: 'who changed a bid, and when',
  asks: (state) =>
    wantedIn(state).bids.map(
      ({ fid, isOpen }): Ask => ({
        readAt: state.extras?.bidHistories?.get(fid)?.readAt ?? null,
        everyMs: isOpen ? OPEN_MS : OTHERS_MS,
        isAwaited: isOpen,
        send: sendFor(fid),
      }),
    ),
  trial: ({ bid }) => (bid === null ? null : sendFor(bid.fid)),
};
