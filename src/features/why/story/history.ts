import type { JournalEvent } from '../../../changes/change-event.ts';
import type { Bid } from '../../../contract/bid.ts';
import { statusRank } from '../../../resources/parts/status.ts';
import type { RowEvents } from '../../../store/dialog-state.ts';
import { runningDifference } from '../../../store/run-history.ts';
import { spanFor } from '../../money/picture.ts';

export const firstSpan = (bid: Bid, rowEvents: RowEvents, now: number): number =>
  spanFor(now - knownFrom(bid, rowEvents, now));

const knownFrom = ({ created_at }: Bid, { knownSince }: RowEvents, now: number): number =>
  Math.max(knownSince ?? now, created_at ?? Number.NEGATIVE_INFINITY);

/** One column of the chart. `unsure`: changed at an unknown time between two polls. */
export type HistorySlot = {
  readonly status: { readonly kind: 'known'; readonly status: string | null } | { readonly kind: 'unsure' | 'none' };
  /** The fewest running instances; null when unknown. */
  readonly running: number | null;
};

export type PriceMark = { readonly column: number; readonly price: string };

export type History = {
  readonly slots: readonly HistorySlot[];
  readonly firstPrice: string | null;
  readonly prices: readonly PriceMark[];
};

type StatusSpan = { readonly from: number; readonly to: number; readonly value: HistorySlot['status'] };

/** Columns before `now`, newest right, each with its worst status. */
export function historyOf(
  bid: Bid,
  running: number,
  rowEvents: RowEvents,
  now: number,
  spanMs: number,
  columns: number,
): History {
  const begin = now - spanMs;
  const known = knownFrom(bid, rowEvents, now);
  const statuses = statusSpans(bid, rowEvents.events, known, now);
  const counts = runningCounts(bid, running, rowEvents.events, known);
  const edge = (column: number): number => begin + (spanMs * column) / columns;
  const slots = Array.from({ length: columns }, (_, n): HistorySlot => {
    const [from, to] = [edge(n), edge(n + 1)];
    const overlapping = statuses.filter((span) => span.to > from && span.from < to);
    const [worst] = overlapping.map(({ value }) => value).toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
    const fewest = counts.filter((span) => span.to > from && span.from < to).map(({ count }) => count);
    return { status: worst ?? { kind: 'none' }, running: fewest.length === 0 ? null : Math.min(...fewest) };
  });
  const changes = rowEvents.events.flatMap(({ at, payload }) =>
    payload.kind === 'seen' && payload.fid === bid.fid && payload.field === 'limit_price' && at > begin
      ? [{ at, from: payload.from, to: payload.to }]
      : [],
  );
  return {
    slots,
    firstPrice: changes[0] === undefined ? (bid.limit_price?.text ?? null) : changes[0].from,
    prices: changes.map(({ at, to }) => ({
      column: Math.min(columns - 1, Math.floor(((at - begin) / spanMs) * columns)),
      price: to ?? '',
    })),
  };
}

/** Longest interval between two polls of a list, in milliseconds: hidden lists are polled less often. */
const USUAL_GAP_MS = 15_000;

/** A sort key: known statuses first, and trouble first among them. */
function rankOf(value: HistorySlot['status']): string {
  return value.kind === 'known' ? `0 ${statusRank('bid', value.status)}` : value.kind === 'unsure' ? '1' : '2';
}

/** The end of the value before a change: the usual interval between two polls counts as seen. */
const knownUntil = (at: number, since: number | null): number =>
  since === null || at - since < USUAL_GAP_MS ? at : since;

function statusSpans(bid: Bid, events: readonly JournalEvent[], known: number, now: number): readonly StatusSpan[] {
  const changes = events.filter(
    ({ payload }) =>
      payload.kind === 'seen' &&
      payload.fid === bid.fid &&
      (payload.field === 'status' || payload.change === 'appeared'),
  );
  const spans: StatusSpan[] = [];
  let from = known;
  let status = bid.status;
  for (const { at, since, payload } of changes) {
    if (payload.kind !== 'seen') continue;
    const until = Math.max(from, knownUntil(at, since));
    if (payload.change !== 'appeared') spans.push({ from, to: until, value: { kind: 'known', status: payload.from } });
    if (at > until) spans.push({ from: until, to: at, value: { kind: 'unsure' } });
    from = at;
    status = payload.to;
  }
  return [...spans, { from, to: now + 1, value: { kind: 'known', status } }];
}

/** The running instances over time, counted backwards; without unknown times. */
function runningCounts(bid: Bid, running: number, events: readonly JournalEvent[], known: number) {
  const spans: { from: number; to: number; count: number }[] = [];
  let to = Number.POSITIVE_INFINITY;
  let count = running;
  for (const { at, since, payload } of events.toReversed()) {
    if (payload.kind !== 'seen' || payload.bid !== bid.fid) continue;
    const difference = runningDifference(payload);
    if (difference === 0) continue;
    spans.push({ from: at, to, count });
    to = knownUntil(at, since);
    count = Math.max(0, count - difference);
  }
  return [...spans, { from: known, to, count }].filter((span) => span.to > span.from);
}
