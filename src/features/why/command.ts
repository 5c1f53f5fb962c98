import { existsSync } from 'node:fs';
import type { FetchedLists } from '../../command/list-reader.ts';
import { readLists, rowsMeant, rowsNamed } from '../../command/read-lists.ts';
import { storagePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import { openJournal } from '../../journal/journal.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { jsonText } from '../../lib/sanitize.ts';
import { atOnce } from '../../lib/work.ts';
import { serviceResources } from '../../resources/index.ts';
import type { Features } from '../../store/features.ts';
import { projectsOf } from '../../store/projects.ts';
import type { ConsoleState } from '../../store/state.ts';
import { EXIT, type ExitCode } from '../../system/exit.ts';
import { writeBlock, writeErrorLine, writeLines } from '../../system/streams.ts';
import { bidJournal } from '../money/journal.ts';
import { type Asked, type Explanation, explained } from './explanation.ts';
import { gapsSeen } from './gaps.ts';
import { rowEvents } from './journal.ts';
import { whyBid } from './known-reasons.ts';
import { pastsWith } from './past.ts';
import { shortText, sinceText } from './words.ts';

export type WhyOptions = { readonly output: 'text' | 'json' };

/** Time for which the command looks up prices, in milliseconds. */
const PRICES_MS = 7 * DAY_MS;

/**
 * `spotdeck why`: prints why rows do not run, by the lists as they are now and by what the journal has. Returns the exit code: refused when a
 * list could be read only in part.
 */
export async function why(
  features: Features,
  settings: Settings,
  names: readonly string[],
  { output }: WhyOptions,
): Promise<ExitCode> {
  const lists = await readLists(features, { ...settings, readOnly: true }, ['bids', 'instances']);
  for (const { sentence } of lists.partial.values()) writeErrorLine(sentence);
  const asked = names.length === 0 ? notRunning(lists) : names.flatMap((name) => askedFor(lists, name));
  const state = withJournal(lists, await journalOf(features, settings, lists));
  const found = asked.map((one) => ({ asked: one, explanation: explained(one, state) }));
  if (output === 'json') writeBlock(`${jsonText(found.map(whyJson), 2)}\n`);
  else if (found.length === 0) writeLines(['All bids run what they want.']);
  else writeLines(found.flatMap(({ asked, explanation }) => whyLines(asked, explanation, state.now)));
  return lists.partial.size === 0 ? EXIT.done : EXIT.refused;
}

/** The rows of a name: bids, or else instances. @throws {CommandFailure} when there is none. */
function askedFor(lists: FetchedLists, name: string): readonly Asked[] {
  const bids = rowsMeant(lists, 'bids', name);
  if (bids.length > 0) return bids.map((row) => ({ kind: 'bid', row }));
  return rowsNamed(lists, 'instances', [name]).map((row) => ({
    kind: 'instance',
    row,
    bid: row.bid === null ? undefined : lists.context.rowOf('bids', row.bid)?.row,
  }));
}

/** The bids that have not ended and do not run what they want. */
const notRunning = ({ context }: FetchedLists): readonly Asked[] =>
  [...context.rowsOf('bids').values()].flatMap(({ row }): readonly Asked[] => {
    const reason = context.own(whyBid, row.fid);
    return reason === null || reason.kind === 'ended' ? [] : [{ kind: 'bid', row }];
  });

type FromJournal = Pick<ConsoleState, 'knownPasts' | 'bidRecords'>;

const withJournal = ({ state }: FetchedLists, journal: FromJournal): ConsoleState => ({ ...state, ...journal });

/** What the journal has; one that does not exist yet is not created. */
async function journalOf(
  features: Features,
  settings: Settings,
  { connection, state }: FetchedLists,
): Promise<FromJournal> {
  const { path, service } = storagePaths(settings, connection.baseUrl);
  const nothing: FromJournal = {
    knownPasts: { kind: 'read', pasts: new Map(), since: null, last: 0, gaps: [] },
    bidRecords: null,
  };
  if (!existsSync(path)) return nothing;
  const journal = openJournal(path, Date.now, serviceResources, await features.tables());
  try {
    const scopes = projectsOf(state.connected).map((project) => ({ service, project }));
    const events = atOnce(rowEvents(journal).rowEventsInParts(scopes));
    const times = scopes.flatMap((scope) => journal.knownSince(scope, 'bids') ?? []);
    const prices = bidJournal(journal);
    const records = prices.bidRecords(scopes, { from: state.now - PRICES_MS, to: state.now });
    const warning = journal.news();
    if (warning !== null) writeErrorLine(warning);
    return {
      knownPasts: {
        kind: 'read',
        pasts: pastsWith(new Map(), events, journal.by),
        since: times.length === 0 ? null : Math.max(...times),
        last: events.at(-1)?.id ?? 0,
        gaps: gapsSeen(prices, scopes, state.now),
      },
      bidRecords: { records, readAt: state.now },
    };
  } finally {
    journal.close();
  }
}

const nameOf = ({ row }: Asked): string => row.name || row.fid;

function whyLines(
  asked: Asked,
  { sentence, since, help, journal, reason }: Explanation,
  now: number,
): readonly string[] {
  const when = sinceText(since, now);
  return [
    `${nameOf(asked)}: ${sentence}`,
    ...(reason === null || when === null ? [] : [`  so since: ${when}`]),
    ...(help === null ? [] : [`  may help: ${help}`]),
    ...(journal === null ? [] : [`  journal: ${journal}`]),
  ];
}

const isoTime = (at: number): string => new Date(at).toISOString();

function whyJson({ asked, explanation }: { readonly asked: Asked; readonly explanation: Explanation }) {
  const { reason, since } = explanation;
  return {
    list: asked.kind === 'bid' ? 'bids' : 'instances',
    fid: asked.row.fid,
    name: asked.row.name,
    status: asked.row.status,
    runs: reason === null,
    reason: reason?.kind ?? null,
    short: reason === null ? null : shortText(reason),
    sentence: explanation.sentence,
    certainty: explanation.certainty,
    since: since.kind === 'seen' ? isoTime(since.at) : null,
    since_after: since.kind === 'seen' && since.since !== null ? isoTime(since.since) : null,
    since_before: since.kind === 'at-least' ? isoTime(since.at) : null,
    not_observed:
      since.kind === 'seen' && since.unseen !== null
        ? { from: isoTime(since.unseen.from), to: isoTime(since.unseen.to) }
        : null,
    help: explanation.help,
    past: explanation.past.map(({ at, what }) => ({ at: isoTime(at), what })),
  };
}
