import { hostname } from 'node:os';
import type { RuntimeAccess } from '../../app/runtime-part.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { printableLine } from '../../lib/sanitize.ts';
import { bidRecordsOf } from '../money/known-records.ts';
import type { RulesJournal } from './journal/rules.ts';
import type { Rule } from './kinds.ts';
import { rulesKnown, rulesListed } from './rule-rows.ts';
import { NO_RULES, rulesOf } from './rules-state.ts';
import { holdFollowed } from './runner/hold-seen.ts';
import type { RuleEvent } from './runner/rule-event.ts';
import { type RuleRunner, runRules } from './runner/runner.ts';
import type { RulesRuntime } from './runner/send-action.ts';

/** A runtime that knows rules, or runs them. */
type RulesFollowing = Omit<RulesRuntime, 'scope' | 'runs'> &
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
  const reading = readRules({ store, journal, scope, rules: known });
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
  const begin = (): RuleRunner => runRules({ ...parts, onEvent, scope: scope(), runs });
  const end = (runner: RuleRunner): void => {
    const ended = runner.stop().finally(() => ending.delete(ended));
    ending.add(ended);
  };
  let runner = begin();
  let { number } = journal.file();
  const unsubscribe = store.subscribe(({ connected }, before) => {
    const now = journal.file().number;
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
  readonly journal: RulesJournal;
  readonly rules: () => readonly Rule[];
};

/** Takes what the journal has of the rules into the state: each second while there are rules, and when it is told to. */
export function readRules({ store, journal, scope, rules }: RulesReading): {
  readonly read: () => void;
  readonly stop: () => void;
} {
  /** Project that was read last. */
  let project: string | null = null;
  const read = (): void => {
    const own = rules();
    const before = store.getState();
    if (own.length === 0 && rulesOf(before).rules.length === 0) return;
    const kept = journal.ruleRecords(scope(), before.now - SHOWN_MS);
    // What was known of the project stays while the journal can't be read.
    const known = project === scope().project ? rulesOf(before) : NO_RULES;
    if (kept !== null) project = scope().project;
    const { stored, actions } = kept ?? known;
    const lease =
      kept === null ? known.lease : kept.lease && { ...kept.lease, isOwn: kept.lease.holder.startsWith(journal.by) };
    const { waiting, reads } = rulesOf(before);
    const next = { rules: own, stored, actions, lease, waiting, reads, problem: journal.warning() };
    const after = rulesKnown(before, next);
    store.setState(kept === null ? after : holdFollowed(after, kept.lease), true);
  };
  const stop = store.subscribe((state, before) => {
    if (state.now !== before.now) read();
    // What the rules have cost and saved is in the records.
    else if (state.focus === 'rules' && bidRecordsOf(state) !== bidRecordsOf(before))
      store.setState(rulesListed(state), true);
  });
  read();
  return { read, stop };
}
