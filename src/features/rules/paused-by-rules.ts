import { existsSync } from 'node:fs';
import type { StoragePaths } from '../../config/paths.ts';
import { type Journal, openJournal } from '../../journal/journal.ts';
import type { Scope } from '../../journal/scope.ts';
import { serviceResources } from '../../resources/index.ts';
import type { Features } from '../../store/features.ts';
import type { StoredRuleAction } from './journal/rule-actions.ts';
import { rulesJournal } from './journal/rules.ts';
import { knownActions } from './runner/rule-records.ts';

/** The name of the rule that has paused a bid, by the identifier of the bid. */
export type PausedByRules = ReadonlyMap<string, string>;

const known = new WeakMap<readonly StoredRuleAction[], PausedByRules>();

/** The rules whose last action on a bid was to pause it, as a journal has it. The same map is returned until a rule has acted. */
export function pausedByRulesIn(journal: Journal, scope: Scope): PausedByRules {
  const actions = rulesJournal(journal).ruleActions(scope, 0);
  const paused = known.get(actions) ?? pausedBy(actions);
  known.set(actions, paused);
  return paused;
}

function pausedBy(actions: readonly StoredRuleAction[]): PausedByRules {
  const done = knownActions(actions).filter(({ outcome }) => outcome === 'done');
  const last = new Map(done.flatMap((one) => (one.fid === null ? [] : [[one.fid, one] as const])));
  return new Map(
    [...last].flatMap(([fid, { rule, action }]) => (action?.kind === 'pause' ? [[fid, rule] as const] : [])),
  );
}

/** The same of the journal of this machine at its path; none without a journal. */
export async function pausedByRules(
  features: Features,
  { path, service }: StoragePaths,
  project: string,
): Promise<PausedByRules> {
  if (!existsSync(path)) return new Map();
  const journal = openJournal(path, Date.now, serviceResources, await features.tables());
  try {
    return pausedByRulesIn(journal, { service, project });
  } finally {
    journal.close();
  }
}
