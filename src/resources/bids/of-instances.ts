import type { Outcome } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import type { Instance } from '../../contract/instance.ts';
import { counted } from '../../lib/words.ts';
import type { Context } from '../context.ts';
import { labelOf } from '../parts/aliases.ts';
import { instancesOf, isToStop } from '../parts/joins.ts';
import { isStatus } from '../parts/status.ts';
import type { BidsOfRows } from '../resource.ts';
import { isHolding, pauseAction } from './pausing.ts';

/** Not `whole` when only some of its GPUs were chosen. */
export type ChosenInstance = { readonly instance: Instance; readonly whole: boolean };

/** Pausing a bid stops all its instances, so one with an unchosen instance is left out. */
export function bidsToPause(
  chosen: readonly ChosenInstance[],
  context: Context,
  chosenWord = 'marked',
): Outcome<BidsOfRows, string> {
  // Before both lists are complete, a bid may have more instances.
  if (!context.isRead('instances') || !context.isRead('bids'))
    return no('Bids and instances are still being read. Try again in a moment.');
  const [first] = chosen;
  const running = chosen.filter(({ instance }) => isToStop(instance));
  if (first !== undefined && running.length === 0) return no(whyNothingStops(first.instance, context));
  const whole = new Set(running.flatMap(({ instance, whole }): string[] => (whole ? [instance.fid] : [])));
  const found = bidsOf(
    running.map(({ instance }) => instance),
    context,
  );
  const stops = found.bids.map((bid) => stopOf(bid, whole, context));
  const partial = stops.filter(({ unchosen }) => unchosen > 0);
  const fids = stops.flatMap(({ bid, unchosen }) => (unchosen === 0 ? [bid.fid] : []));
  if (fids.length > 0) return yes(fids, [...partlyChosen(partial, chosenWord), ...withoutBid(found)]);
  return no(whyAllLeftOut(partial, chosenWord) ?? whyNoBid(found));
}

/** Bids not known to hold instances now. */
export function bidsToResume(instances: readonly Instance[], context: Context): Outcome<BidsOfRows, string> {
  const found = bidsOf(instances, context);
  const [first] = found.bids;
  const fids = found.bids.flatMap((bid) => (isHolding(bid) ? [] : [bid.fid]));
  if (fids.length > 0) return yes(fids, withoutBid(found));
  return no(first === undefined ? whyNoBid(found) : `${labelOf(first)} is not paused.`);
}

const yes = (fids: BidsOfRows['fids'], leftOut: readonly string[]): Outcome<BidsOfRows, string> => ({
  ok: true,
  value: { fids, leftOut: leftOut.length === 0 ? null : leftOut.join('. ') },
});
const no = (error: string): Outcome<BidsOfRows, string> => ({ ok: false, error });

type FoundBids = {
  readonly bids: readonly Bid[];
  readonly ofNoBid: readonly Instance[];
  readonly ofUnlistedBid: readonly Instance[];
};

function bidsOf(instances: readonly Instance[], context: Context): FoundBids {
  const fids = new Set(instances.flatMap(({ bid }) => bid ?? []));
  return {
    bids: [...fids].flatMap((fid) => context.rowOf('bids', fid)?.row ?? []),
    ofNoBid: instances.filter(({ bid }) => bid === null),
    ofUnlistedBid: instances.filter(({ bid }) => bid !== null && context.rowOf('bids', bid) === undefined),
  };
}

type Stop = { readonly bid: Bid; readonly all: number; readonly unchosen: number; readonly noun: string };

function stopOf(bid: Bid, chosen: ReadonlySet<string>, context: Context): Stop {
  const stopping = instancesOf(bid.fid, context).filter(isToStop);
  // The bid's own list may be newer.
  const unlisted = bid.instances.filter((fid) => context.rowOf('instances', fid) === undefined).length;
  const isRunning = unlisted === 0 && stopping.every(({ status }) => isStatus(status, 'running'));
  return {
    bid,
    all: stopping.length + unlisted,
    unchosen: stopping.filter(({ fid }) => !chosen.has(fid)).length + unlisted,
    noun: isRunning ? 'running instance' : 'instance',
  };
}

/** `3 of its 4 running instances are not marked`. */
function unchosenText(stops: readonly Stop[], chosenWord: string): string {
  const sum = (of: (stop: Stop) => number): number => stops.reduce((total, stop) => total + of(stop), 0);
  const [all, unchosen] = [sum((stop) => stop.all), sum((stop) => stop.unchosen)];
  const noun = stops.every((stop) => stop.noun === 'running instance') ? 'running instance' : 'instance';
  if (all === 1) return `its ${noun} is not ${chosenWord}`;
  const whose = stops.length === 1 ? 'its' : 'their';
  return `${unchosen} of ${whose} ${all} ${noun}s ${unchosen === 1 ? 'is' : 'are'} not ${chosenWord}`;
}

const subjectOf = (stops: readonly Stop[]): string =>
  stops.length === 1 ? stops.map(({ bid }) => labelOf(bid)).join('') : counted(stops.length, 'bid');

function partlyChosen(stops: readonly Stop[], chosenWord: string): readonly string[] {
  if (stops.length === 0) return [];
  const [verb, object] = stops.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return [`${subjectOf(stops)} ${verb} left out: ${unchosenText(stops, chosenWord)}. Pause ${object} in Bids`];
}

function whyAllLeftOut(stops: readonly Stop[], chosenWord: string): string | null {
  if (stops.length === 0) return null;
  const object = stops.length === 1 ? 'it' : 'them';
  return `${subjectOf(stops)}: ${unchosenText(stops, chosenWord)}, and pausing stops all. Mark all, or pause ${object} in Bids.`;
}

function withoutBid({ ofNoBid, ofUnlistedBid }: FoundBids): readonly string[] {
  const subject = (instances: readonly Instance[]): string =>
    instances.length === 1 ? instances.map(labelOf).join('') : counted(instances.length, 'instance');
  return [
    ...(ofNoBid.length === 0 ? [] : [`${subject(ofNoBid)} ${ofNoBid.length === 1 ? 'belongs' : 'belong'} to no bid`]),
    ...(ofUnlistedBid.length === 0 ? [] : [`The bid of ${subject(ofUnlistedBid)} is not in the list`]),
  ];
}

const whyNoBid = (found: FoundBids): string => `${withoutBid(found)[0] ?? 'Its instance is not in the list'}.`;

function whyNothingStops(instance: Instance, context: Context): string {
  const bid = instance.bid === null ? undefined : context.rowOf('bids', instance.bid)?.row;
  const why = bid === undefined ? null : pauseAction.disabledReason?.(bid, context);
  return (
    why ?? `${labelOf(instance)} does not run${bid === undefined ? '.' : `. ${labelOf(bid)} can be paused in Bids.`}`
  );
}
