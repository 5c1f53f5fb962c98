import type { StoreApi } from 'zustand/vanilla';
import type { RuntimeAccess } from '../../app/runtime-part.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { joined } from '../../lib/intervals.ts';
import type { OpenDialog } from '../../store/dialog-state.ts';
import type { ConsoleState } from '../../store/state.ts';
import { demandsOf } from '../../store/state-part.ts';
import type { BidRecord, BidSteps } from './bid-record.ts';
import type { BidJournal } from './journal.ts';
import { bidRecordsOf, RECORDED_MS } from './known-records.ts';
import { recordsKnown } from './prices.ts';
import { budgetsChecked, hasSpendBudget } from './spend-budgets.ts';

/** Time between two readings while something on screen needs them, in milliseconds. */
const AGAIN_MS = 5000;
/** The same two while only the budgets per day and per month need them: a month is enough. */
const BUDGET_MS = 32 * DAY_MS;
const BUDGET_AGAIN_MS = 30_000;
/** How long after a list was requested a console may still write its steps, in milliseconds. */
const LATE_MS = 60_000;

/** The dialogs that show costs, or prices for a limit price. */
const DIALOGS: readonly OpenDialog['kind'][] = ['exposure', 'form'];

/** How far back what is shown or decided now needs the records, in milliseconds; 0 when nothing does. */
function shownMs(state: ConsoleState): number {
  const isShown = state.focus === 'prices' || state.dialogs.some(({ kind }) => DIALOGS.includes(kind));
  const demanded = demandsOf(state).flatMap(({ bidRecordsMs }) => bidRecordsMs ?? []);
  return Math.max(0, isShown ? RECORDED_MS : 0, ...demanded);
}

/** Whether something that is shown or decided now needs the records. */
export const needsRecords = (state: ConsoleState): boolean => state.shownInstead === null && shownMs(state) > 0;

/** How far back the records have to reach and how often they are read, in milliseconds; null when nothing needs them. */
function needOf(state: ConsoleState, always: boolean): { readonly spanMs: number; readonly againMs: number } | null {
  if (always) return { spanMs: RECORDED_MS, againMs: AGAIN_MS };
  if (state.shownInstead !== null) return null;
  const spanMs = shownMs(state);
  if (spanMs > 0) return { spanMs, againMs: AGAIN_MS };
  return hasSpendBudget(state.connected) ? { spanMs: BUDGET_MS, againMs: BUDGET_AGAIN_MS } : null;
}

/** A runtime whose records are read. */
type RecordReading = Pick<RuntimeAccess, 'change' | 'scopes'> & {
  readonly store: Pick<StoreApi<ConsoleState>, 'getState'>;
  readonly journal: Pick<BidJournal, 'bidRecords' | 'bidRecordsAfter'>;
  /** Whether they are read even while nothing on screen needs them. */
  readonly always?: boolean;
};

/** Reads the records from the journal when something on screen needs them, and what came since every few seconds. */
export function createRecordReader({ store, change, journal, scopes, always = false }: RecordReading) {
  /** How far back the known records reach, in milliseconds since 1970. */
  let readFrom = 0;

  return {
    readDue: (): void => {
      const state = store.getState();
      const need = needOf(state, always);
      if (need === null) return;
      const { now } = state;
      const from = now - need.spanMs;
      const known = readFrom <= from ? bidRecordsOf(state) : null;
      if (known !== null && now - known.readAt < need.againMs) return;
      if (known === null) readFrom = from;
      const since = known === null ? [] : journal.bidRecordsAfter(scopes(), known.readAt - LATE_MS);
      const records =
        known === null
          ? journal.bidRecords(scopes(), { from, to: now })
          : known.records.map((record) => {
              const newer = since.find(({ project }) => project === record.project);
              return newer === undefined ? record : extendedRecord(record, newer);
            });
      change((before) => budgetsChecked(before, recordsKnown(before, { records, readAt: now })));
    },
    forget: (): void => change((state) => (bidRecordsOf(state) === null ? state : recordsKnown(state, null))),
  };
}

/** A record with the steps and the observed time since. The steps of bids without new ones stay the same objects. */
export function extendedRecord(record: BidRecord, since: BidRecord): BidRecord {
  if (since.bids.length === 0 && since.observed.length === 0) return record;
  const bids = new Map(record.bids.map((one): [string, BidSteps] => [one.traits.bid, one]));
  for (const { traits, steps } of since.bids) {
    const known = bids.get(traits.bid)?.steps ?? [];
    const times = new Set(known.map(({ at }) => at));
    const newer = steps.filter(({ at }) => !times.has(at));
    // A slow console may write a step before one that is known.
    const all = [...known, ...newer].sort((one, other) => one.at - other.at);
    if (newer.length > 0) bids.set(traits.bid, { traits, steps: all });
  }
  return { ...record, bids: [...bids.values()], observed: joined([...record.observed, ...since.observed]) };
}
