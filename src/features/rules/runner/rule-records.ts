import { HOUR_MS } from '../../../lib/duration.ts';
import { jsonIn } from '../../../lib/values.ts';
import { RuleAction } from '../engine/decision.ts';
import type { StoredRuleAction } from '../journal/rule-actions.ts';
import type { StoredRule } from '../journal/rules.ts';
import { outlookOf } from './rule-outlook.ts';
import { isRaising, type RuleRecord } from './step-rule.ts';

/** An action of a rule as it is kept, with what it did; null when another version of the program wrote it in a way that can't be read. */
export type KnownAction = Omit<StoredRuleAction, 'action'> & { readonly action: RuleAction | null };

const known = new WeakMap<StoredRuleAction, KnownAction>();
const knownOf = new WeakMap<readonly StoredRuleAction[], readonly KnownAction[]>();

/** Reads the actions of the journal, each of them once. */
export function knownActions(stored: readonly StoredRuleAction[]): readonly KnownAction[] {
  const actions = knownOf.get(stored) ?? stored.map((one) => known.get(one) ?? readAction(one));
  knownOf.set(stored, actions);
  return actions;
}

function readAction(stored: StoredRuleAction): KnownAction {
  const action = { ...stored, action: RuleAction.safeParse(jsonIn(stored.action)).data ?? null };
  known.set(stored, action);
  return action;
}

/** Actions of the last hour, and in any case as many as these, count as unknown to a program that begins to run the rules. */
const RECENT_ACTIONS = 100;

/** The last actions. Those that seem to be of a time to come are among them, because the clock may have been set back. */
export const recentOf = (all: readonly KnownAction[], now: number): readonly KnownAction[] =>
  all.filter(({ at }, n) => at > now - HOUR_MS || n >= all.length - RECENT_ACTIONS);

/** What the engine has to know of a rule. */
export function ruleRecordOf(stored: StoredRule, actions: readonly KnownAction[]): RuleRecord {
  const { name, released, memory } = stored;
  const own = actions.filter(({ rule, outcome }) => rule === name && outcome !== 'rehearsed');
  return {
    released,
    memory,
    troubles: outlookOf(stored).troubles,
    sentAt: own.map(({ at }) => at),
    open: own.flatMap(({ action, outcome }) => (action !== null && outcome === null ? [action] : [])),
    raised: new Set(
      own.flatMap(({ action, fid }) => (fid !== null && (action === null || isRaising(action)) ? [fid] : [])),
    ),
  };
}
