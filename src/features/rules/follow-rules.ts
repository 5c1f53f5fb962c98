import type { RuntimeAccess } from '../../app/runtime-part.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { bidRecordsOf } from '../money/known-records.ts';
import type { RulesJournal } from './journal/rules.ts';
import type { Rule } from './kinds.ts';
import { rulesKnown, rulesListed } from './rule-rows.ts';
import { NO_RULES, rulesOf } from './rules-state.ts';
import { holdFollowed } from './runner/hold-seen.ts';

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
