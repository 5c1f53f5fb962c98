import type { JournalEvent } from '../../changes/change-event.ts';
import type { Bid } from '../../contract/bid.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { isStatus, statusRank } from '../../resources/parts/status.ts';
import type { ConsoleState } from '../state.ts';
import { dialogChanged } from './dialog-stack.ts';
import type { BidEvents } from './dialog-state.ts';

/** How far back a history looks, from near to far. */
const SPANS: readonly number[] = [
  DAY_MS / 720,
  DAY_MS / 144,
  DAY_MS / 24,
  DAY_MS / 4,
  DAY_MS,
  7 * DAY_MS,
  30 * DAY_MS,
  90 * DAY_MS,
];
const USUAL_SPAN_MS = DAY_MS / 4;

/** How far back a history looks at first: as far as anybody has, but no further than is usual. */
export function firstSpan({ knownSince }: BidEvents, now: number): number {
  const known = knownSince === null ? 0 : now - knownSince;
  return SPANS.find((span) => span >= known && span <= USUAL_SPAN_MS) ?? USUAL_SPAN_MS;
}

/** The next longer or shorter time to look back; the same at either end. */
export function spanBeside(spanMs: number, by: 1 | -1): number {
  return SPANS[SPANS.indexOf(spanMs) + by] ?? spanMs;
}

/** What a bid was in one column of the picture. `unsure`: it changed at some time in which nobody looked. */
export type HistorySlot = {
  readonly status: { readonly kind: 'known'; readonly status: string | null } | { readonly kind: 'unsure' | 'none' };
  /** The fewest instances that ran; null where nobody knows. */
  readonly running: number | null;
};

/** A new limit price, with the column in which it was first seen. */
export type PriceMark = { readonly column: number; readonly price: string };

export type History = {
  readonly slots: readonly HistorySlot[];
  /** The price before the first mark. */
  readonly firstPrice: string | null;
  readonly prices: readonly PriceMark[];
};

/** A state that held from one moment to the next; before `from` and after `since` nobody looked. */
type StatusSpan = { readonly from: number; readonly to: number; readonly value: HistorySlot['status'] };

/** What the journal told meanwhile joins an open history of the bid it is about. */
export function historyEventsAdded(state: ConsoleState, events: readonly JournalEvent[]): ConsoleState {
  return dialogChanged(state, 'history', (dialog) => {
    const about = events.filter(
      ({ payload }) => payload.kind === 'seen' && (payload.fid === dialog.fid || payload.bid === dialog.fid),
    );
    return about.length === 0
      ? dialog
      : { ...dialog, bidEvents: { ...dialog.bidEvents, events: [...dialog.bidEvents.events, ...about] } };
  });
}

/** What a bid went through in the time before `now`, in so many columns (newest right). Trouble is shown first: a column says the worst that was in it. */
export function historyOf(
  bid: Bid,
  running: number,
  bidEvents: BidEvents,
  now: number,
  spanMs: number,
  columns: number,
): History {
  const begin = now - spanMs;
  const known = Math.max(bidEvents.knownSince ?? now, bid.created_at ?? Number.NEGATIVE_INFINITY);
  const statuses = statusSpans(bid, bidEvents.events, known, now);
  const counts = runningCounts(bid, running, bidEvents.events, known);
  const edge = (column: number): number => begin + (spanMs * column) / columns;
  const slots = Array.from({ length: columns }, (_, n): HistorySlot => {
    const [from, to] = [edge(n), edge(n + 1)];
    const here = statuses.filter((piece) => piece.to > from && piece.from < to);
    const worst = here
      .map(({ value }) => value)
      .toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))
      .at(0);
    const fewest = counts.filter((piece) => piece.to > from && piece.from < to).map(({ count }) => count);
    return { status: worst ?? { kind: 'none' }, running: fewest.length === 0 ? null : Math.min(...fewest) };
  });
  const changes = bidEvents.events.flatMap(({ at, payload }) =>
    payload.kind === 'seen' && payload.fid === bid.fid && payload.field === 'limit_price' && at > begin
      ? [{ at, told: payload }]
      : [],
  );
  return {
    slots,
    firstPrice: changes[0] === undefined ? (bid.limit_price?.text ?? null) : changes[0].told.from,
    prices: changes.map(({ at, told: payload }) => ({
      column: Math.min(columns - 1, Math.floor(((at - begin) / spanMs) * columns)),
      price: payload.to ?? '',
    })),
  };
}

/** Hidden lists are asked for less often than shown ones, but not less than this. */
const USUAL_GAP_MS = 15_000;

/** Known states before unknown times, and among them trouble first. */
function rankOf(value: HistorySlot['status']): string {
  return value.kind === 'known' ? `0 ${statusRank('bid', value.status)}` : value.kind === 'unsure' ? '1' : '2';
}

function statusSpans(bid: Bid, events: readonly JournalEvent[], known: number, now: number): readonly StatusSpan[] {
  const changes = events.filter(
    ({ payload }) =>
      payload.kind === 'seen' &&
      payload.fid === bid.fid &&
      (payload.field === 'status' || payload.change === 'appeared'),
  );
  const pieces: StatusSpan[] = [];
  let from = known;
  let status = bid.status;
  for (const { at, since, payload } of changes) {
    if (payload.kind !== 'seen') continue;
    // Between two looks as the console takes them nobody wonders; a longer time is told.
    const until = Math.max(from, since === null || at - since < USUAL_GAP_MS ? at : since);
    if (payload.change !== 'appeared') pieces.push({ from, to: until, value: { kind: 'known', status: payload.from } });
    if (at > until) pieces.push({ from: until, to: at, value: { kind: 'unsure' } });
    from = at;
    status = payload.to;
  }
  return [...pieces, { from, to: now + 1, value: { kind: 'known', status } }];
}

/** How many instances ran from one moment to the next, told backwards from what runs now. */
function runningCounts(bid: Bid, running: number, events: readonly JournalEvent[], known: number) {
  const pieces: { from: number; to: number; count: number }[] = [];
  let to = Number.POSITIVE_INFINITY;
  let count = running;
  for (const { at, payload } of events.toReversed()) {
    if (
      payload.kind !== 'seen' ||
      payload.bid !== bid.fid ||
      (payload.field !== 'status' && payload.change !== 'appeared')
    )
      continue;
    const ran = (status: string | null): number => (isStatus(status, 'running') ? 1 : 0);
    const difference = ran(payload.to) - ran(payload.from);
    if (difference === 0) continue;
    pieces.push({ from: at, to, count });
    to = at;
    count = Math.max(0, count - difference);
  }
  return [...pieces, { from: known, to, count }].filter((piece) => piece.to > piece.from);
}
