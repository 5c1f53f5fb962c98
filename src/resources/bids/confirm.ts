import type { Bid } from '../../contract/bid.ts';
import { formatMoneyGrouped, sumMoney, timesMoney } from '../../lib/money.ts';
import type { Context } from '../context.ts';
import { exposureOf, runningOf, stoppingOn } from '../parts/joins.ts';
import { isStatus } from '../parts/status.ts';
import type { Confirmation, Exposure, Impact } from '../resource.ts';

/** Values of the setting `confirm`: when pausing and resuming want a second tap. */
export const confirmSettings = ['running', 'always', 'never'] as const;
export type ConfirmSetting = (typeof confirmSettings)[number];

/** Bids up to which a second tap is enough; of more the count is typed. */
const MAX_BY_TAP = 5;
/** Lines of a dialog that name single bids. */
const MAX_NAMED = 12;

/** What has to happen before a change is sent: nothing, the same key once more, or the number of bids typed. */
export type Needed = 'nothing' | 'second-tap' | 'typed-count';

export type Policy = {
  readonly confirm: ConfirmSetting;
  readonly production: boolean;
  /** Whether the key came by itself; one of a burst may have been pasted, so it only ever asks. */
  readonly alone: boolean;
};

/** Decides what a change needs. A production profile asks even where the setting is `never`. */
export function confirmationNeeded(impact: Pick<Impact, 'affected'>, { confirm, production, alone }: Policy): Needed {
  const when = production && confirm === 'never' ? 'running' : confirm;
  if (when === 'never') return 'nothing';
  if (impact.affected > 0) return production || impact.affected > MAX_BY_TAP ? 'typed-count' : 'second-tap';
  return when === 'always' || !alone ? 'second-tap' : 'nothing';
}

/** The dialog in which the number of bids is typed. */
export function typedCount({ bids, title, lines }: Impact): Confirmation {
  return { title, lines, typed: String(bids) };
}

const labelOf = (bid: Bid): string => bid.name || bid.fid;

/** A number with its noun: `1 instance`, `8 instances`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const perHour = (exposure: Exposure): string =>
  exposure.length === 0 ? '' : `${exposure.map(formatMoneyGrouped).join(' + ')}/h`;

/** What pausing stops. */
export function pauseImpact(bids: readonly Bid[], context: Context): Impact {
  const affected = bids.filter((bid) => hasWork(bid, context));
  const stopping = affected.reduce((sum, { fid }) => sum + stoppingOn(fid, context), 0);
  const running = affected.reduce((sum, { fid }) => sum + runningOf(fid, context), 0);
  const cost = perHour(exposureOf(affected, ({ fid }) => runningOf(fid, context)));
  const instances = counted(stopping, running === stopping ? 'running instance' : 'instance');
  const stops =
    stopping === 0
      ? `what runs on ${affected.length === 1 ? 'it' : 'them'} stops`
      : `${instances} ${stopping === 1 ? 'stops' : 'stop'}${cost === '' ? '' : ` (${cost})`}`;
  const [only] = bids.length === 1 ? bids : [];
  return {
    bids: bids.length,
    affected: affected.length,
    sentence: sentenceFor('pause', bids, affected.length, affected.length === 1 ? 'runs' : 'run', stops),
    title: only === undefined ? `Pause ${bids.length} bids` : `Pause the bid ${labelOf(only)}`,
    lines: [
      ...named(
        bids,
        (bid) =>
          `${labelOf(bid)}  ${runningOf(bid.fid, context)} running  ${perHourOf(bid, runningOf(bid.fid, context))}`,
      ),
      {
        text: `${stops[0]?.toUpperCase() ?? ''}${stops.slice(1)}. Resuming brings the bid back, not that work.`,
        tone: 'warn',
      },
    ],
  };
}

/** What resuming lets begin: instances up to the quantity, at most at the limit price. */
export function resumeImpact(bids: readonly Bid[], context: Context): Impact {
  const missing = (bid: Bid): number => Math.max(0, (bid.instance_quantity ?? 1) - instancesRunning(bid, context));
  const affected = bids.filter((bid) => missing(bid) > 0);
  const sums = sumMoney(
    affected.flatMap((bid) => (bid.limit_price?.amount ? [timesMoney(bid.limit_price.amount, missing(bid))] : [])),
  );
  const cost = perHour(sums);
  const [first] = affected.length === 1 ? affected : [];
  const times =
    first?.limit_price?.amount && missing(first) > 1
      ? `${missing(first)} ${context.glyphs.times} ${formatMoneyGrouped(first.limit_price.amount)} = `
      : '';
  const begins = cost === '' ? 'it may begin to cost' : `up to ${times}${cost} begins to count`;
  const [only] = bids.length === 1 ? bids : [];
  return {
    bids: bids.length,
    affected: affected.length,
    sentence: sentenceFor('resume', bids, affected.length, affected.length === 1 ? 'starts' : 'start', begins),
    title: only === undefined ? `Resume ${bids.length} bids` : `Resume the bid ${labelOf(only)}`,
    lines: [
      ...named(
        bids,
        (bid) =>
          `${labelOf(bid)}  ${bid.limit_price?.text ?? context.glyphs.none} ${context.glyphs.times} ${missing(bid)}`,
      ),
      { text: `${begins[0]?.toUpperCase() ?? ''}${begins.slice(1)}.`, tone: 'warn' },
    ],
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

function perHourOf({ limit_price }: Bid, count: number): string {
  return limit_price?.amount && count > 0 ? perHour([timesMoney(limit_price.amount, count)]) : '';
}

/** Whether pausing a bid stops work. One that is allocated has some, though the list of instances may not tell of it yet. */
function hasWork(bid: Bid, context: Context): boolean {
  return stoppingOn(bid.fid, context) > 0 || isStatus(bid.status, 'allocated') || isStatus(bid.status, 'preempting');
}

/** How many instances of a bid run and cost already. */
const instancesRunning = (bid: Bid, context: Context): number =>
  isStatus(bid.status, 'paused') ? 0 : runningOf(bid.fid, context);
