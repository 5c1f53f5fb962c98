import { readJournal } from '../../command/read-journal.ts';
import type { Settings } from '../../config/settings.ts';
import type { Features } from '../../store/state.ts';
import { CommandFailure, EXIT } from '../../system/exit.ts';
import { rulesJournal } from './journal/rules.ts';

/** Name of the rule, by the fid of the bid. */
export type PausedByRules = ReadonlyMap<string, string>;

/** The rule of each paused bid; none without a journal. @throws {CommandFailure} when it can't be read */
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
