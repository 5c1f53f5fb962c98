import { readJournal } from '../../command/read-journal.ts';
import type { Settings } from '../../config/settings.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Scope } from '../../journal/scope.ts';
import type { Features } from '../../store/features.ts';
import { CommandFailure, EXIT } from '../../system/exit.ts';
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

/**
 * The same of the journal that the settings name; none without a journal. @throws {CommandFailure} when it can't be read: then it is not
 * known what rules have paused.
 */
export async function pausedByRules(
  features: Features,
  settings: Settings,
  { baseUrl, project }: { readonly baseUrl: string; readonly project: string },
): Promise<PausedByRules> {
  const found = await readJournal(features, settings, { baseUrl, projects: [project] }, (journal, _, service) =>
    pausedByRulesIn(journal, { service, project }),
  );
  if (found !== null && found.problem !== null)
    throw new CommandFailure(
      EXIT.journalLost,
      'The journal can not be read, so it is not known which bids rules have paused.',
      'Mend it, or give --journal FILE.',
    );
  return found?.read ?? new Map();
}
