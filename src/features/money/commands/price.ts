import { type Output, printRows } from '../../../command/format.ts';
import { readUsableJournal } from '../../../command/read-journal.ts';
import type { RecordedConsole } from '../../../command/recorded.ts';
import { connectedTo, connectionFrom } from '../../../config/connection.ts';
import type { Settings } from '../../../config/settings.ts';
import { openJournal } from '../../../journal/journal.ts';
import type { Scope } from '../../../journal/scope.ts';
import { DAY_MS, shortDuration } from '../../../lib/duration.ts';
import type { Aliases } from '../../../resources/context.ts';
import { serviceResources } from '../../../resources/index.ts';
import type { Features } from '../../../store/features.ts';
import { projectsOf } from '../../../store/projects.ts';
import { EXIT, type ExitCode } from '../../../system/exit.ts';
import { writeErrorLine, writeLines } from '../../../system/streams.ts';
import { system } from '../../../system/system.ts';
import type { BidRecords } from '../bid-record.ts';
import { createBidRecorder } from '../bid-recorder.ts';
import { bidJournal } from '../journal.ts';
import { pairName, priceSentences } from '../price-sentence.ts';
import { tables } from '../tables.ts';
import { type PairNames, priceLines, printedPrices } from './price-rows.ts';

/** Time that is printed when none is given, in milliseconds. */
const USUAL_MS = 7 * DAY_MS;

/** What is read: records, the aliases of types and regions, and the begin of the time when none is given. */
type Source = BidRecords & { readonly aliases: Aliases; readonly from: number };

type PriceOptions = PairNames & {
  /** Length of the time until now, or until the end of a recording, in milliseconds; null for the usual one. */
  readonly since: number | null;
  readonly output: Output;
};

/** `spotdeck price`: prints what the operator's bids show of the spot price, from the journal or a recording. No request is sent. */
export async function price(
  features: Features,
  settings: Settings,
  { type, region, since, output }: PriceOptions,
  recorded: RecordedConsole | null,
): Promise<ExitCode> {
  const names = { type, region };
  const source =
    recorded === null ? await journalSource(features, settings) : recordingSource(recorded, settings.names);
  const { readAt, aliases } = source;
  // Before the end of a recording, or before now.
  const time = { from: since === null ? source.from : readAt - since, to: readAt };
  const lines = priceLines(source, time, names, aliases);
  if (lines.length === 0) writeErrorLine(nothingSeen(names, time.to - time.from));
  if (output === 'table' && names.type !== null && names.region !== null)
    writeLines(
      lines.map((line) => priceSentences(line, { limit: null, now: readAt, name: pairName(line.band, aliases) })[0]),
    );
  if (lines.length > 0 || output !== 'table') printRows(output, printedPrices(lines, aliases, readAt));
  return EXIT.done;
}

function nothingSeen({ type, region }: PairNames, ms: number): string {
  const of = type === null ? '' : ` of ${type}`;
  const where = region === null ? '' : ` in ${region}`;
  return `No bid${of}${where} was seen in the last ${shortDuration(ms)}; consoles and spotdeck watch see them while they run.`;
}

/** Reads the journal; one that does not exist yet is not created. */
async function journalSource(features: Features, settings: Settings): Promise<Source> {
  const connection = connectionFrom(settings);
  const connected = connectedTo(connection, settings);
  const readAt = system().clock.now();
  const place = { baseUrl: connection.baseUrl, projects: projectsOf(connected) };
  const records = await readUsableJournal(features, settings, place, (journal, scopes) =>
    bidJournal(journal).bidRecords(scopes, { from: 0, to: readAt }),
  );
  return { readAt, aliases: connected.aliases, from: readAt - USUAL_MS, records: records ?? [] };
}

function recordingSource(recorded: RecordedConsole, aliases: Aliases): Source {
  const { flaw, start } = recorded;
  if (flaw !== null) writeErrorLine(flaw.replace('shown', 'read'));
  return { ...recordedBids(recorded), aliases, from: start.now };
}

/** How the bids of a recording stood over time, found as a console finds it, and the time of its last entry. */
export function recordedBids({ start, steps }: RecordedConsole): BidRecords {
  let state = start;
  const scopesNow = (): readonly Scope[] =>
    projectsOf(state.connected).map((project) => ({ service: 'recording', project }));
  const known = new Map<string, Scope>();
  // In memory: nothing of a recording enters the operator's journal.
  const journal = bidJournal(openJournal(':memory:', () => state.now, serviceResources, [tables]));
  const bids = createBidRecorder({ store: { getState: () => state }, journal, scopes: scopesNow });
  for (const step of steps) {
    if (step.isOther) bids.forget();
    state = step.state;
    for (const scope of scopesNow()) known.set(scope.project, scope);
    bids.record();
  }
  bids.finish();
  const readAt = state.now;
  const records = journal.bidRecords([...known.values()], { from: start.now, to: readAt });
  journal.close();
  return { records, readAt };
}
