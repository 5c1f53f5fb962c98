import { readUsableJournal } from '../../command/read-journal.ts';
import { connectedTo, connectionFrom } from '../../config/connection.ts';
import type { Settings } from '../../config/settings.ts';
import { HOUR_MS } from '../../lib/duration.ts';
import { jsonText } from '../../lib/sanitize.ts';
import { atOnce } from '../../lib/work.ts';
import { asciiGlyphs } from '../../resources/glyphs.ts';
import type { Features } from '../../store/features.ts';
import { projectsOf } from '../../store/projects.ts';
import { EXIT, type ExitCode } from '../../system/exit.ts';
import { writeBlock, writeLines } from '../../system/streams.ts';
import { system } from '../../system/system.ts';
import { isOpen } from './incident.ts';
import { rowOf } from './incident-row.ts';
import { incidentText, standingOf } from './incident-words.ts';
import { incidentJson } from './incidents/incident-json.ts';
import { readPastInParts } from './read-past.ts';
import { timeText } from './words.ts';

export type IncidentOptions = {
  /** Incidents that ended before are left out, in milliseconds since 1970; null for the usual time. */
  readonly since: number | null;
  readonly output: 'text' | 'json';
};

/** Time that is printed when none is given, in milliseconds. */
const USUAL_MS = 24 * HOUR_MS;

/**
 * `spotdeck incidents`: prints what the journal has of what was lost and came back, oldest first. Returns the exit code.
 * @throws {CommandFailure} when the journal can't be read.
 */
export async function incidents(
  features: Features,
  settings: Settings,
  { since, output }: IncidentOptions,
): Promise<ExitCode> {
  const now = system().clock.now();
  const connection = connectionFrom(settings);
  const projects = projectsOf(connectedTo(connection, settings));
  const found = await readUsableJournal(
    features,
    settings,
    { baseUrl: connection.baseUrl, projects },
    (journal, scopes) => atOnce(readPastInParts(journal, scopes, null)),
  );
  const words = { into: asciiGlyphs.arrow, fieldWords: features.fieldWords };
  const rows = [...(found?.incidents.byId.values() ?? [])]
    .filter((incident) => isOpen(incident) || incident.last >= (since ?? now - USUAL_MS))
    .map((incident) => rowOf(incident, words));
  if (output === 'json')
    writeBlock(
      `${jsonText(
        rows.map((row) => incidentJson(row, now)),
        2,
      )}\n`,
    );
  else if (rows.length === 0) writeLines(['The journal has no incident of this time.']);
  else
    writeLines(
      rows.map(
        (row) =>
          `${timeText(row.incident.first, now, 'seconds')}  ${standingOf(row.incident).padEnd(6)}  ${incidentText(row, now)}`,
      ),
    );
  return EXIT.done;
}
