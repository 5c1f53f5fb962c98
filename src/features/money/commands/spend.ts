import { type Printing, printRows } from '../../../command/format.ts';
import { readUsableJournal } from '../../../command/read-journal.ts';
import { connectedTo, connectionFrom } from '../../../config/connection.ts';
import type { Settings } from '../../../config/settings.ts';
import { localZone } from '../../../lib/calendar.ts';
import { DAY_MS } from '../../../lib/duration.ts';
import type { Interval } from '../../../lib/intervals.ts';
import { projectsOf } from '../../../store/projects.ts';
import type { Features } from '../../../store/state.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../../system/exit.ts';
import { writeErrorLines, writeLines } from '../../../system/streams.ts';
import { system } from '../../../system/system.ts';
import type { BidRecord } from '../bid-record.ts';
import { bidJournal } from '../journal.ts';
import { knownSince } from '../spend-over.ts';
import { printedSpend, spendNotes } from './spend-lines.ts';
import { type Grouping, spendReport } from './spend-report.ts';

type SpendOptions = Printing & {
  /** Milliseconds since 1970; null for the usual time until now. */
  readonly since: number | null;
  readonly until: number | null;
  readonly by: Grouping;
};

/** Time that is printed when none is given, in milliseconds. */
const USUAL_MS = 7 * DAY_MS;

/**
 * `spotdeck spend`: prints what bids cost at most over the time that the journal has seen. Asks no service. Returns the exit code.
 * @throws {CommandFailure} when the time has no length, no project is set, or the journal can't be read.
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
  const { aliases, ...connected } = connectedTo(connection, settings);
  const zone = localZone(now);
  const records = await recordsOf(features, settings, connection.baseUrl, projectsOf({ ...connected, aliases }), time);
  const report = spendReport({ records, readAt: now }, { time, by, zone, aliases });
  const notes = spendNotes(report);
  const isForPeople = printing.output === 'table';
  const isKnown = knownSince(report.whole) !== null;
  if (isKnown || !isForPeople) printRows(printing, printedSpend(report));
  // What is not known yet is said in the members of JSON, and notes are no lines of a spreadsheet.
  if (printing.output === 'json' || printing.output === 'ndjson') return EXIT.done;
  if (!isForPeople || !isKnown) writeErrorLines(notes);
  else writeLines(['', ...notes]);
  return EXIT.done;
}

/** Reads the journal; one that does not exist yet is not created. */
async function recordsOf(
  features: Features,
  settings: Settings,
  baseUrl: string,
  projects: readonly string[],
  time: Interval,
): Promise<readonly BidRecord[]> {
  const records = await readUsableJournal(features, settings, { baseUrl, projects }, (journal, scopes) =>
    bidJournal(journal).bidRecords(scopes, time),
  );
  return records ?? projects.map((project) => ({ project, bids: [], observed: [] }));
}
