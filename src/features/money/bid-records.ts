import type { StoreApi } from 'zustand/vanilla';
import type { Scope } from '../../journal/scope.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { joined } from '../../lib/intervals.ts';
import type { OpenDialog } from '../../store/dialogs/dialog-state.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Rule } from '../rules/engine/rule.ts';
import { rulesOf } from '../rules/rules-state.ts';
import type { BidRecord, BidSteps } from './bid-record.ts';
import type { BidJournal } from './journal.ts';
import { bidRecordsOf } from './known-records.ts';
import { recordsKnown } from './prices.ts';
import { budgetsChecked, hasSpendBudget } from './spend-budgets.ts';

/** Oldest time that is read, before now, in milliseconds. */
const RECORDED_MS = 90 * DAY_MS;
/** Time between two readings while something on screen needs them, in milliseconds. */
const AGAIN_MS = 5000;
/** The same two while only the budgets per day and per month need them: a month is enough. */
const BUDGET_MS = 32 * DAY_MS;
const BUDGET_AGAIN_MS = 30_000;
/** How far back rules look, in milliseconds. */
const RULES_MS = 8 * DAY_MS;
/** How long after a list was requested a console may still write its steps, in milliseconds. */
const LATE_MS = 60_000;

/** The dialogs that show costs or prices over time. */
const DIALOGS: readonly OpenDialog['kind'][] = ['exposure', 'history', 'form', 'digest'];

/** Whether something on screen needs the records. */
export const needsRecords = ({ dialogs, focus, shownInstead }: ConsoleState): boolean =>
  shownInstead === null &&
  (focus === 'prices' || focus === 'rules' || dialogs.some(({ kind }) => DIALOGS.includes(kind)));

/** Returns how far back the records have to reach and how often they are read, in milliseconds; null when nothing needs them. */
function needOf(state: ConsoleState, always: boolean): { readonly spanMs: number; readonly againMs: number } | null {
  if (always || needsRecords(state)) return { spanMs: RECORDED_MS, againMs: AGAIN_MS };
  if (state.shownInstead === null && rulesOf(state).rules.some(readsPrices))
    return { spanMs: RULES_MS, againMs: AGAIN_MS };
  if (state.shownInstead !== null || !hasSpendBudget(state.connected)) return null;
  return { spanMs: BUDGET_MS, againMs: BUDGET_AGAIN_MS };
}

/** Whether a rule reads prices or costs over time. */
const readsPrices = (rule: Rule): boolean => rule.kind === 'ladder' || (rule.kind === 'budget' && rule.perDay !== null);

type Parts = {
  readonly store: Pick<StoreApi<ConsoleState>, 'getState'>;
  readonly change: (transition: (state: ConsoleState) => ConsoleState) => void;
  readonly journal: Pick<BidJournal, 'bidRecords' | 'bidRecordsAfter'>;
  readonly scopes: () => readonly Scope[];
  /** Whether they are read even while nothing on screen needs them. */
  readonly always?: boolean;
};

/** Reads the records from the journal when something on screen needs them, and what came since every few seconds. */
export function createRecordReader({ store, change, journal, scopes, always = false }: Parts) {
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

/** Returns a record with the steps and the observed time since. The steps of bids without new ones stay the same objects. */
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
