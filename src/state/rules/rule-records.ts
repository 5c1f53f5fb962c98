import type { StoredRule, StoredRuleAction } from '../../journal/rules.ts';
import { RuleAction } from '../../rules/decision.ts';
import { isRaising, type RuleRecord } from '../../rules/engine.ts';

/** An action of a rule as it is kept, with what it did. */
export type KnownAction = Omit<StoredRuleAction, 'action'> & { readonly action: RuleAction };

/** Reads the actions of the journal; one that can't be read is left out of all but the number of writes. */
export function knownActions(stored: readonly StoredRuleAction[]): readonly KnownAction[] {
  return stored.flatMap((one): readonly KnownAction[] => {
    const action = RuleAction.safeParse(JSON.parse(one.action)).data;
    return action === undefined ? [] : [{ ...one, action }];
  });
}

/** Returns what the engine has to know of a rule. */
export function ruleRecordOf({ name, released, memory }: StoredRule, actions: readonly KnownAction[]): RuleRecord {
  const own = actions.filter(({ rule, outcome }) => rule === name && outcome !== 'rehearsed');
  return {
    released,
    memory,
    sentAt: own.map(({ at }) => at),
    raised: new Set(own.flatMap(({ action, fid }) => (isRaising(action) && fid !== null ? [fid] : []))),
  };
}
