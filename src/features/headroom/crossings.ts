import type { Bid } from '../../contract/bid.ts';
import { formatMoneyGrouped } from '../../lib/money.ts';
import { showNotice } from '../../store/activity.ts';
import { namesListed } from '../../store/alerts.ts';
import type { Follower, FollowerAccess } from '../../store/journal-sync.ts';
import { liveContextOf } from '../../store/row-context.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
import { auctionKeyOf, auctionNow } from '../extras/auctions.ts';
import { type Crossing, crossingText, type HeadroomChange, headroomChange, isThinBegin } from './crossing.ts';
import { percentOf } from './headroom.ts';
import { headroomJournal } from './journal.ts';
import { headroomOfBid } from './known-headrooms.ts';
import type { Standing } from './thin.ts';
import { standingsOf } from './watch.ts';

/** Records in the journal when a bid gets thin, and when it no longer is; a notice says the first. */
export function createCrossings({ store, change, journal, scopeOf }: FollowerAccess): Follower {
  return {
    stateChanged: (state, before) => {
      const found = crossingsBetween(before, state);
      for (const own of Map.groupBy(found, ({ fid }) => scopeOf('bids', fid).project).values()) {
        const [first] = own;
        if (first !== undefined)
          void journal.act(headroomJournal, 'recordCrossings', scopeOf('bids', first.fid), state.now, own);
      }
      return false;
    },
    learn: (events) => {
      const begun = events.flatMap(({ payload }) => (isThinBegin(payload) ? [payload] : []));
      const isBusy = ({ dialogs, tapQuestion }: ConsoleState): boolean => dialogs.length > 0 || tapQuestion !== null;
      if (begun.length > 0 && !isBusy(store.getState()))
        change((state) => showNotice(state, noticeOf(state, begun), 'warn'));
    },
  };
}

function crossingsBetween(before: ConsoleState, state: ConsoleState): readonly HeadroomChange[] {
  const [was, is] = [standingsOf(before), standingsOf(state)];
  if (was === is) return [];
  return [...is].flatMap(([fid, standing]) => {
    const before = was.get(fid);
    const isThin = standing.kind === 'thin' && standing.isCrossing;
    const wasThin = before?.kind === 'thin' && before.isCrossing;
    const row = state.lists.bids.rows.get(fid)?.row;
    if (isThin === wasThin || row === undefined) return [];
    const seen = seenOf(row, standing, state);
    return seen === null ? [] : [headroomChange(row, seen, isThin)];
  });
}

function seenOf(bid: Bid, standing: Standing, state: ConsoleState): Crossing | null {
  const { own } = liveContextOf(state);
  const headroom = own(headroomOfBid, bid.fid);
  const key = auctionKeyOf(bid);
  const price = key === null ? null : (own(auctionNow, key)?.last_instance_price ?? null);
  const limit = bid.limit_price?.amount ?? null;
  if (headroom === null || price === null || limit === null) return null;
  return {
    limit: formatMoneyGrouped(limit),
    price: formatMoneyGrouped(price),
    percent: percentOf(headroom),
    leftMs: standing.kind === 'thin' ? standing.leftMs : null,
  };
}

function noticeOf(state: ConsoleState, begun: readonly HeadroomChange[]): string {
  const key = keyNamed(state, 'next-preempting', '!');
  const names = [...new Set(begun.map(({ name, fid }) => name || fid))];
  const [first] = begun;
  if (names.length > 1 || first === undefined)
    return `${namesListed(names)} are soon outbid. Press ${key} to go to each of them.`;
  return `${first.name || first.fid} is ${crossingText(first.headroom, true)}. Press ${key} to go to it.`;
}
