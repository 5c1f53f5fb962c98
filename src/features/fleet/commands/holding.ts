import { connectionFrom } from '../../../config/connection.ts';
import { storagePaths } from '../../../config/paths.ts';
import type { Settings } from '../../../config/settings.ts';
import { openJournal } from '../../../journal/journal.ts';
import { sameThread } from '../../../journal/same-thread.ts';
import { serviceResources } from '../../../resources/index.ts';
import type { Features } from '../../../store/state.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { writeErrorLine } from '../../../system/streams.ts';
import { system } from '../../../system/system.ts';
import { type Hold, holdProject } from '../kept/hold.ts';

/** Does something while no other program applies a file to the project. @throws {CommandFailure} while another one does. */
export async function holding<Done>(
  features: Features,
  settings: Settings,
  path: string,
  act: (hold: Hold) => Promise<Done>,
): Promise<Done> {
  const { clock } = system();
  const { baseUrl, project } = connectionFrom(settings);
  const { path: file, service } = storagePaths(settings, baseUrl);
  const journal = openJournal(file, clock.now, serviceResources, await features.tables());
  try {
    const hold = await holdProject({
      journal: sameThread(journal),
      scope: { service, project },
      clock,
      program: `spotdeck apply ${path}`,
      say: writeErrorLine,
    });
    if (!hold.ok) {
      const isUsable = journal.warning() === null;
      const hint = isUsable ? 'Run it again once that has ended.' : 'Mend it, or give --journal FILE.';
      throw new CommandFailure(isUsable ? EXIT.refused : EXIT.journalLost, [hold.error, 'Nothing was sent.'], hint);
    }
    try {
      return await act(hold.value);
    } finally {
      await hold.value.release();
    }
  } finally {
    journal.close();
  }
}
