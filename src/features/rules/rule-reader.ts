import type { AsyncJournal } from '../../journal/async-journal.ts';
import type { StoredLease } from '../../journal/leases.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import { actionsWith, NONE_READ, type ReadActions, type StoredRuleAction } from './journal/rule-actions.ts';
import { rulesJournal, type StoredRule, type Unreadable } from './journal/rules.ts';
import type { PausedByRules } from './paused-by-rules.ts';

/** What is kept of the rules of a project, their actions, and who runs them. */
export type RuleRecords = {
  readonly stored: readonly StoredRule[];
  /** The same array until an action has begun or ended. */
  readonly actions: readonly StoredRuleAction[];
  readonly lease: StoredLease | null;
};

/** Reads what is kept of the rules of a project, or says why it can't be read. */
export type RuleReader = (scope: Scope) => Promise<RuleRecords | Unreadable>;

/** The rules whose last action on a bid was to pause it; null when that can't be read. */
export const pausedByRulesIn = (journal: Pick<AsyncJournal, 'ask'>, scope: Scope): Promise<PausedByRules | null> =>
  journal.ask(rulesJournal, 'pausedByRules', scope);

type Known = { readonly key: string; readonly read: ReadActions; readonly actions: readonly StoredRuleAction[] };

const readOf = (file: string, actions: readonly StoredRuleAction[]): ReadActions => ({
  file,
  last: actions.at(-1)?.id ?? 0,
  open: actions.flatMap(({ id, outcome }) => (outcome === null ? [id] : [])),
});

/** A reader that asks for what is new of the actions. It answers in the order in which it was called, each call with what is kept then. */
export function createRuleReader(journal: Pick<AsyncJournal, 'act'>): RuleReader {
  let known: Known = { key: '', read: NONE_READ, actions: [] };
  let turn: Promise<unknown> = Promise.resolve();

  const read: RuleReader = async (scope) => {
    const key = keyOf(scope);
    const before = known.key === key ? known : { key, read: NONE_READ, actions: [] };
    // Not asked: what views read must not delay the rules.
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
