import { idleJournal } from '../../../src/features/machines/journal.ts';
import { bidJournal } from '../../../src/features/money/journal.ts';
import { pauseSetJournal } from '../../../src/features/pause-sets/journal.ts';
import { NONE_READ, rulesJournal, type StoredRuleAction } from '../../../src/features/rules/journal/rules.ts';
import type { Scope } from '../../../src/journal/scope.ts';
import { openTestJournal } from '../../journal/open.ts';

/** Opens a journal with the records of this feature and of those below it. `ruleActions` are all that it has. */
export function openFeatureJournal(path: string, now: () => number) {
  const journal = rulesJournal(pauseSetJournal(idleJournal(bidJournal(openTestJournal(path, now)))));
  const ruleActions = (scope: Scope): readonly StoredRuleAction[] => {
    const kept = journal.ruleRecords(scope, NONE_READ);
    return 'unreadable' in kept ? [] : kept.news.added;
  };
  return { ...journal, ruleActions };
}
export type FeatureJournal = ReturnType<typeof openFeatureJournal>;
