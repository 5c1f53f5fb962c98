import { type Printing, printRows } from '../../../command/format.ts';
import { createListReader } from '../../../command/list-reader.ts';
import { readUsableJournal } from '../../../command/read-journal.ts';
import { connectedTo, connectionFrom } from '../../../config/connection.ts';
import type { Settings } from '../../../config/settings.ts';
import { DAY_MS, shortDuration } from '../../../lib/duration.ts';
import type { Aliases } from '../../../resources/context.ts';
import { projectsOf } from '../../../store/projects.ts';
import type { Features } from '../../../store/state.ts';
import { EXIT, type ExitCode } from '../../../system/exit.ts';
import { writeErrorLine, writeLines } from '../../../system/streams.ts';
import { system } from '../../../system/system.ts';
import type { BidRecords } from '../bid-record.ts';
import { bidJournal } from '../journal.ts';
import { pairName, priceSentences } from '../price-sentence.ts';
import { type PairNames, priceLines, printedPrices } from './price-rows.ts';

/** Time that is printed when none is given, in milliseconds. */
const USUAL_MS = 7 * DAY_MS;

/** What is read: records, and the aliases of types and regions. */
type Source = BidRecords & { readonly aliases: Aliases };

type PriceOptions = PairNames &
  Printing & {
    /** Milliseconds since 1970; null for the usual time. */
    readonly since: number | null;
  };

/** `spotdeck price`: prints what the operator's bids show of the spot price, from the journal. No request is sent. */
export async function price(
  features: Features,
  settings: Settings,
  { type, region, since, ...printing }: PriceOptions,
): Promise<ExitCode> {
  const names = { type, region };
  const { output } = printing;
  const source = await readBids(features, settings);
  const { readAt, aliases } = source;
  const time = { from: since ?? readAt - USUAL_MS, to: readAt };
  const lines = priceLines(source, time, names, aliases);
  if (lines.length === 0) writeErrorLine(nothingSeen(names, time.to - time.from));
  if (output === 'table' && names.type !== null && names.region !== null)
    writeLines(
      lines.map(
        (line) => priceSentences(line.price, { limit: null, now: readAt, name: pairName(line.price.band, aliases) })[0],
      ),
    );
  if (lines.length > 0 || output !== 'table') {
    const { context } = createListReader(features, settings).lists();
    printRows(printing, printedPrices(lines, { ...context, now: readAt }));
  }
  return EXIT.done;
}

function nothingSeen({ type, region }: PairNames, ms: number): string {
  const of = type === null ? '' : ` of ${type}`;
  const where = region === null ? '' : ` in ${region}`;
  return `No bid${of}${where} was seen in the last ${shortDuration(ms)}; consoles and spotdeck watch see them while they run.`;
}

/** Reads the journal; one that does not exist yet is not created. */
async function readBids(features: Features, settings: Settings): Promise<Source> {
  const connection = connectionFrom(settings);
  const connected = connectedTo(connection, settings);
  const readAt = system().clock.now();
  const place = { baseUrl: connection.baseUrl, projects: projectsOf(connected) };
  const records = await readUsableJournal(features, settings, place, (journal, scopes) =>
    bidJournal(journal).bidRecords(scopes, { from: 0, to: readAt }),
  );
  return { readAt, aliases: connected.aliases, records: records ?? [] };
}
