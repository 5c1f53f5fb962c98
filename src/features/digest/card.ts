import { SIMULATED_BY } from '../../changes/change-event.ts';
import type { Interval } from '../../lib/intervals.ts';
import { printableLine } from '../../lib/sanitize.ts';
import type { Sum } from '../../lib/sum.ts';
import { ticksOf } from '../../lib/time-axis.ts';
import { aliasOr } from '../../resources/parts/aliases.ts';
import type { ConnectionState } from '../../store/state.ts';
import type { BidRecords } from '../money/bid-record.ts';
import { inCents } from '../money/cost.ts';
import { isKnown, spentIn } from '../money/spend-over.ts';
import { type Bars, barsOf, withoutFid } from './bars.ts';
import { type DigestWithCost, recordsOf } from './digest.ts';
import { unobservedSentences } from './digest-lines.ts';
import { type Losses, lossesOf, outNow } from './losses.ts';
import type { DigestPart } from './part.ts';

/** A time below the bars: where it is, from 0 to 1, and its words. */
export type Tick = { readonly at: number; readonly label: string };

/** The sums on a card. Times in milliseconds. */
export type CardSums = {
  readonly losses: Losses;
  /** The name of the bid that was out for longest; empty without one. */
  readonly longestName: string;
  /** The number of bids that are out at the end; null when the lists were not read. */
  readonly out: number | null;
  /** What the observed time cost at most, an amount for each currency. */
  readonly cost: Sum<unknown>;
  readonly observedMs: number;
  /** The time of which nothing is known, or that nobody observed. */
  readonly missingMs: number;
};

/** What a card of a digest says, in texts that are safe to draw. */
export type Card = {
  readonly title: string;
  readonly time: Interval;
  /** Whether it is about a market of the demo. */
  readonly isSimulated: boolean;
  /** Null when nothing is known of the time. */
  readonly known: CardSums | null;
  /** The bars, over the part of the time that the records reach. */
  readonly bars: Bars;
  readonly barTime: Interval;
  /** Times below the bars, each at a part of their width from 0 to 1. */
  readonly ticks: readonly Tick[];
  readonly notes: readonly string[];
};

/** What a card is made of. */
export type CardOf = {
  readonly parts: readonly DigestPart[];
  readonly digest: DigestWithCost;
  readonly records: BidRecords;
  readonly connected: Pick<ConnectionState, 'aliases' | 'demo'>;
};

/** Most bars. */
const MOST = 12;
/** Characters that have room below the bars, and the least number of blanks between two times. */
const AXIS = { characters: 104, gap: 6 };
/** The card of a digest. All of its sums are those of the digest. */
export function cardOf({ parts, digest, records, connected }: CardOf): Card {
  const { spend, bids, time } = digest;
  const named = (project: string): string => printableLine(aliasOr(project, connected.aliases));
  const isEmpty = !isKnown(spend) && !bids.some(({ hasChanged }) => hasChanged);
  const bars = isEmpty ? { shown: [], more: 0 } : barsOf(bids, recordsOf(parts, records), spend.time, MOST);
  const several = digest.projects.length > 1;
  return {
    title: digest.projects.map(named).join(', '),
    time,
    isSimulated: connected.demo || parts.some(({ events }) => events.some(({ by }) => by === SIMULATED_BY)),
    known: isEmpty ? null : sumsOf(digest),
    barTime: spend.time,
    ticks: ticksOf(spend.time.from, spend.time.to, AXIS.characters, AXIS.gap).map(({ column, label }) => ({
      at: column / AXIS.characters,
      label,
    })),
    bars: {
      ...bars,
      shown: bars.shown.map(({ name, project, ...bar }) => ({
        ...bar,
        project,
        name: nameOr(name) + (several && project !== '' ? `, ${named(project)}` : ''),
      })),
    },
    notes: isEmpty ? ['Nothing is known of this time: nobody had looked.'] : unobservedSentences(spend, named),
  };
}

const nameOr = (name: string): string => printableLine(name) || '(no name)';

function sumsOf({ bids, spend, time, knowsNow }: DigestWithCost): CardSums {
  const losses = lossesOf(bids, time.to);
  const { longest } = losses;
  return {
    losses,
    longestName: longest === null ? '' : nameOr(withoutFid(longest.name, longest.fid)),
    out: knowsNow ? outNow(bids).length : null,
    cost: inCents(spentIn(spend)),
    observedMs: spend.observedMs,
    missingMs: spend.gapMs + spend.unknownMs,
  };
}
