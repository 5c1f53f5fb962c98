import type { JournalEvent } from '../../changes/change-event.ts';
import type { Bid } from '../../contract/bid.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { statusRank } from '../../resources/parts/status.ts';
import type { BidEvents } from '../../store/dialog-state.ts';
import { dialogChanged, dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import { runningDifference } from '../../store/run-history.ts';
import type { ConsoleState } from '../../store/state.ts';
import { spanFor } from '../money/time-spans.ts';

declare module '../../store/dialog-state.ts' {
  interface DialogStates {
    /** The history of a bid; new events are added while it is open. */
    readonly history: {
      readonly fid: string;
      /** Null until the journal has answered. */
      readonly bidEvents: BidEvents | null;
      readonly spanMs: number;
      readonly top: number;
    };
  }
}

/** Opens the history of a listed bid, whose events are asked for. */
export function historyOpened(state: ConsoleState, fid: string): ConsoleState {
  if (!state.lists.bids.rows.has(fid)) return state;
  return dialogOpened(state, { kind: 'history', fid, bidEvents: null, spanMs: DAY_MS, top: 0 });
}

/** Shows the events of a bid in its history, unless that is closed by now. */
export function historyRead(state: ConsoleState, fid: string, bidEvents: BidEvents): ConsoleState {
  const bid = state.lists.bids.rows.get(fid)?.row;
  return dialogChanged(state, 'history', (dialog) => {
    if (dialog.fid !== fid || dialog.bidEvents !== null) return dialog;
    const spanMs = bid === undefined ? dialog.spanMs : firstSpan(bid, bidEvents, state.now);
    return { ...dialog, bidEvents, spanMs };
  });
}

/** The initial time span of a bid's history: the shortest that holds what is known of it, up to a day. In milliseconds. */
export const firstSpan = (bid: Bid, bidEvents: BidEvents, now: number): number =>
  spanFor(now - knownFrom(bid, bidEvents, now));

/** When a bid's recorded history begins: with the first poll in the journal, or when it was placed. */
const knownFrom = ({ created_at }: Bid, { knownSince }: BidEvents, now: number): number =>
  Math.max(knownSince ?? now, created_at ?? Number.NEGATIVE_INFINITY);

/** A bid's status in one column of the chart. `unsure`: it changed at an unknown time between two polls. */
export type HistorySlot = {
  readonly status: { readonly kind: 'known'; readonly status: string | null } | { readonly kind: 'unsure' | 'none' };
  /** The fewest instances that ran; null when unknown. */
  readonly running: number | null;
};

/** A new limit price, with the column of its first poll. */
export type PriceMark = { readonly column: number; readonly price: string };

export type History = {
  readonly slots: readonly HistorySlot[];
  /** The price before the first mark. */
  readonly firstPrice: string | null;
  readonly prices: readonly PriceMark[];
};

/** A status from one time to another, in milliseconds since 1970. */
type StatusSpan = { readonly from: number; readonly to: number; readonly value: HistorySlot['status'] };

/** Adds new events to the open history of their bid. */
export function historyEventsAdded(state: ConsoleState, events: readonly JournalEvent[]): ConsoleState {
  return dialogChanged(state, 'history', (dialog) => {
    if (dialog.bidEvents === null) return dialog;
    const added = events.filter(
      ({ payload }) => payload.kind === 'seen' && (payload.fid === dialog.fid || payload.bid === dialog.fid),
    );
    return added.length === 0
      ? dialog
      : { ...dialog, bidEvents: { ...dialog.bidEvents, events: [...dialog.bidEvents.events, ...added] } };
  });
}

/** The same for events that the journal tells as they come: it may have had some of them already when it was asked about the bid. */
export function journalEventsAdded(state: ConsoleState, events: readonly JournalEvent[]): ConsoleState {
  const [open] = state.dialogs.filter((dialog) => dialog.kind === 'history');
  const last = open?.bidEvents?.events.at(-1)?.id ?? 0;
  return historyEventsAdded(
    state,
    events.filter(({ id }) => id > last),
  );
}

/** A bid's history before `now` in a number of columns, newest right. A column shows the worst status in it. */
export function historyOf(
  bid: Bid,
  running: number,
  bidEvents: BidEvents,
  now: number,
  spanMs: number,
  columns: number,
): History {
  const begin = now - spanMs;
  const known = knownFrom(bid, bidEvents, now);
  const statuses = statusSpans(bid, bidEvents.events, known, now);
  const counts = runningCounts(bid, running, bidEvents.events, known);
  const edge = (column: number): number => begin + (spanMs * column) / columns;
  const slots = Array.from({ length: columns }, (_, n): HistorySlot => {
    const [from, to] = [edge(n), edge(n + 1)];
    const overlapping = statuses.filter((span) => span.to > from && span.from < to);
    const worst = overlapping
      .map(({ value }) => value)
      .toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))
      .at(0);
    const fewest = counts.filter((span) => span.to > from && span.from < to).map(({ count }) => count);
    return { status: worst ?? { kind: 'none' }, running: fewest.length === 0 ? null : Math.min(...fewest) };
  });
  const changes = bidEvents.events.flatMap(({ at, payload }) =>
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

/** Longest interval between two polls of a list, in milliseconds: hidden lists are polled less often than shown ones. */
const USUAL_GAP_MS = 15_000;

/** A sort key: known statuses before unknown times, and trouble first among them. */
function rankOf(value: HistorySlot['status']): string {
  return value.kind === 'known' ? `0 ${statusRank('bid', value.status)}` : value.kind === 'unsure' ? '1' : '2';
}

/** Until when the value before a change is known. The usual interval between two polls counts as seen, a longer one does not. */
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

/** The number of running instances over time, counted backwards from the present number; without times at which it is unknown. */
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
