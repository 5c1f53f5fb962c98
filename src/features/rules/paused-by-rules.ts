import { existsSync } from 'node:fs';
import type { StoragePaths } from '../../config/paths.ts';
import { openJournal } from '../../journal/journal.ts';
import { serviceResources } from '../../resources/index.ts';
import type { Features } from '../../store/features.ts';
import { rulesJournal } from './journal/rules.ts';
import { knownActions } from './runner/rule-records.ts';

/** The name of the rule that has paused a bid, by the identifier of the bid. */
export type PausedByRules = ReadonlyMap<string, string>;

/** The rules whose last action on a bid was to pause it, as the journal of this machine has it; none without a journal. */
export async function pausedByRules(
  features: Features,
  { path, service }: StoragePaths,
  project: string,
): Promise<PausedByRules> {
  if (!existsSync(path)) return new Map();
  const journal = rulesJournal(openJournal(path, Date.now, serviceResources, await features.tables()));
  try {
    const done = knownActions(journal.ruleActions({ service, project }, 0)).filter(({ outcome }) => outcome === 'done');
    const last = new Map(done.flatMap((one) => (one.fid === null ? [] : [[one.fid, one] as const])));
    return new Map(
      [...last].flatMap(([fid, { rule, action }]) => (action?.kind === 'pause' ? [[fid, rule] as const] : [])),
    );
  } finally {
    journal.close();
  }
}
