import type { AsyncJournal } from '../../journal/async-journal.ts';
import type { StoredLease } from '../../journal/leases.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import {
  actionsWith,
  NONE_READ,
  type ReadActions,
  rulesJournal,
  type StoredRule,
  type StoredRuleAction,
  type Unreadable,
} from './journal/rules.ts';
import type { PausedByRules } from './paused-by-rules.ts';

/** What is kept of a project's rules. */
export type RuleRecords = {
  readonly stored: readonly StoredRule[];
  /** The same array until an action begins or ends. */
  readonly actions: readonly StoredRuleAction[];
  readonly lease: StoredLease | null;
};

export type RuleReader = (scope: Scope) => Promise<RuleRecords | Unreadable>;

/** Null when the journal can't be read. */
export const pausedByRulesIn = (journal: Pick<AsyncJournal, 'ask'>, scope: Scope): Promise<PausedByRules | null> =>
  journal.ask(rulesJournal, 'pausedByRules', scope);

type Known = { readonly key: string; readonly read: ReadActions; readonly actions: readonly StoredRuleAction[] };

const readOf = (file: string, actions: readonly StoredRuleAction[]): ReadActions => ({
  file,
  last: actions.at(-1)?.id ?? 0,
  open: actions.flatMap(({ id, outcome }) => (outcome === null ? [id] : [])),
});

/** Reads only new actions, one call after the other. */
export function createRuleReader(journal: Pick<AsyncJournal, 'act'>): RuleReader {
  let known: Known = { key: '', read: NONE_READ, actions: [] };
  let turn: Promise<unknown> = Promise.resolve();

  const read: RuleReader = async (scope) => {
    const key = keyOf(scope);
    const before = known.key === key ? known : { key, read: NONE_READ, actions: [] };
    // `act` rather than `ask`: views must not delay the rules.
    const kept = await journal.act(rulesJournal, 'ruleRecords', scope, before.read);
    if ('unreadable' in kept) return kept;
    const { stored, lease, news } = kept;
    const actions = actionsWith(before.actions, news);
    known = { key, actions, read: actions === before.actions ? before.read : readOf(news.file, actions) };
    return { stored, lease, actions };
  };
  return (scope) => {
    const next = turn.then(() => read(scope));
    turn = next.catch(() => undefined);
    return next;
  };
}
