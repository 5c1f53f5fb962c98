import { existsSync } from 'node:fs';
import { connectedTo, connectionFrom } from '../../../config/connection.ts';
import { storagePaths } from '../../../config/paths.ts';
import type { Settings } from '../../../config/settings.ts';
import { openJournal } from '../../../journal/journal.ts';
import { clockTime, HOUR_MS, moment } from '../../../lib/duration.ts';
import { jsonText } from '../../../lib/sanitize.ts';
import { atOnce } from '../../../lib/work.ts';
import { asciiGlyphs } from '../../../resources/glyphs.ts';
import { serviceResources } from '../../../resources/index.ts';
import type { Features } from '../../../store/features.ts';
import { projectsOf } from '../../../store/projects.ts';
import { EXIT, type ExitCode } from '../../../system/exit.ts';
import { writeBlock, writeErrorLine, writeLines } from '../../../system/streams.ts';
import { rowEvents } from '../journal.ts';
import { incidentsWith, isOpen, NO_INCIDENTS } from './incident.ts';
import { incidentJson, rowOf } from './incident-json.ts';
import type { IncidentRow } from './incident-row.ts';
import { incidentText, standingOf } from './incident-words.ts';

export type IncidentOptions = {
  /** Incidents that ended before are left out, in milliseconds since 1970; null for the usual time. */
  readonly since: number | null;
  readonly output: 'text' | 'json';
};

/** Time that is printed when none is given, in milliseconds. */
const USUAL_MS = 24 * HOUR_MS;
/** Age from which on a time is printed with its date, in milliseconds. */
const DATED_MS = 12 * HOUR_MS;

/** `spotdeck incidents`: prints what the journal has of what was lost and came back, oldest first. Returns the exit code. */
export async function incidents(
  features: Features,
  settings: Settings,
  { since, output }: IncidentOptions,
): Promise<ExitCode> {
  const now = Date.now();
  const rows = (await incidentsInJournal(features, settings)).filter(
    ({ incident }) => isOpen(incident) || incident.last >= (since ?? now - USUAL_MS),
  );
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
          `${timeText(row.incident.first, now)}  ${standingOf(row.incident).padEnd(6)}  ${incidentText(row, now)}`,
      ),
    );
  return EXIT.done;
}

/** The incidents in the journal; one that does not exist yet is not created. */
async function incidentsInJournal(features: Features, settings: Settings): Promise<readonly IncidentRow[]> {
  const connection = connectionFrom(settings);
  const { path, service } = storagePaths(settings, connection.baseUrl);
  if (!existsSync(path)) return [];
  const journal = openJournal(path, Date.now, serviceResources, await features.tables());
  try {
    const scopes = projectsOf(connectedTo(connection, settings)).map((project) => ({ service, project }));
    const events = atOnce(rowEvents(journal).rowEventsInParts(scopes));
    const warning = journal.news();
    if (warning !== null) writeErrorLine(warning);
    const words = { into: asciiGlyphs.arrow, fieldWords: features.fieldWords };
    return [...incidentsWith(NO_INCIDENTS, events).byId.values()].map((incident) => rowOf(incident, words));
  } finally {
    journal.close();
  }
}

const timeText = (at: number, now: number): string =>
  now - at < DATED_MS ? clockTime(at) : `${moment(at).slice(0, 16)} UTC`;
