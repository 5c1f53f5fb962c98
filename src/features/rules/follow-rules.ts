import { hostname } from 'node:os';
import type { RuntimeAccess } from '../../app/runtime-part.ts';
import type { AsyncJournal } from '../../journal/async-journal.ts';
import { isGone, STALE_MS } from '../../journal/lease.ts';
import type { StoredLease } from '../../journal/leases.ts';
import { keyOf } from '../../journal/scope.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { printableLine } from '../../lib/sanitize.ts';
import { showNotice } from '../../store/activity.ts';
import type { ConsoleState } from '../../store/state.ts';
import { moneyOf } from '../money/known-money.ts';
import type { StoredRuleAction, UnseenHold } from './journal/rules.ts';
import type { Rule } from './kinds.ts';
import { createRuleReader, type RuleReader } from './rule-reader.ts';
import { rulesKnown, rulesListed } from './rule-rows.ts';
import { NO_RULES, rulesOf } from './rules-state.ts';
import type { RuleEvent } from './runner/rule-event.ts';
import { type RuleRunner, runRules } from './runner/runner.ts';
import type { RulesRuntime } from './runner/send-action.ts';

type RulesFollowing = Omit<RulesRuntime, 'scope' | 'runs' | 'records'> &
  Pick<RuntimeAccess, 'scope'> & {
    /** Null for a program without the right to run them. */
    readonly runs: string | null;
    /** All rules of the config file; `rules` are those it may run. */
    readonly known: () => readonly Rule[];
  };

export const runnerWords = (program: string): string =>
  printableLine(`${program} on ${hostname()}, process ${process.pid}`);

/** Shows the rules of the project, and runs them. The end resolves once the write under way has its outcome. */
export function followRules({ runs, scope, known, ...parts }: RulesFollowing): () => Promise<void> {
  const { store, journal } = parts;
  const records = createRuleReader(journal);
  const reading = readRules({ store, journal, records, scope, rules: known });
  if (runs === null)
    return async () => {
      reading.stop();
    };
  const ending = new Set<Promise<void>>();
  // Listeners find the state up to date.
  const onEvent = (event: RuleEvent): void => {
    parts.onEvent(event);
    reading.read();
  };
  const begin = (): RuleRunner => runRules({ ...parts, records, onEvent, scope: scope(), runs });
  const end = (runner: RuleRunner): void => {
    const ended = runner.stop().finally(() => ending.delete(ended));
    ending.add(ended);
  };
  let runner = begin();
  let { number } = journal.status();
  const unsubscribe = store.subscribe(({ connected }, before) => {
    const now = journal.status().number;
    if (connected.project === before.connected.project && now === number) return;
    // Another journal file knows nothing of what this runner began.
    number = now;
    end(runner);
    runner = begin();
  });
  return async () => {
    unsubscribe();
    end(runner);
    reading.stop();
    await Promise.all(ending);
  };
}

const SHOWN_MS = 30 * DAY_MS;

type RulesReading = Pick<RuntimeAccess, 'store' | 'scope'> & {
  readonly journal: Pick<AsyncJournal, 'by' | 'status'>;
  readonly records: RuleReader;
  readonly rules: () => readonly Rule[];
};

/** Brings the rules of the journal into the state, each second and on request. */
export function readRules({ store, journal, records, scope, rules }: RulesReading): {
  readonly read: () => void;
  readonly stop: () => void;
} {
  let project: string | null = null;
  const recent = createRecent();
  let isReading = false;
  /** Something may have changed since the journal was asked. */
  let isAsked = false;
  let stopped = false;

  const readOnce = async (): Promise<void> => {
    const own = scope();
    const kept = await records(own);
    if (stopped) return;
    if (keyOf(scope()) !== keyOf(own)) {
      isAsked = true;
      return;
    }
    const before = store.getState();
    // What was read of the project stays while the journal can't be read.
    const known = project === own.project ? rulesOf(before) : NO_RULES;
    const { waiting, reads } = rulesOf(before);
    const base = { rules: rules(), waiting, reads };
    if ('unreadable' in kept) {
      const { stored, actions, lease } = known;
      store.setState(rulesKnown(before, { ...base, stored, actions, lease, problem: kept.unreadable }), true);
      return;
    }
    project = own.project;
    const actions = recent(kept.actions, before.now - SHOWN_MS);
    const lease = kept.lease && { ...kept.lease, isOwn: kept.lease.holder.startsWith(journal.by) };
    const next = { ...base, stored: kept.stored, actions, lease, problem: journal.status().warning };
    store.setState(holdFollowed(rulesKnown(before, next), kept.lease), true);
  };
  const read = (): void => {
    if (stopped || (rules().length === 0 && rulesOf(store.getState()).rules.length === 0)) return;
    isAsked = true;
    if (isReading) return;
    isReading = true;
    void readAll().finally(() => {
      isReading = false;
    });
  };
  const readAll = async (): Promise<void> => {
    while (isAsked && !stopped) {
      isAsked = false;
      await readOnce();
    }
  };
  const unsubscribe = store.subscribe((state, before) => {
    if (state.now !== before.now) read();
    // Costs and savings come from the records.
    else if (state.focus === 'rules' && moneyOf(state) !== moneyOf(before)) store.setState(rulesListed(state), true);
  });
  read();
  return {
    read,
    stop: () => {
      stopped = true;
      unsubscribe();
    },
  };
}

/** Keeps the recent and the open actions: the same array until one is too old. */
export function createRecent() {
  let last: { readonly of: readonly StoredRuleAction[]; readonly from: number; readonly to: number } | null = null;
  let actions: readonly StoredRuleAction[] = [];
  return (all: readonly StoredRuleAction[], since: number): readonly StoredRuleAction[] => {
    if (last?.of === all && last.from <= since && since <= last.to) return actions;
    actions = all.filter(({ at, outcome }) => at >= since || outcome === null);
    const ended = actions.filter(({ outcome }) => outcome !== null);
    last = { of: all, from: since, to: ended.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY) };
    return actions;
  };
}

/** Whether the holder has seen a hold, or is gone. A new holder reads all holds before it begins. */
export const isSeen = (lease: StoredLease | null, { holder, asked }: UnseenHold, now: number): boolean =>
  lease === null || lease.holder !== holder || lease.seen >= asked || isGone(lease, now);

export const notSeenText = (what: string, { runs }: UnseenHold): string =>
  `${what} in the journal, but ${runs} has not seen it within ${STALE_MS / 1000} seconds: it may still send a write.`;

/** Says that the running program has seen a hold of this console, or is late. */
function holdFollowed(state: ConsoleState, lease: StoredLease | null): ConsoleState {
  const { waiting } = rulesOf(state);
  if (waiting === null) return state;
  const { what, at, unseen } = waiting;
  const done = { ...state, rules: { ...rulesOf(state), waiting: null } };
  if (isSeen(lease, unseen, state.now))
    return showNotice(done, `${what}: ${unseen.runs} has seen it, and sends nothing more.`, 'good');
  return Math.abs(state.now - at) < STALE_MS ? state : showNotice(done, notSeenText(what, unseen), 'bad');
}
