import { type Printing, printRows } from '../../../command/format.ts';
import { readUsableJournal } from '../../../command/read-journal.ts';
import { connectedTo, connectionFrom } from '../../../config/connection.ts';
import type { Settings } from '../../../config/settings.ts';
import { localZone } from '../../../lib/calendar.ts';
import { DAY_MS } from '../../../lib/duration.ts';
import type { Features } from '../../../store/state.ts';
import { projectsOf } from '../../../store/state.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../../system/exit.ts';
import { writeErrorLines, writeLines } from '../../../system/streams.ts';
import { system } from '../../../system/system.ts';
import { type Grouping, printedSpend, spendNotes, spendReport } from '../costs/report.ts';
import { bidJournal } from '../journal.ts';
import { knownSince } from '../spend.ts';

type SpendOptions = Printing & {
  /** Milliseconds since 1970; null for the usual time until now. */
  readonly since: number | null;
  readonly until: number | null;
  readonly by: Grouping;
};

const USUAL_MS = 7 * DAY_MS;

/**
 * Prints costs at most over the journal's time. Sends no request. @throws {CommandFailure} for a time without length,
 * no project, or an unreadable journal.
 */
export async function spend(
  features: Features,
  settings: Settings,
  { since, until, by, ...printing }: SpendOptions,
): Promise<ExitCode> {
  const now = system().clock.now();
  const to = until ?? now;
  const time = { from: since ?? to - USUAL_MS, to };
  if (time.from >= time.to)
    throw new CommandFailure(EXIT.usage, '--since has to be before --until.', 'Without --until the time ends now.');
  const connection = connectionFrom(settings);
  const connected = connectedTo(connection, settings);
  const projects = projectsOf(connected);
  const records = await readUsableJournal(
    features,
    settings,
    { baseUrl: connection.baseUrl, projects },
    (journal, scopes) => bidJournal(journal).bidRecords(scopes, time),
  );
  const known = { records: records ?? projects.map((project) => ({ project, bids: [], observed: [] })), readAt: now };
  const report = spendReport(known, { time, by, zone: localZone(now), aliases: connected.aliases });
  const notes = spendNotes(report);
  const isForPeople = printing.output === 'table';
  const isKnown = knownSince(report.whole) !== null;
  if (isKnown || !isForPeople) printRows(printing, printedSpend(report));
  // JSON has these in members, and a spreadsheet has no notes.
  if (printing.output === 'json' || printing.output === 'ndjson') return EXIT.done;
  if (!isForPeople || !isKnown) writeErrorLines(notes);
  else writeLines(['', ...notes]);
  return EXIT.done;
}
