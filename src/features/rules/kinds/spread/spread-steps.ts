import type { RuleAction } from '../../engine/decision.ts';
import type { Hindrance } from '../../engine/hindrance.ts';
import type { RuleBid, RuleView } from '../../engine/view.ts';
import { priceText } from '../../engine/words.ts';
import { isNameTaken, isPausing, MOST_REFUSED, type SpreadPlace } from './spread-places.ts';
import type { SpreadReason, SpreadRule } from './spread-rule.ts';

/** A place of the rule with what is remembered of it and its bid as it is listed. */
export type Entry = {
  /** Number of the place, from 1. */
  readonly n: number;
  readonly given: SpreadRule['places'][number];
  readonly place: SpreadPlace;
  readonly bid: RuleBid | undefined;
};
/** What becomes of a place, what is done, and why it is not as it should be. */
export type Step = {
  readonly place: SpreadPlace;
  readonly action?: RuleAction;
  readonly hindrance?: Hindrance<SpreadReason>;
};

const hindered = (place: SpreadPlace, reason: SpreadReason, why: string): Step => ({
  place,
  hindrance: { reason, why },
});

/** Whether the rule does nothing more with a place. */
export const isSettled = ({ state }: SpreadPlace): boolean => state === 'cancelled' || state === 'theirs';

/** What is done for a place while no bid is filled. */
export function placeStep(
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
  const action: RuleAction = {
    kind: 'place',
    name: place.name,
    reason,
    like: like.fid,
    type,
    region,
    limit,
    quantity,
  };
  return { place: { ...place, state: 'sent' }, action };
}

/** What is done for a place whose bid does not stay. */
export function cancelStep(
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
