import * as z from 'zod';
import type { Decision, RuleLogic } from '../engine/decision.ts';
import type { Hindrance } from '../engine/hindrance.ts';
import { ruleKind } from '../engine/kind.ts';
import { BID_MS, INSTANCES_MS, LISTS_MS } from '../engine/needs.ts';
import type { RuleBid, RuleView } from '../engine/view.ts';
import { priceText } from '../engine/words.ts';
import { amountSuchAs, capped, common, commonOf, table, type Wrong, word, written } from '../engine/written.ts';
import { spreadNames } from './spread/spread-names.ts';
import { bidOf, placeAfter, placesOf, SpreadPlace } from './spread/spread-places.ts';
import { type SpreadReason, type SpreadRule, spreadHindrances } from './spread/spread-rule.ts';
import { cancelStep, type Entry, isSettled, placeStep, type Step } from './spread/spread-steps.ts';

const Memory = z.object({
  /** The places in the order of the rule; empty before it began. */
  places: z.array(SpreadPlace),
  /** Name of the bid that stays; null until one was filled. */
  stays: z.string().nullable(),
});
type Memory = z.output<typeof Memory>;

const logic: RuleLogic<SpreadRule, Memory, SpreadReason> = {
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

const NONE_LEFT: Hindrance<SpreadReason> = {
  reason: 'none-left',
  why: 'None of its bids is left, and it places none again: change the rule to start over',
};

/** The bid whose launch specification is used, or why there is none. */
function likeIn({ like }: SpreadRule, view: RuleView): RuleBid | string {
  const own = [...view.bids.values()].filter(({ name, state }) => name === like && state !== 'ended');
  const [first] = own;
  if (first === undefined) return `There is no bid with the name ${like}`;
  return own.length === 1 ? first : `${own.length} bids have the name ${like}: give the intended one a unique name`;
}

/** The first place that is wholly filled: of several in one currency the cheapest, else the first in the order of the rule. */
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
  // All ask for the same number of instances.
  return one.micros < other.micros;
}

const isGone = (entry: Entry | undefined): boolean => entry?.bid === undefined || entry.bid.state === 'ended';

/** Places the bids that wait for it. */
function placed(
  rule: SpreadRule,
  entries: readonly Entry[],
  like: RuleBid | string,
  view: RuleView,
): Decision<Memory, SpreadReason> {
  const steps = entries.map((entry) => placeStep(rule, entry, like, view));
  const waiting = steps.filter(({ place: { state } }) => state === 'waiting').map(({ place }) => place.retryAt);
  const actions = steps.flatMap(({ action }) => action ?? []);
  const isOver =
    actions.length === 0 &&
    waiting.length === 0 &&
    steps.every(({ place: { state } }, n) => state !== 'sent' && state !== 'rehearsed' && isGone(entries[n]));
  const rehearsed = steps.filter(({ place: { state } }) => state === 'rehearsed').length;
  const over: readonly Hindrance<SpreadReason>[] = isOver ? [NONE_LEFT] : [];
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
function cleared(
  rule: SpreadRule,
  entries: readonly Entry[],
  stays: string,
  view: RuleView,
): Decision<Memory, SpreadReason> {
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

const schema = written(
  z
    .strictObject({
      kind: z.literal('spread'),
      ...common,
      ...capped,
      like: word.meta({ allowed: 'the name of a bid' }),
      quantity: z.int().min(1).max(10_000).meta({ allowed: 'a whole number of instances' }),
      places: z
        .array(
          z
            .strictObject({
              type: word.meta({ allowed: 'an instance type' }),
              region: word.meta({ allowed: 'a region' }),
              limit_price: amountSuchAs('$11.50'),
            })
            .meta({ table: 'a place' }),
        )
        .min(2)
        .max(20)
        .meta({ allowed: 'a list of at least two, each as [[rules.places]] with type, region and limit_price' }),
      cancel_running: z
        .boolean()
        .default(false)
        .meta({ allowed: 'true or false: whether a bid with running instances may be cancelled' }),
    })
    .meta(table),
  (given): SpreadRule => {
    const { kind, like, quantity, cancel_running: cancelRunning, max_cost: maxCost } = given;
    const places = given.places.map(({ type, region, limit_price: limit }) => ({ type, region, limit }));
    return { ...commonOf(given), kind, like, quantity, places, cancelRunning, maxCost };
  },
  (_, rule) => wrongPlaces(rule),
);

function wrongPlaces({ places, maxCost }: SpreadRule): Wrong | null {
  const names = places.map(({ type, region }) => JSON.stringify([type, region]));
  const again = places.find((_, n) => names.indexOf(names[n] ?? '') !== n);
  if (again !== undefined) return { key: 'places', why: `${again.type} in ${again.region} is there twice` };
  const signs = new Set([...places.map(({ limit }) => limit.sign), ...(maxCost === null ? [] : [maxCost.sign])]);
  return signs.size > 1 ? { key: 'places', why: 'the limit prices and max_cost are not of one currency' } : null;
}

/** Places one launch in several types and regions, and keeps the first bid that is filled. */
export const spread = ruleKind({
  kind: 'spread',
  schema: () => schema,
  needs: { bidMs: BID_MS, instancesMs: INSTANCES_MS, listsMs: LISTS_MS },
  reads: () => ({ prices: false, machines: false }),
  // Ladders and schedules say why they are at odds with it.
  atOdds: {},
  hindrances: spreadHindrances,
  ends: true,
  bids: () => null,
  places: (rule: SpreadRule) => ({ like: rule.like, names: spreadNames(rule, new Set()) }),
  lines: ({ like, quantity, places, cancelRunning }) => [
    { label: 'Like', text: `the launch of ${like}, ${quantity} instances` },
    ...places.map(({ type, region, limit }, n) => ({
      label: n === 0 ? 'Bids for' : '',
      text: `${type} in ${region} at ${priceText(limit)}`,
    })),
    {
      label: 'Cancels',
      text: cancelRunning ? 'all but the one that stays' : 'all but the one that stays, if no instance of them runs',
    },
  ],
  logic,
});
