import { SIMULATED_BY } from '../../journal/past.ts';
import { localZone, wallClock } from '../../lib/calendar.ts';
import { shortDuration } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import { printableLine } from '../../lib/sanitize.ts';
import { counted } from '../../lib/words.ts';
import { aliasOr } from '../../resources/parts/aliases.ts';
import type { ConnectionState } from '../../store/state.ts';
import type { BidRecords } from '../money/bid-record.ts';
import { isKnown } from '../money/spend-over.ts';
import { type Bars, barsOf, withoutFid } from './bars.ts';
import { type DigestWithCost, recordsOf } from './digest.ts';
import { amountsOf, unobservedSentences } from './digest-lines.ts';
import { type Losses, lossesOf, outNow } from './losses.ts';
import type { DigestPart } from './part.ts';

/** A figure of a card: what it is, its value, and what is to be known beside it. */
export type Figure = {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly tone: 'good' | 'bad' | 'plain';
};

/** What a card of a digest says, in texts that are safe to draw. Times in milliseconds since 1970. */
export type Card = {
  readonly title: string;
  readonly period: string;
  /** Whether it is about a market of the demo. */
  readonly isSimulated: boolean;
  /** None when nothing is known of the time; the notes say so then. */
  readonly figures: readonly Figure[];
  readonly time: Interval;
  readonly bars: Bars;
  readonly notes: readonly string[];
};

/** What a card is made of. */
export type CardOf = {
  readonly parts: readonly DigestPart[];
  readonly digest: DigestWithCost;
  readonly records: BidRecords;
  readonly connected: Pick<ConnectionState, 'aliases' | 'demo'>;
};

/** Columns of the bars, and the most of them. */
export const BAR_ROOM = { columns: 446, most: 12 };
/** Time that is not observed up to which nothing can be missing, in milliseconds. */
const SAID_MS = 1000;

/** The card of a digest. All of its sums are those of the digest. */
export function cardOf({ parts, digest, records, connected }: CardOf): Card {
  const { spend, bids, time } = digest;
  const named = (project: string): string => printableLine(aliasOr(project, connected.aliases));
  const losses = lossesOf(bids, time.to);
  const isEmpty = !isKnown(spend) && !bids.some(({ hasChanged }) => hasChanged);
  const bars = isEmpty ? { shown: [], more: 0 } : barsOf(bids, recordsOf(parts, records), spend.time, BAR_ROOM);
  const several = digest.projects.length > 1;
  return {
    title: digest.projects.map(named).join(', '),
    period: periodText(time),
    isSimulated: connected.demo || parts.some(({ events }) => events.some(({ by }) => by === SIMULATED_BY)),
    figures: isEmpty ? [] : figuresOf(digest, losses),
    time: spend.time,
    bars: {
      ...bars,
      shown: bars.shown.map(({ name, project, ...bar }) => ({
        ...bar,
        project,
        name: `${printableLine(name) || NAMELESS}${several && project !== '' ? `, ${named(project)}` : ''}`,
      })),
    },
    notes: isEmpty ? ['Nothing is known of this time: nobody had looked.'] : unobservedSentences(spend, named),
  };
}

const NAMELESS = '(no name)';

const nameFor = (name: string, fid: string): string => printableLine(withoutFid(name, fid)) || NAMELESS;

function figuresOf({ bids, spend, knowsNow }: DigestWithCost, losses: Losses): readonly Figure[] {
  const { longest, instances, preempted, started, back } = losses;
  const hasLost = losses.bids > 0;
  const isWhole = spend.gapMs + spend.unknownMs < SAID_MS;
  const none = isWhole ? 'none' : 'none seen';
  const out = outNow(bids).length;
  return [
    {
      label: 'Lost',
      value: hasLost ? counted(instances, 'instance') : none,
      note: hasLost
        ? `of ${counted(losses.bids, 'bid')}${preempted === 0 ? '' : `, ${preempted} preempted`}`
        : `${started} started`,
      tone: hasLost ? 'bad' : isWhole ? 'good' : 'plain',
    },
    {
      label: 'Back',
      value: hasLost ? `${back} of ${counted(losses.bids, 'bid')}` : 'nothing to be',
      note: !knowsNow
        ? 'what is out now: not read'
        : out === 0
          ? 'no bid is out now'
          : `${counted(out, 'bid')} out now`,
      tone: hasLost && back === losses.bids ? 'good' : 'plain',
    },
    {
      label: 'Longest outage',
      value: longest === null ? none : shortDuration(longest.ms),
      note: longest === null ? '' : `${nameFor(longest.name, longest.fid)}${longest.isBack ? '' : ', not back'}`,
      tone: 'plain',
    },
    spend.observedMs < SAID_MS
      ? { label: 'Cost, at most', value: 'not known', note: 'nobody had looked', tone: 'plain' }
      : {
          label: 'Cost, at most',
          value: amountsOf(spend.costs).join(' and ') || 'nothing',
          note: `in the ${shortDuration(spend.observedMs)} observed`,
          tone: 'plain',
        },
  ];
}

/** A time on the wall clock here, with its distance from UTC: `2026-11-20 06:02 to 14:02 (UTC+01:00)`. */
function periodText({ from, to }: Interval): string {
  const [first, last] = [wallClock(from, localZone(from)), wallClock(to, localZone(to))];
  const zone = ({ offset }: typeof first): string => (offset === '+00:00' ? 'UTC' : `UTC${offset}`);
  const begin = `${first.date} ${first.time}${first.offset === last.offset ? '' : ` (${zone(first)})`}`;
  return `${begin} to ${first.date === last.date ? '' : `${last.date} `}${last.time} (${zone(last)})`;
}
