import type { ListedRow } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { AtRisk } from '../../store/state-part.ts';
import { auctionsNow, auctionsReadAt } from '../extras/auctions.ts';
import type { Headroom } from './headroom.ts';
import { knownHeadrooms } from './known-headrooms.ts';
import { otherwiseAt, type PriceStep, pricesKept, type Standings, standingsAfter } from './thin.ts';

/** What was last seen of all bids. */
type HeadroomWatch = {
  readonly headrooms: ReadonlyMap<string, Headroom>;
  readonly rows: ReadonlyMap<string, ListedRow<Bid>>;
  readonly prices: readonly PriceStep[];
  readonly standings: Standings;
};

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** Undefined before a price was known. */
    readonly headroomWatch?: HeadroomWatch;
  }
}

const NONE: HeadroomWatch = { headrooms: new Map(), rows: new Map(), prices: [], standings: new Map() };

const watchOf = ({ headroomWatch = NONE }: ConsoleState): HeadroomWatch => headroomWatch;

export const standingsOf = (state: ConsoleState): Standings => watchOf(state).standings;

/** Judges all bids again, after a new list, with the prices read meanwhile. */
export function headroomSeen(state: ConsoleState): ConsoleState {
  const { own } = liveContextOf(state);
  const readAt = own(auctionsReadAt);
  const before = watchOf(state);
  const headrooms = own(knownHeadrooms);
  const { rows } = state.lists.bids;
  if (readAt === null) return before.standings.size === 0 ? state : { ...state, headroomWatch: NONE };
  const isOld = before.prices.at(-1)?.at === readAt;
  if (isOld && before.headrooms === headrooms && before.rows === rows) return state;
  const prices = isOld ? before.prices : pricesKept(before.prices, { at: readAt, auctions: own(auctionsNow) });
  const standings = standingsAfter(before.standings, { headrooms, rows, prices, now: state.now });
  return { ...state, headroomWatch: { headrooms, rows, prices, standings } };
}

const atRiskIn = memoizeLast((headrooms: HeadroomWatch['headrooms'], standings: Standings): readonly AtRisk[] =>
  [...standings]
    .flatMap(([fid, standing]) =>
      standing.kind === 'thin'
        ? [
            {
              fid,
              isNew: standing.isCrossing,
              otherwiseAt: otherwiseAt(standing),
              ratio: headrooms.get(fid)?.ratio ?? 0,
            },
          ]
        : [],
    )
    .toSorted((a, b) => a.ratio - b.ratio || (a.fid < b.fid ? -1 : 1)),
);

/** Bids with instances that are soon outbid, the thinnest first. */
export function thinBids(state: ConsoleState): readonly AtRisk[] {
  const { headrooms, standings } = watchOf(state);
  return atRiskIn(headrooms, standings);
}
