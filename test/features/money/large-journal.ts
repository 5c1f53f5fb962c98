import type { BidJournal, SeenBid } from '../../../src/features/money/journal.ts';
import type { Scope } from '../../../src/journal/scope.ts';
import { DAY_MS, HOUR_MS } from '../../../src/lib/duration.ts';

/** Types and regions, each with some bids at any time. */
const TYPES = ['8xh100', '8xb200', '4xa100', '1xl40s'];
const REGIONS = ['us-east1-b', 'us-central1-a', 'eu-west4-a', 'eu-north1-a', 'asia-east1-c', 'asia-east1-d'];
/** Time between two looks, in milliseconds. */
const LOOK_MS = 50_000;
/** Steps that a bid has before another one takes its place. */
const STEPS_OF_BID = 100;

type LargeJournal = {
  readonly steps: number;
  /** The time over which they are spread, in days. */
  readonly days: number;
  /** Pairs of a type and a region; at most 24. */
  readonly pairs?: number;
};

type Standing = { -readonly [Key in keyof SeenBid['standing']]: SeenBid['standing'][Key] };
type MadeBid = { readonly traits: SeenBid['traits']; readonly standing: Standing; left: number };

/** Bids whose places are taken by others in turn. Numbers follow each other as in a game of dice that always goes the same way. */
function createDice() {
  let seed = 7;
  return (sides: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * sides);
  };
}

/**
 * Fills a journal with steps through its own function, as a console does that looked for some hours each day until a minute before `now`.
 * The journal's clock is taken to stand at `now`. Returns the number of bids.
 */
export function fillJournal(
  journal: Pick<BidJournal, 'recordBids'>,
  scope: Scope,
  now: number,
  { steps, days, pairs = 24 }: LargeJournal,
): number {
  const dice = createDice();
  const places = pairs * 10;
  let made = 0;
  const newBid = (place: number): MadeBid => {
    const pair = place % pairs;
    const region = REGIONS[pair % REGIONS.length] ?? '';
    const type = `${TYPES[Math.floor(pair / REGIONS.length)] ?? ''}.${region}`;
    made += 1;
    const name = `earlier-${made}`;
    return {
      traits: { bid: name, name, type, region },
      standing: { state: 'open', limit: null, quantity: 1 + dice(8), running: 0 },
      left: STEPS_OF_BID,
    };
  };
  const bids = Array.from({ length: places }, (_, place) => newBid(place));
  /** One change of a bid, which differs from how it stood before. */
  const changed = (bid: MadeBid): SeenBid => {
    const { standing } = bid;
    bid.left -= 1;
    const pair = Number(bid.traits.name.split('-')[1]) % pairs;
    const isFilled = standing.running > 0;
    if (bid.left === 0) Object.assign(standing, { state: 'ended', running: 0 });
    else if (isFilled) Object.assign(standing, { state: 'open', running: 0 });
    else {
      const cents = 200 + 20 * pair + dice(60);
      Object.assign(standing, {
        state: 'allocated',
        running: standing.quantity,
        limit: { sign: '$', micros: BigInt(cents) * 10_000n },
      });
    }
    return { traits: bid.traits, standing: { ...standing } };
  };
  const from = now - days * DAY_MS;
  const looks = Math.floor((now - from) / LOOK_MS);
  const isSeen = (at: number): boolean => (at % DAY_MS) / HOUR_MS >= 4;
  const seenLooks = Array.from({ length: looks }, (_, n) => from + n * LOOK_MS).filter(isSeen);
  let written = 0;
  let previous: number | null = null;
  let next = 0;
  for (const [n, at] of seenLooks.entries()) {
    const due = Math.round((steps * (n + 1)) / seenLooks.length);
    const own = new Map<number, SeenBid>();
    while (written < due && own.size < places) {
      const place = next++ % places;
      const bid = bids[place];
      if (bid === undefined) break;
      own.set(place, changed(bid));
      if (bid.left === 0) bids[place] = newBid(place);
      written += 1;
    }
    const last = previous !== null && at - previous <= LOOK_MS ? previous : null;
    journal.recordBids(scope, { at, readTo: at, previous: last, recordedAt: previous, bids: [...own.values()] });
    previous = at;
  }
  return made;
}
