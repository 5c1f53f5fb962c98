import { clockTime, DAY_MS, moment, shortDuration } from '../../../lib/duration.ts';
import { counted, joinedClauses } from '../../../lib/words.ts';
import { type LimitPrice, LONGEST_GAP_MS } from '../bid-record.ts';
import { amount } from '../price-sentence.ts';
import { nameOfBid } from './limits.ts';
import type { PairChart } from './pair-chart.ts';
import type { ObservedBid, PriceMark } from './price-mark.ts';

/** The time of a mark, without seconds, and with its date when it is not of the last day: `02:10`, `11-20 02:10 UTC`. */
const timeText = (at: number, now: number): string =>
  now - at < DAY_MS ? clockTime(at).slice(0, 5) : `${moment(at).slice(5, 16)} UTC`;

/** When something happened: `at 02:10`; where nobody looked, between which times. */
function whenText({ at, since }: PriceMark, now: number): string {
  return at - since > LONGEST_GAP_MS
    ? `between ${timeText(since, now)} and ${timeText(at, now)}, while nobody looked`
    : `at ${timeText(at, now)}`;
}

/** What is known of the price at a mark. */
function priceWords({ kind, limit, low, high }: PriceMark, sign: string): string {
  if (kind === 'filled') return high === null ? '' : `, the price at most ${amount(sign, high)}`;
  if (low !== null && low >= limit) return `, the price at least ${amount(sign, low)}`;
  if (high !== null && high <= limit) return `, the price at most ${amount(sign, high)}, so capacity can be the reason`;
  return ', and no bid shows what the price was';
}

/** What happened at a mark, from its longest form to its shortest. */
export function markSentences(mark: PriceMark, sign: string, now: number): readonly [string, ...string[]] {
  const { traits, kind, limit, isOver } = mark;
  const name = traits.name === '' ? traits.bid : traits.name;
  const what = kind === 'filled' ? 'was filled' : isOver ? 'was lost' : 'began to be preempted';
  const price = priceWords(mark, sign);
  const short = { filled: 'filled', lost: isOver ? 'lost' : 'preempted' }[kind];
  const limitText = amount(sign, limit);
  return [
    `${name} ${what} ${whenText(mark, now)}: its limit was ${limitText}${price}.`,
    `${name} ${short} ${timeText(mark.at, now)}: limit ${limitText}${price.replace('the price', 'price').replace(', so capacity can be the reason', '')}.`,
  ];
}

/** How many losses and fills a chart has. */
export function countWords({ marks }: PairChart, spanMs: number): string {
  const lost = marks.filter(({ kind }) => kind === 'lost').length;
  const over = `in the last ${shortDuration(spanMs)}`;
  if (marks.length === 0) return `No bid was filled or lost ${over}.`;
  return `${lost === 0 ? 'No loss' : lost === 1 ? '1 loss' : `${lost} losses`} and ${counted(marks.length - lost, 'fill')} ${over}.`;
}

/** How a bid stands, for one that can't see the picture. */
const STANDS = {
  allocated: 'has its instances',
  open: 'waits',
  preempting: 'is being preempted',
  paused: 'is paused',
  other: 'has a status that is not known here',
  ended: 'has ended',
} as const;

/** What a chart has of each bid: its limit price, how it stands, and when it was lost. */
export function bidSentences({ bids, marks }: PairChart, now: number): readonly string[] {
  const lost = Map.groupBy(
    marks.filter(({ kind }) => kind === 'lost'),
    ({ traits }) => traits.bid,
  );
  return bids
    .map((one) => ({ one, last: one.bid.steps.at(-1) }))
    .toSorted((a, b) => Number((b.last?.limit?.micros ?? 0n) - (a.last?.limit?.micros ?? 0n)))
    .flatMap(({ one, last }) =>
      last === undefined
        ? []
        : [`${nameOfBid(one)}: ${limitWords(last.limit)}${STANDS[last.state]}, ${lostWords(one, lost, now)}.`],
    );
}

const limitWords = (limit: LimitPrice | null): string =>
  limit === null ? '' : `limit ${amount(limit.sign, limit.micros)}, `;

function lostWords(one: ObservedBid, lost: ReadonlyMap<string, readonly PriceMark[]>, now: number): string {
  const own = lost.get(one.bid.traits.bid) ?? [];
  return own.length === 0 ? 'not lost' : `lost ${joinedClauses(own.map((mark) => whenText(mark, now)))}`;
}
