import type { StoreApi } from 'zustand/vanilla';
import type { Journal } from '../journal/journal.ts';
import type { Scope } from '../journal/scope.ts';
import { DAY_MS } from '../lib/duration.ts';
import { extendedRecord } from '../money/extend-record.ts';
import type { OpenDialog } from './dialogs/dialog-state.ts';
import { recordsKnown } from './prices.ts';
import type { ConsoleState } from './state.ts';

/** Oldest time that is read, before now, in milliseconds. */
export const RECORDED_MS = 90 * DAY_MS;
/** Time between two readings while something on screen needs them, in milliseconds. */
const AGAIN_MS = 5000;
/** How long after a list was requested a console may still write its steps, in milliseconds. */
const LATE_MS = 60_000;

/** The dialogs that show costs or prices over time. */
const DIALOGS: readonly OpenDialog['kind'][] = ['exposure', 'history', 'form', 'digest'];

/** Whether something on screen needs the records. */
export const needsRecords = ({ dialogs, focus, replay }: ConsoleState): boolean =>
  replay === null && (focus === 'prices' || dialogs.some(({ kind }) => DIALOGS.includes(kind)));

type Parts = {
  readonly store: Pick<StoreApi<ConsoleState>, 'getState'>;
  readonly change: (transition: (state: ConsoleState) => ConsoleState) => void;
  readonly journal: Pick<Journal, 'bidRecords' | 'bidRecordsAfter'>;
  readonly scopes: () => readonly Scope[];
};

/** Reads the records from the journal when something on screen needs them, and what came since every few seconds. */
export function createRecordReader({ store, change, journal, scopes }: Parts) {
  return {
    readDue: (): void => {
      const state = store.getState();
      const { bidRecords: known, now } = state;
      if (!needsRecords(state) || (known !== null && now - known.readAt < AGAIN_MS)) return;
      const since = known === null ? [] : journal.bidRecordsAfter(scopes(), known.readAt - LATE_MS);
      const records =
        known === null
          ? journal.bidRecords(scopes(), { from: now - RECORDED_MS, to: now })
          : known.records.map((record) => {
              const newer = since.find(({ project }) => project === record.project);
              return newer === undefined ? record : extendedRecord(record, newer);
            });
      change((before) => recordsKnown(before, { records, readAt: now }));
    },
    forget: (): void => change((state) => (state.bidRecords === null ? state : recordsKnown(state, null))),
  };
}
