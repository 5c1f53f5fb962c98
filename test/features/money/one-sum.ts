import type { BidRecords } from '../../../src/features/money/bid-record.ts';
import { spendReport } from '../../../src/features/money/costs/report.ts';
import type { Spend } from '../../../src/features/money/spend.ts';
import { amountOf, type Cost } from '../../../src/features/money/spend.ts';
import { dayAt, localZone } from '../../../src/lib/calendar.ts';
import type { Interval } from '../../../src/lib/intervals.ts';
import { playedJournal } from './random-journal.ts';

/** How many journals are tried. */
export const runs = { numRuns: Number(process.env['SPOTDECK_SPEND_RUNS'] ?? 25) };

/** A journal with what is known of today until now, and of a longer time. */
export async function today(steps: Parameters<typeof playedJournal>[0]) {
  const played = await playedJournal(steps);
  const { now, records } = played;
  const zone = localZone(now);
  const time = { from: dayAt(now, zone).from, to: now };
  return { now, zone, time, ofToday: records(time.from), ofLong: records(now - 90 * 86_400_000) };
}

/** What two spends of the same time have in common, whatever they are divided into. */
export const figures = ({
  costs,
  most,
  runningMs,
  unpricedMs,
  observedMs,
  gapMs,
  unknownMs,
  time,
  firstReads,
}: Spend) => ({
  costs,
  most,
  runningMs,
  unpricedMs,
  observedMs,
  gapMs,
  unknownMs,
  time,
  // A command reads no more of the past than one look before its time.
  isKnown: firstReads.map(({ at }) => at !== null),
});
/** Amounts in millionths of their currency. */
export const micros = (costs: readonly Cost[]): readonly string[] =>
  costs.map((cost) => amountOf(cost).micros.toString());

/** What `spotdeck spend` says of a time as a whole. */
export const spentIn = (known: BidRecords, time: Interval, zone = 'UTC'): Spend =>
  spendReport(known, { time, by: 'day', zone, aliases: new Map() }).whole;
