import type { StoredRule, StoredRuleAction } from '../../journal/rules.ts';
import { RuleAction } from '../../rules/decision.ts';
import { isRaising, type RuleRecord } from '../../rules/engine.ts';

/** An action of a rule as it is kept, with what it did; null when another version of the program wrote it in a way that can't be read. */
export type KnownAction = Omit<StoredRuleAction, 'action'> & { readonly action: RuleAction | null };

/** Reads the actions of the journal. */
export function knownActions(stored: readonly StoredRuleAction[]): readonly KnownAction[] {
  return stored.map((one): KnownAction => ({ ...one, action: RuleAction.safeParse(parsed(one.action)).data ?? null }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns what the engine has to know of a rule. */
export function ruleRecordOf({ name, released, memory }: StoredRule, actions: readonly KnownAction[]): RuleRecord {
  const own = actions.filter(({ rule, outcome }) => rule === name && outcome !== 'rehearsed');
  return {
    released,
    memory,
    sentAt: own.map(({ at }) => at),
    raised: new Set(
      own.flatMap(({ action, fid }) => (fid !== null && (action === null || isRaising(action)) ? [fid] : [])),
    ),
  };
}
