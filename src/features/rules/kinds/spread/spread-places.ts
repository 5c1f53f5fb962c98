import * as z from 'zod';
import { BidFid } from '../../../../contract/fid.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../lib/duration.ts';
import type { ActionOutcome, RuleAction } from '../../engine/decision.ts';
import type { RuleBid, RuleView } from '../../engine/view.ts';
import { spreadNames } from './spread-names.ts';
import type { SpreadRule } from './spread-rule.ts';

/** Times that a place is refused before it is left out. */
export const MOST_REFUSED = 3;

/**
 * What a spread remembers of a place. `waiting`: its bid is not placed; `sent` and `cancelling`: a write is under way or its outcome is
 * not known; `placed`; `refused` and `elsewhere`: it is left out, because the service refused it or volumes are in another region;
 * `rehearsed`; `cancelled` by the rule; `theirs`: the operator has paused it after the decision.
 */
export const SpreadPlace = z.object({
  /** Name of its bid, which no other bid has. */
  name: z.string(),
  /** Its bid, once it is known. */
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
  /** Writes in a row that were refused, and the time before which none is tried again, in milliseconds since 1970. */
  refusals: z.int(),
  retryAt: z.int(),
});
export type SpreadPlace = z.output<typeof SpreadPlace>;

/** The places before anything is sent, each with the name of its bid. */
export function placesOf(rule: SpreadRule, like: RuleBid, view: RuleView): readonly SpreadPlace[] {
  const names = spreadNames(rule, new Set(Array.from(view.bids.values(), ({ name }) => name)));
  return rule.places.map(({ region }, n) => ({
    name: names[n] ?? '',
    fid: null,
    refusals: 0,
    retryAt: 0,
    state: like.volumeRegions.some((own) => own !== region) ? 'elsewhere' : 'waiting',
  }));
}

/** The bid of a place, by the identifier that its answer or the lists gave it; undefined when it has none, or has left the list. */
export const bidOf = ({ fid }: SpreadPlace, view: RuleView): RuleBid | undefined =>
  fid === null ? undefined : view.bids.get(fid);

/** Whether a bid that has not ended has the name of a place. */
export const isNameTaken = ({ name }: SpreadPlace, view: RuleView): boolean =>
  [...view.bids.values()].some((bid) => bid.name === name && bid.state !== 'ended');

/** A place after an action on its bid has ended. */
export function placeAfter(
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

/** Longest pause after a refusal, in milliseconds. */
const LONGEST_PAUSE_MS = HOUR_MS;

/** How long nothing is tried after a refusal: a minute, twice as long after each further one, an hour at most. In milliseconds. */
const pauseAfter = (refusals: number): number => Math.min(MINUTE_MS * 2 ** Math.min(refusals, 10), LONGEST_PAUSE_MS);

/** Whether nothing is tried yet after a refusal. A pause that is longer than any was begun by a clock that was ahead. */
export const isPausing = ({ retryAt }: SpreadPlace, now: number): boolean =>
  retryAt > now && retryAt - now <= LONGEST_PAUSE_MS;
