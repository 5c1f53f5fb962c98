import { localZone, momentName } from '../../../lib/calendar.ts';
import { clockTime, DAY_MS, shortDuration } from '../../../lib/duration.ts';
import { counted, joinedClauses } from '../../../lib/words.ts';
import { type LimitPrice, LONGEST_GAP_MS, type ObservedBid } from '../bid-record.ts';
import type { PairChart, PriceMark } from '../price.ts';
import { amount } from '../price-sentence.ts';
import { nameOfBid } from './limits.ts';

/** `02:10`, or `Fri 11-20 02:10` when older than a day. */
const timeText = (at: number, now: number): string =>
  now - at < DAY_MS ? clockTime(at).slice(0, 5) : momentName(at, localZone(now));

const isUnseen = ({ at, since }: PriceMark): boolean => at - since > LONGEST_GAP_MS;

const whenText = (mark: PriceMark, now: number): string =>
  isUnseen(mark)
    ? `between ${timeText(mark.since, now)} and ${timeText(mark.at, now)}, while nobody looked`
    : `at ${timeText(mark.at, now)}`;

/** The price at a mark; in a gap, at the next look. */
function priceWords(mark: PriceMark, sign: string, now: number): readonly [long: string, short: string] {
  const { kind, limit, high } = mark;
  const price = isUnseen(mark) ? `price at ${timeText(mark.at, now)}` : 'price';
  const most = high === null ? null : `${price} at most ${amount(sign, high)}`;
  if (kind === 'filled') return most === null ? ['', ''] : [`, the ${most}`, `, ${most}`];
  if (high !== null && high <= limit) return [`, the ${most}, so capacity can be the reason`, `, ${most}`];
  return most === null
    ? [', and no bid shows what the price was', ', price not known']
    : [`, the ${most}: outbid or without room`, `, ${most}`];
}

const HAPPENED = {
  filled: { long: 'was filled', short: 'filled' },
  lost: { long: 'was lost', short: 'lost' },
  preempted: { long: 'began to be preempted', short: 'preempted' },
} as const;

/** The longest form first. */
export function markSentences(mark: PriceMark, sign: string, now: number): readonly [string, ...string[]] {
  const { traits, kind, isOver, at } = mark;
  const name = traits.name === '' ? traits.bid : traits.name;
  const happened = HAPPENED[isOver ? kind : 'preempted'];
  const [long, short] = priceWords(mark, sign, now);
  const limit = amount(sign, mark.limit);
  const when = timeText(at, now);
  return [
    `${name} ${happened.long} ${whenText(mark, now)}: its limit was ${limit}${long}.`,
    `${name} ${happened.short} ${when}: limit ${limit}${short}.`,
    `${name} ${happened.short} ${when}, limit ${limit}.`,
  ];
}

export function countWords({ marks }: PairChart, spanMs: number): string {
  const lost = marks.filter(({ kind }) => kind === 'lost').length;
  const over = `in the last ${shortDuration(spanMs)}`;
  if (marks.length === 0) return `No bid was filled or lost ${over}.`;
  return `${lost === 0 ? 'No loss' : lost === 1 ? '1 loss' : `${lost} losses`} and ${counted(marks.length - lost, 'fill')} ${over}.`;
}

const STANDS = {
  allocated: 'has its instances',
  open: 'waits',
  preempting: 'is being preempted',
  paused: 'is paused',
  other: 'has a status that is not known here',
  ended: 'has ended',
} as const;

/** For a screen reader: limit price, state, and losses of each bid. */
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
