import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ListedRow } from '../../../src/api/result.ts';
import type { JournalEvent } from '../../../src/changes/change-event.ts';
import type { Bid } from '../../../src/contract/bid.ts';
import type { Instance } from '../../../src/contract/instance.ts';
import type { Extra } from '../../../src/features/extras/extra.ts';
import { explained } from '../../../src/features/why/explanation.ts';
import { sinceOfRow, whyBid, whyInstance } from '../../../src/features/why/known-reasons.ts';
import { sentence, shortText } from '../../../src/features/why/words.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import { unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { syncJournal } from '../../../src/store/journal-sync.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { startState } from '../../../src/store/start-state.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { HERE } from '../../journal/scope.ts';
import { handClock, NOON } from '../../store/hand-clock.ts';
import { connected, whole } from '../../store/made.ts';
import { afterAnswers } from '../extras/answering.ts';
import { openFeatureJournal } from '../money/open-journal.ts';
import { followersOn } from '../running.ts';

/** A console with a journal at a path that polls by hand; it begins to read at a time. */
export function watchingFrom(path: string, start = NOON) {
  const clock = handClock(start);
  const store: StoreApi<ConsoleState> = createStore<ConsoleState>(() =>
    startState(loadedFeatures, connected, unicodeGlyphs, { columns: 160, rows: 45 }, start),
  );
  const journal = openFeatureJournal(path, clock.now);
  const sync = syncJournal({
    store,
    journal: sameThread(journal),
    service: () => HERE.service,
    followers: followersOn(store, { service: HERE.service, clock }),
  });
  let sequence = 0;
  const change = (next: (state: ConsoleState) => ConsoleState): void => store.setState(next(store.getState()), true);
  const context = () => contextOf(store.getState());
  const bidIn = (fid: string): Bid | undefined => store.getState().lists.bids.rows.get(fid)?.row;

  return {
    now: clock.now,
    state: store.getState,
    change,
    journal,
    /** Lets time pass, in milliseconds, and then reads the lists. */
    poll: async (
      afterMs: number,
      bids: readonly ListedRow<Bid>[],
      instances: readonly ListedRow<Instance>[] = [],
    ): Promise<void> => {
      await clock.pass(afterMs);
      sequence += 1;
      const asked = { at: clock.now(), sequence };
      change((state) => timePassed(state, asked.at));
      change((state) => rowsArrived(state, 'bids', whole(...bids), asked, asked.at));
      change((state) => rowsArrived(state, 'instances', whole(...instances), asked, asked.at));
      await sync.settled();
    },
    /** What the service answers beyond its lists, after some milliseconds. */
    serviceSays: async (afterMs: number, extra: Extra, json: unknown): Promise<void> => {
      await clock.pass(afterMs);
      change((state) => timePassed(state, clock.now()));
      const { extras } = await afterAnswers(store.getState(), extra, () => ({ json }));
      change((state) => (extras === undefined ? state : { ...state, extras }));
    },
    /** Notes what somebody did with a bid, as this console or as another program. */
    did: (
      fid: string,
      verb: string,
      more: { readonly rule?: string; readonly outcome?: 'done' | 'refused' | 'unknown' } = {},
    ): void => {
      const { rule, outcome = 'done' } = more;
      const action: NonNullable<Extract<JournalEvent['payload'], { kind: 'noted' }>['action']> = {
        verb,
        list: 'bids',
        name: fid,
        ...(rule === undefined ? {} : { agent: { kind: 'rule', name: rule, reason: null } }),
      };
      journal.note(HERE, `${verb} ${fid} ${clock.now()}`, clock.now(), {
        kind: 'noted',
        who: 'operator',
        outcome,
        what: `${verb} ${fid}`,
        about: { pane: 'bids', fid },
        action,
      });
    },
    /** What is said of why a bid does not run; null when it does. */
    why: (fid: string): string | null => {
      const reason = context().own(whyBid, fid);
      return reason === null ? null : sentence(reason, clock.now());
    },
    short: (fid: string): string | null => {
      const reason = context().own(whyBid, fid);
      return reason === null ? null : shortText(reason);
    },
    whyInstance: (fid: string): string | null => {
      const reason = context().own(whyInstance, fid);
      return reason === null ? null : sentence(reason, clock.now());
    },
    explained: (fid: string) => {
      const row = bidIn(fid);
      return row === undefined ? null : explained({ kind: 'bid', row }, store.getState());
    },
    since: (fid: string) => {
      const row = bidIn(fid);
      return row === undefined ? null : sinceOfRow(row, context());
    },
    end: (): void => {
      sync.stop();
      journal.close();
    },
  };
}
