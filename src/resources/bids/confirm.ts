import type { Bid } from '../../contract/bid.ts';
import { formatMoneyGrouped } from '../../lib/money.ts';
import { capitalized, counted } from '../../lib/words.ts';
import type { Context } from '../context.ts';
import { labelOf } from '../parts/aliases.ts';
import { costInWords, isNothing, shownPrice, unknownCost } from '../parts/amounts.ts';
import { chargedOf, exposureOf, instancesOf, isToStop, runningOf, stoppingOn } from '../parts/joins.ts';
import { isStatus } from '../parts/status.ts';
import type { Confirmation, Exposure, Impact } from '../resource.ts';
import { quantityToRun, resumedOverBudget } from './exposure.ts';

/** When pausing and resuming need a second tap. */
export type ConfirmSetting = 'running' | 'always' | 'never';

/** Most bids a second tap confirms; for more the count is typed. */
const MAX_BY_TAP = 5;
const MAX_NAMED = 12;

export type NeededConfirmation = 'nothing' | 'second-tap' | 'typed-count';

export type Policy = {
  readonly confirm: ConfirmSetting;
  readonly production: boolean;
  /** A key of a burst may have been pasted, so it never acts at once. */
  readonly alone: boolean;
};

/** A production profile asks even when the setting is `never`. */
export function confirmationNeeded(
  impact: Pick<Impact, 'affected'>,
  { confirm, production, alone }: Policy,
): NeededConfirmation {
  const when = production && confirm === 'never' ? 'running' : confirm;
  if (when === 'never') return 'nothing';
  if (impact.affected > 0) return production || impact.affected > MAX_BY_TAP ? 'typed-count' : 'second-tap';
  return when === 'always' || !alone ? 'second-tap' : 'nothing';
}

const perHour = (exposure: Exposure): string =>
  isNothing(exposure) ? '' : `${costInWords(exposure)}${exposure.kind === 'unknown' ? '' : '/h'}`;

/** What stops with a bid: `4 running`, `1 running, 2 preempting, 1 starting`. */
export function workOn({ fid }: Bid, context: Context): string {
  const running = runningOf(fid, context);
  const others = instancesOf(fid, context).filter(isToStop);
  const going = GOING.flatMap((word) => {
    const count = others.filter(({ status }) => isStatus(status, word)).length;
    return count === 0 ? [] : [{ word, count }];
  });
  const starting = others.length - running - going.reduce((sum, { count }) => sum + count, 0);
  return [
    `${running} running`,
    ...going.map(({ word, count }) => `${count} ${word}`),
    ...(starting > 0 ? [`${starting} starting`] : []),
  ].join(', ');
}

/** These still run, but not for long. */
const GOING = ['preempting', 'relocating', 'stopping'] as const;

export function pauseImpact(bids: readonly Bid[], context: Context): Impact {
  const affected = bids.filter((bid) => hasWork(bid, context));
  const instancesToStop = affected.flatMap(({ fid }) => instancesOf(fid, context).filter(isToStop));
  const stopping = instancesToStop.length;
  const running = affected.reduce((sum, { fid }) => sum + runningOf(fid, context), 0);
  const cost = perHour(exposureOf(affected, ({ fid }) => ({ count: chargedOf(fid, context) })));
  // What is being preempted goes anyway: pausing costs less than the number says.
  const going = instancesToStop.filter(({ status }) => isStatus(status, 'preempting')).length;
  const instances = `${counted(stopping, running === stopping ? 'running instance' : 'instance')}${going === 0 ? '' : ` (${going} preempting)`}`;
  const stops =
    stopping === 0
      ? `what runs on ${affected.length === 1 ? 'it' : 'them'} stops`
      : `${instances} ${stopping === 1 ? 'stops' : 'stop'}${cost === '' ? '' : ` (${cost})`}${context.remarks.onStopping(instancesToStop, context)}`;
  return impactOf(bids, affected.length, {
    verb: 'pause',
    effect: affected.length === 1 ? 'runs' : 'run',
    meaning: stops,
    line: (bid) =>
      `${labelOf(bid)}  ${workOn(bid, context)}  ${perHour(exposureOf([bid], ({ fid }) => ({ count: chargedOf(fid, context) })))}`,
    remark: ' Resuming brings the bid back, not that work.',
  });
}

/** Instances may start, up to the quantity and at most at the limit price. */
export function resumeImpact(bids: readonly Bid[], context: Context): Impact {
  // An unreadable quantity may be any.
  const missing = (bid: Bid): number | null => {
    const quantity = quantityToRun(bid);
    return quantity === null ? null : Math.max(0, quantity - instancesRunning(bid, context));
  };
  const affected = bids.filter((bid) => missing(bid) !== 0);
  const cost = exposureOf(affected, (bid) => ({ count: missing(bid) }));
  const [first] = affected.length === 1 ? affected : [];
  const count = first === undefined ? null : missing(first);
  const times =
    first?.limit_price?.amount && count !== null && count > 1
      ? `${count} ${context.glyphs.times} ${formatMoneyGrouped(first.limit_price.amount)} = `
      : '';
  const it = affected.length === 1 ? 'it' : 'they';
  const over = resumedOverBudget(affected, context);
  const more = cost.kind === 'known' ? `up to ${times}${perHour(cost)} more` : `${perHour(cost)} more`;
  // The words about the budget name it already.
  const rest = over === null ? (cost.kind === 'known' ? '' : `: ${unknownCost(cost)}`) : `, ${over}`;
  const begins = `${it} can cost ${more}${rest}`;
  return impactOf(bids, affected.length, {
    verb: 'resume',
    effect: affected.length === 1 ? 'starts' : 'start',
    meaning: begins,
    line: (bid) =>
      `${labelOf(bid)}  ${shownPrice(bid.limit_price) ?? context.glyphs.none} ${context.glyphs.times} ${missing(bid) ?? '?'}`,
    remark: '',
  });
}

type ImpactWords = {
  readonly verb: 'pause' | 'resume';
  readonly effect: string;
  readonly meaning: string;
  readonly line: (bid: Bid) => string;
  readonly remark: string;
};

function impactOf(
  bids: readonly Bid[],
  affected: number,
  { verb, effect, meaning, line, remark }: ImpactWords,
): Impact {
  const [only] = bids.length === 1 ? bids : [];
  const subject = only === undefined ? `${bids.length} bids` : `the bid ${labelOf(only)}`;
  return {
    bids: bids.length,
    affected,
    meaning,
    sentence: sentenceFor(verb, bids, affected, effect, meaning),
    title: `${capitalized(verb)} ${subject}`,
    lines: [...named(bids, line), { text: `${capitalized(meaning)}.${remark}`, tone: 'warn' }],
  };
}

function sentenceFor(verb: string, bids: readonly Bid[], affected: number, effect: string, meaning: string): string {
  const [only] = bids.length === 1 ? bids : [];
  if (only !== undefined) return affected === 0 ? `${verb} ${labelOf(only)}` : `${verb} ${labelOf(only)}, ${meaning}`;
  const all = `${verb} ${bids.length} bids`;
  if (affected === 0) return all;
  return affected === bids.length ? `${all}, ${meaning}` : `${all}, ${affected} of them ${effect}: ${meaning}`;
}

function named(bids: readonly Bid[], line: (bid: Bid) => string): Confirmation['lines'] {
  const more = bids.length - MAX_NAMED;
  return [
    ...bids.slice(0, MAX_NAMED).map((bid) => ({ text: line(bid).trimEnd() })),
    ...(more > 0 ? [{ text: `and ${more} more` }] : []),
  ];
}

/** An allocated bid has work even before the instances list shows it. */
function hasWork(bid: Bid, context: Context): boolean {
  return stoppingOn(bid.fid, context) > 0 || isStatus(bid.status, 'allocated') || isStatus(bid.status, 'preempting');
}

const instancesRunning = (bid: Bid, context: Context): number =>
  isStatus(bid.status, 'paused') ? 0 : runningOf(bid.fid, context);
