import * as z from 'zod';
import type { Decision, RuleLogic } from './decision.ts';
import type { Hindrance } from './hindrance.ts';
import type { SpreadRule } from './rule.ts';
import { bidOf, placeAfter, placesOf, SpreadPlace } from './spread-places.ts';
import { cancelStep, type Entry, isSettled, placeStep, type Step } from './spread-steps.ts';
import type { RuleBid, RuleView } from './view.ts';

const Memory = z.object({
  /** The places in the order of the rule; empty before it began. */
  places: z.array(SpreadPlace),
  /** Name of the bid that stays; null until one was filled. */
  stays: z.string().nullable(),
});
type Memory = z.output<typeof Memory>;

export const spread: RuleLogic<SpreadRule, Memory> = {
  memory: Memory,
  empty: { places: [], stays: null },
  // Once one stays, the rule leaves it alone: another rule may change it.
  selects: (_, { places, stays }, view) =>
    places.flatMap((place) => {
      const bid = bidOf(place, view);
      return bid === undefined || bid.state === 'ended' || place.name === stays || isSettled(place) ? [] : [bid.fid];
    }),

  decide: (rule, memory, view) => {
    const like = likeIn(rule, view);
    if (memory.places.length === 0 && typeof like === 'string')
      return { memory, actions: [], next: null, hindered: [{ reason: 'no-launch', why: like }] };
    const places = memory.places.length > 0 || typeof like === 'string' ? memory.places : placesOf(rule, like, view);
    const entries = rule.places.flatMap((given, n): readonly Entry[] => {
      const place = places[n];
      return place === undefined ? [] : [{ n: n + 1, given, place, bid: bidOf(place, view) }];
    });
    const stays = memory.stays ?? winnerOf(entries, rule)?.place.name ?? null;
    return stays === null ? placed(rule, entries, like, view) : cleared(rule, entries, stays, view);
  },

  finished: (memory, action, outcome, at) => ({
    ...memory,
    places: memory.places.map((place) => (place.name === action.name ? placeAfter(place, action, outcome, at) : place)),
  }),
};

const NONE_LEFT: Hindrance = {
  reason: 'none-left',
  why: 'None of its bids is left, and it places none again: change the rule to start over',
};

/** Returns the bid whose launch specification is used, or why there is none. */
function likeIn({ like }: SpreadRule, view: RuleView): RuleBid | string {
  const own = [...view.bids.values()].filter(({ name, state }) => name === like && state !== 'ended');
  const [first] = own;
  if (first === undefined) return `There is no bid with the name ${like}`;
  return own.length === 1 ? first : `${own.length} bids have the name ${like}: give the intended one a unique name`;
}

/** Returns the first place that is wholly filled: of several in one currency the cheapest, else the first in the order of the rule. */
function winnerOf(entries: readonly Entry[], { quantity }: SpreadRule): Entry | null {
  const filled = entries.filter(
    ({ place, bid }) =>
      !isSettled(place) &&
      bid?.state === 'allocated' &&
      bid.running >= quantity &&
      !bid.isBusy &&
      place.state !== 'sent',
  );
  return filled.reduce<Entry | null>((best, one) => (best === null || isCheaper(one, best) ? one : best), null);
}

function isCheaper(a: Entry, b: Entry): boolean {
  const [one, other] = [a.bid?.limit ?? null, b.bid?.limit ?? null];
  if (one === null || other === null || one.sign !== other.sign) return false;
  return one.micros * BigInt(a.bid?.quantity ?? 0) < other.micros * BigInt(b.bid?.quantity ?? 0);
}

const isGone = (entry: Entry | undefined): boolean => entry?.bid === undefined || entry.bid.state === 'ended';

/** Places the bids that wait for it. */
function placed(rule: SpreadRule, entries: readonly Entry[], like: RuleBid | string, view: RuleView): Decision<Memory> {
  const steps = entries.map((entry) => placeStep(rule, entry, like, view));
  const waiting = steps.filter(({ place: { state } }) => state === 'waiting').map(({ place }) => place.retryAt);
  const actions = steps.flatMap(({ action }) => action ?? []);
  const isOver =
    actions.length === 0 &&
    waiting.length === 0 &&
    steps.every(({ place: { state } }, n) => state !== 'sent' && state !== 'rehearsed' && isGone(entries[n]));
  const rehearsed = steps.filter(({ place: { state } }) => state === 'rehearsed').length;
  const over: readonly Hindrance[] = isOver ? [NONE_LEFT] : [];
  return {
    memory: { places: steps.map(({ place }) => place), stays: null },
    actions,
    next:
      rehearsed > 0
        ? { at: null, text: `place ${rehearsed} bids once it is released` }
        : waiting.length > 0
          ? { at: Math.min(...waiting), text: 'try the places again that failed' }
          : isOver
            ? null
            : { at: null, text: `keep the first of ${steps.length} bids that is filled` },
    hindered: [...over, ...steps.flatMap(({ hindrance }) => hindrance ?? [])],
  };
}

/** Cancels all bids of the rule but the one that stays. */
function cleared(rule: SpreadRule, entries: readonly Entry[], stays: string, view: RuleView): Decision<Memory> {
  const winner = entries.find(({ place }) => place.name === stays)?.bid;
  const steps = entries.map(
    (entry): Step => (entry.place.name === stays ? entry : cancelStep(rule, entry, winner, view)),
  );
  const retries = steps.flatMap(({ place: { state, retryAt }, hindrance }) =>
    state === 'placed' && hindrance !== undefined && retryAt > view.now ? [retryAt] : [],
  );
  const isOver = steps.every(
    ({ place: { state }, action, hindrance }, n) =>
      state !== 'sent' &&
      (state !== 'cancelling' || isGone(entries[n])) &&
      action === undefined &&
      hindrance === undefined,
  );
  return {
    memory: { places: steps.map(({ place }) => place), stays },
    actions: steps.flatMap(({ action }) => action ?? []),
    next: {
      at: retries.length > 0 ? Math.min(...retries) : null,
      text: isOver ? `done: ${stays} stays` : `${stays} stays, cancel the others`,
    },
    hindered: steps.flatMap(({ hindrance }) => hindrance ?? []),
  };
}
