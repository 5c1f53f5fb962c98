import { localZone, wallClock } from '../../lib/calendar.ts';
import { shortDuration } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import { formatMoneyGrouped } from '../../lib/money.ts';
import { leastOf } from '../../lib/sum.ts';
import { counted } from '../../lib/words.ts';
import { isNothing } from '../../resources/parts/amounts.ts';
import type { CardSums } from './card.ts';

/** A figure of a card: what it is, its value, and what is to be known beside it. */
export type Figure = {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly tone: 'good' | 'bad' | 'plain';
};

/** Time that is not observed up to which nothing can be missing, in milliseconds. */
const SAID_MS = 1000;

/** The figures of a card, in their order. */
export function figuresOf({ losses, longestName, out, cost, observedMs, missingMs }: CardSums): readonly Figure[] {
  const { longest, instances, preempted, started, back } = losses;
  const hasLost = losses.bids > 0;
  const isWhole = missingMs < SAID_MS;
  const none = isWhole ? 'none' : 'none seen';
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
      note:
        out === null
          ? 'what is out: not read'
          : out === 0
            ? 'none is out at the end'
            : `${counted(out, 'bid')} out at the end`,
      tone: hasLost && back === losses.bids ? 'good' : 'plain',
    },
    {
      label: 'Longest outage',
      value: longest === null ? none : shortDuration(longest.ms),
      note: longest === null ? '' : `${longestName}${longest.isBack ? '' : ', not back'}`,
      tone: 'plain',
    },
    observedMs < SAID_MS
      ? { label: 'Cost, at most', value: 'not known', note: 'nobody had looked', tone: 'plain' }
      : {
          label: cost.kind === 'known' ? 'Cost, at most' : 'Cost, at least',
          value: isNothing(cost) ? 'nothing' : leastOf(cost).map(formatMoneyGrouped).join(' and ') || 'not known',
          note: `in the ${shortDuration(observedMs)} observed`,
          tone: 'plain',
        },
  ];
}

/** A time on the wall clock here, with its distance from UTC: `2026-11-20 06:02 to 14:02 (UTC+01:00)`. */
export function periodText({ from, to }: Interval): string {
  const [first, last] = [wallClock(from, localZone(from)), wallClock(to, localZone(to))];
  const zone = ({ offset }: typeof first): string => (offset === '+00:00' ? 'UTC' : `UTC${offset}`);
  const begin = `${first.date} ${first.time}${first.offset === last.offset ? '' : ` (${zone(first)})`}`;
  return `${begin} to ${first.date === last.date ? '' : `${last.date} `}${last.time} (${zone(last)})`;
}
