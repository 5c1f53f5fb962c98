import * as z from 'zod';
import { BidFid } from '../../../contract/fid.ts';
import { HOUR_MS, MINUTE_MS } from '../../../lib/duration.ts';
import type { LimitPrice } from '../../money/bid-record.ts';
import type { ActionOutcome, Decision, Hindrance, RuleAction, RuleLogic } from '../engine/decision.ts';
import { ruleKind } from '../engine/kind.ts';
import { BID_MS, INSTANCES_MS, LISTS_MS } from '../engine/needs.ts';
import { type CommonRule, priceText } from '../engine/rule.ts';
import type { RuleBid, RuleView } from '../engine/view.ts';
import { amountSuchAs, capped, common, commonOf, table, type Wrong, word, written } from '../engine/written.ts';

/** One launch in several types and regions: the first filled bid stays, the others are cancelled. */
export type SpreadRule = CommonRule & {
  readonly kind: 'spread';
  readonly like: string;
  readonly quantity: number;
  readonly places: readonly { readonly type: string; readonly region: string; readonly limit: LimitPrice }[];
  /** Whether a bid with running instances may be cancelled. */
  readonly cancelRunning: boolean;
};

const spreadHindrances = {
  'no-launch': { isSaid: true, help: 'No bid has the name in like, or several have it.' },
  'left-out': {
    isSaid: true,
    help: 'A place was refused three times, its volumes are elsewhere, or another bid has its name.',
  },
  retries: { isSaid: false, help: 'A write was refused and is tried again.' },
  'runs-on': { isSaid: true, help: 'A bid that is not needed has running instances and is left.' },
  'none-left': { isSaid: true, help: 'All its bids are gone.' },
} as const;

type SpreadReason = keyof typeof spreadHindrances;

const MOST_REFUSED = 3;

/** `sent` and `cancelling`: a write is open. `refused`, and `elsewhere` (its volumes are): left out. `theirs`: the operator paused it after the decision. */
const SpreadPlace = z.object({
  /** Name of its bid. */
  name: z.string(),
  fid: BidFid.nullable(),
  state: z.enum([
    'waiting',
    'sent',
    'placed',
    'refused',
    'elsewhere',
    'rehearsed',
    'cancelling',
    'cancelled',
    'theirs',
  ]),
  /** Refused writes in a row. */
  refusals: z.int(),
  retryAt: z.int(),
});
type SpreadPlace = z.output<typeof SpreadPlace>;

function placesOf(rule: SpreadRule, like: RuleBid, view: RuleView): readonly SpreadPlace[] {
  const names = spreadNames(rule, new Set(Array.from(view.bids.values(), ({ name }) => name)));
  return rule.places.map(({ region }, n) => ({
    name: names[n] ?? '',
    fid: null,
    refusals: 0,
    retryAt: 0,
    state: like.volumeRegions.some((own) => own !== region) ? 'elsewhere' : 'waiting',
  }));
}

const bidOf = ({ fid }: SpreadPlace, view: RuleView): RuleBid | undefined =>
  fid === null ? undefined : view.bids.get(fid);

const isNameTaken = ({ name }: SpreadPlace, view: RuleView): boolean =>
  [...view.bids.values()].some((bid) => bid.name === name && bid.state !== 'ended');

/** The place after an action. */
function placeAfter(
  place: SpreadPlace,
  { kind }: RuleAction,
  outcome: ActionOutcome,
  { now, fid }: { readonly now: number; readonly fid: string | null },
): SpreadPlace {
  const isNew = kind === 'place';
  const later = { ...place, refusals: place.refusals + 1, retryAt: now + pauseAfter(place.refusals) };
  switch (outcome) {
    case 'done':
      return isNew
        ? { ...place, state: 'placed', fid: BidFid.safeParse(fid).data ?? null, refusals: 0, retryAt: 0 }
        : { ...place, state: 'cancelled' };
    case 'rehearsed':
      return { ...place, state: 'rehearsed' };
    case 'refused':
      if (!isNew) return { ...later, state: 'placed' };
      return { ...later, state: later.refusals >= MOST_REFUSED ? 'refused' : 'waiting' };
    case 'missed':
      return { ...place, state: isNew ? 'waiting' : 'placed', retryAt: now + MINUTE_MS };
  }
}

/** A minute, doubled by each refusal, an hour at most. */
const pauseAfter = (refusals: number): number => Math.min(MINUTE_MS * 2 ** Math.min(refusals, 10), HOUR_MS);

/** A clock ahead of time made a longer pause. */
const isPausing = ({ retryAt }: SpreadPlace, now: number): boolean => retryAt > now && retryAt - now <= HOUR_MS;

/** With four letters a name has fewer than 64 characters, the limit of volume names. */
const LONGEST_LIKE = 36;
const LONGEST_PLACE = 20;

/** A new name for each place: `train-eu-north-kqzt`. */
export function spreadNames(rule: SpreadRule, taken: ReadonlySet<string>): readonly string[] {
  const names: string[] = [];
  rule.places.forEach((_, n) => {
    const stem = `${rule.like.slice(0, LONGEST_LIKE)}-${placeWord(rule.places, n)}`;
    let attempt = 0;
    const name = (): string => `${stem}-${lettersOf(`${rule.name} ${n} ${attempt}`)}`;
    while (taken.has(name()) || names.includes(name())) attempt++;
    names.push(name());
  });
  return names;
}

/** Its region when unique, else its type, else its number. */
function placeWord(places: SpreadRule['places'], n: number): string {
  const own = [({ region }: (typeof places)[number]) => region, ({ type }: (typeof places)[number]) => type].find(
    (part) => new Set(places.map(part)).size === places.length,
  );
  const place = places[n];
  const word = own === undefined || place === undefined ? '' : own(place).replace(/[^a-zA-Z0-9]+/g, '-');
  return word.slice(0, LONGEST_PLACE).replace(/^-|-$/g, '') || String(n + 1);
}

/** Four letters, always the same for a text (FNV-1a). */
function lettersOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return [1, 26, 26 ** 2, 26 ** 3].map((by) => String.fromCharCode(97 + (Math.floor(hash / by) % 26))).join('');
}

type Entry = {
  /** From 1. */
  readonly n: number;
  readonly given: SpreadRule['places'][number];
  readonly place: SpreadPlace;
  readonly bid: RuleBid | undefined;
};
type Step = {
  readonly place: SpreadPlace;
  readonly action?: RuleAction;
  readonly hindrance?: Hindrance<SpreadReason>;
};

const hindered = (place: SpreadPlace, reason: SpreadReason, why: string): Step => ({
  place,
  hindrance: { reason, why },
});

const isSettled = ({ state }: SpreadPlace): boolean => state === 'cancelled' || state === 'theirs';

/** The next step while no bid of the spread is filled. */
function placeStep(
  { quantity, places }: SpreadRule,
  { n, given: { type, region, limit }, place }: Entry,
  like: RuleBid | string,
  view: RuleView,
): Step {
  const where = `${type} in ${region}`;
  if (place.state === 'refused')
    return hindered(place, 'left-out', `${where} is left out: refused ${MOST_REFUSED} times`);
  if (place.state === 'elsewhere')
    return hindered(place, 'left-out', `${where} is left out: the volumes are in another region`);
  if (place.state !== 'waiting') return { place };
  if (isNameTaken(place, view))
    return hindered(place, 'left-out', `${where} is left out: another bid is named ${place.name}`);
  if (typeof like === 'string') return hindered(place, 'no-launch', like);
  if (isPausing(place, view.now))
    return place.refusals > 0 ? hindered(place, 'retries', `${where} was refused`) : { place };
  const reason = `place ${n} of ${places.length}: ${quantity} × ${where} at ${priceText(limit)}`;
  const launch = { like: like.fid, type, region, limit, quantity };
  return { place: { ...place, state: 'sent' }, action: { kind: 'place', name: place.name, reason, ...launch } };
}

/** The next step once a bid of the spread is filled: the others are cancelled. */
function cancelStep(
  { cancelRunning, quantity }: SpreadRule,
  { place, bid }: Entry,
  winner: RuleBid | undefined,
  view: RuleView,
): Step {
  const { now } = view;
  if (place.state === 'waiting' && isNameTaken(place, view))
    return hindered(place, 'left-out', `${place.name} is left: it is not known to be its own`);
  if (isSettled(place) || place.state === 'cancelling' || bid === undefined || bid.state === 'ended') return { place };
  if (bid.state === 'paused' && !bid.isBusy) return { place: { ...place, state: 'theirs' } };
  if (bid.isBusy || place.state === 'sent') return { place };
  const { fid, name, running } = bid;
  const hasInstances = running > 0 || bid.state === 'preempting';
  if (hasInstances && !cancelRunning)
    return hindered(place, 'runs-on', `${name} has ${running} running and is left: cancel it, or set cancel_running`);
  if (isPausing(place, now)) return hindered(place, 'retries', `${name} could not be cancelled, it is tried again`);
  const price = winner?.limit ?? null;
  const reason = `${winner?.name ?? 'another bid'} is filled, ${winner?.running ?? 0} of ${quantity} running${price === null ? '' : ` at ${priceText(price)}`}; ${running} running here`;
  return { place: { ...place, state: 'cancelling' }, action: { kind: 'cancel', fid, name, reason } };
}

const Memory = z.object({
  /** In the order of the rule; empty before it began. */
  places: z.array(SpreadPlace),
  /** Name of the winning bid. */
  stays: z.string().nullable(),
});
type Memory = z.output<typeof Memory>;

const logic: RuleLogic<SpreadRule, Memory, SpreadReason> = {
  memory: Memory,
  empty: { places: [], stays: null },
  // Another rule may change the winner.
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

/** The bid to copy, or why there is none. */
function likeIn({ like }: SpreadRule, view: RuleView): RuleBid | string {
  const own = [...view.bids.values()].filter(({ name, state }) => name === like && state !== 'ended');
  const [first] = own;
  if (first === undefined) return `There is no bid with the name ${like}`;
  return own.length === 1 ? first : `${own.length} bids have the name ${like}: give the intended one a unique name`;
}

/** The cheapest filled place in one currency, else the first. */
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

const isCheaper = ({ bid: one }: Entry, { bid: other }: Entry): boolean =>
  one?.limit != null &&
  other?.limit != null &&
  one.limit.sign === other.limit.sign &&
  one.limit.micros < other.limit.micros;

const isGone = (entry: Entry | undefined): boolean => entry?.bid === undefined || entry.bid.state === 'ended';

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
  const why = 'None of its bids is left, and it places none again: change the rule to start over';
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
    hindered: [
      ...(isOver ? [{ reason: 'none-left', why } as const] : []),
      ...steps.flatMap(({ hindrance }) => hindrance ?? []),
    ],
  };
}

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

export const spread = ruleKind({
  kind: 'spread',
  schema: () => schema,
  needs: { bidMs: BID_MS, instancesMs: INSTANCES_MS, listsMs: LISTS_MS },
  hindrances: spreadHindrances,
  ends: true,
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
