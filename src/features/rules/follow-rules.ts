import { hostname } from 'node:os';
import type { RuntimeAccess } from '../../app/runtime-part.ts';
import type { AsyncJournal } from '../../journal/async-journal.ts';
import { keyOf } from '../../journal/scope.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { printableLine } from '../../lib/sanitize.ts';
import { moneyOf } from '../money/known-money.ts';
import type { StoredRuleAction } from './journal/rule-actions.ts';
import type { Rule } from './kinds.ts';
import { createRuleReader, type RuleReader } from './rule-reader.ts';
import { rulesKnown, rulesListed } from './rule-rows.ts';
import { NO_RULES, rulesOf } from './rules-state.ts';
import { holdFollowed } from './runner/hold-seen.ts';
import type { RuleEvent } from './runner/rule-event.ts';
import { type RuleRunner, runRules } from './runner/runner.ts';
import type { RulesRuntime } from './runner/send-action.ts';

/** A runtime that knows rules, or runs them. */
type RulesFollowing = Omit<RulesRuntime, 'scope' | 'runs' | 'records'> &
  Pick<RuntimeAccess, 'scope'> & {
    /** Words for the program that runs the rules; null for one that only knows them. */
    readonly runs: string | null;
    /** The rules of the config file; `rules` are those of them that this program may run. */
    readonly known: () => readonly Rule[];
  };

/** Words for this process as the one that runs the rules. */
export const runnerWords = (program: string): string =>
  printableLine(`${program} on ${hostname()}, process ${process.pid}`);

/**
 * Knows the rules of the project that is shown, and runs them. Returns the function that stops it at once; what it returns resolves when
 * the write of a rule that was under way has its outcome.
 */
export function followRules({ runs, scope, known, ...parts }: RulesFollowing): () => Promise<void> {
  const { store, journal } = parts;
  const records = createRuleReader(journal);
  const reading = readRules({ store, journal, records, scope, rules: known });
  if (runs === null)
    return async () => {
      reading.stop();
    };
  const ending = new Set<Promise<void>>();
  // Whoever hears of a rule can look at it at once.
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
    // In another file nothing is known of what the runner has begun.
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

/** How far back the actions of rules are shown, in milliseconds. */
const SHOWN_MS = 30 * DAY_MS;

/** A runtime whose rules are read from the journal. */
type RulesReading = Pick<RuntimeAccess, 'store' | 'scope'> & {
  readonly journal: Pick<AsyncJournal, 'by' | 'status'>;
  readonly records: RuleReader;
  readonly rules: () => readonly Rule[];
};

/** Takes what the journal has of the rules into the state: each second while there are rules, and when it is told to. */
export function readRules({ store, journal, records, scope, rules }: RulesReading): {
  readonly read: () => void;
  readonly stop: () => void;
} {
  /** Project that was read last. */
  let project: string | null = null;
  const recent = createRecent();
  let isReading = false;
  /** Whether to read once more: something may have changed since the journal was asked. */
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
    // What was known of the project stays while the journal can't be read.
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
    // What the rules have cost and saved is in the records.
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

/** The function that gives the actions since a time, and those without an outcome: the same array until one is too old. */
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
