import { readJournal } from '../../command/read-journal.ts';
import type { Settings } from '../../config/settings.ts';
import type { Features } from '../../store/state.ts';
import { CommandFailure, EXIT } from '../../system/exit.ts';
import { rulesJournal } from './journal/rules.ts';

/** The name of the rule that has paused a bid, by the identifier of the bid. */
export type PausedByRules = ReadonlyMap<string, string>;

/**
 * The rules that have paused bids by the journal that the settings name; none without a journal. @throws {CommandFailure} when it can't be read: then it is not
 * known what rules have paused.
 */
export async function pausedByRules(
  features: Features,
  settings: Settings,
  { baseUrl, project }: { readonly baseUrl: string; readonly project: string },
): Promise<PausedByRules> {
  const found = await readJournal(features, settings, { baseUrl, projects: [project] }, (journal, _, service) =>
    rulesJournal.of(journal).pausedByRules({ service, project }),
  );
  if (found !== null && found.problem !== null)
    throw new CommandFailure(
      EXIT.journalLost,
      'The journal can not be read, so it is not known which bids rules have paused.',
      'Mend it, or give --journal FILE.',
    );
  return found?.read ?? new Map();
}
