import type { FetchedLists } from '../../command/list-reader.ts';
import { readJournal } from '../../command/read-journal.ts';
import { readLists, rowsMeant, rowsNamed } from '../../command/read-lists.ts';
import type { Settings } from '../../config/settings.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Scope } from '../../journal/scope.ts';
import { DAY_MS, isoTime } from '../../lib/duration.ts';
import { jsonText } from '../../lib/sanitize.ts';
import type { Features } from '../../store/features.ts';
import { projectsOf } from '../../store/projects.ts';
import type { ConsoleState } from '../../store/state.ts';
import { EXIT, type ExitCode } from '../../system/exit.ts';
import { writeBlock, writeErrorLine, writeLines } from '../../system/streams.ts';
import { bidJournal } from '../money/journal.ts';
import { NO_MONEY_WANTED, type WantedMoney } from '../money/known-money.ts';
import { type Asked, type Explanation, explained } from './explanation.ts';
import { rowEvents } from './journal.ts';
import { whyBid } from './known-reasons.ts';
import { type KnownPasts, NOTHING_READ } from './state.ts';
import { shortText, sinceText } from './words.ts';

export type WhyOptions = { readonly output: 'text' | 'json' };

/** The command looks up the prices of the last days. */
const PRICES: WantedMoney = { ...NO_MONEY_WANTED, spanMs: 7 * DAY_MS, prices: true };

/**
 * `spotdeck why`: prints why rows do not run, by the lists as they are now and by what the journal has. Returns the exit code: refused when a
 * list could be read only in part, or the journal not at all.
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
  const { state, problem } = await withJournal(features, settings, lists);
  const found = asked.map((one) => ({ asked: one, explanation: explained(one, state) }));
  if (output === 'json') writeBlock(`${jsonText(found.map(whyJson), 2)}\n`);
  else if (found.length === 0) writeLines(['All bids run what they want.']);
  else writeLines(found.flatMap(({ asked, explanation }) => whyLines(asked, explanation, state.now)));
  return lists.partial.size === 0 && problem === null ? EXIT.done : EXIT.refused;
}

/** The rows of a name: bids, or else instances. @throws {CommandFailure} when there is none. */
function askedFor(lists: FetchedLists, name: string): readonly Asked[] {
  const bids = rowsMeant(lists, 'bids', name);
  if (bids.length > 0) return bids.map((row) => ({ kind: 'bid', row }));
  return rowsNamed(lists, 'instances', [name], ['bids']).map((row) => ({
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

/** The state with what the journal has; and why that could not be read. */
async function withJournal(
  features: Features,
  settings: Settings,
  { connection, state }: FetchedLists,
): Promise<{ readonly state: ConsoleState; readonly problem: string | null }> {
  const { now } = state;
  const projects = projectsOf(state.connected);
  const found = await readJournal(features, settings, { baseUrl: connection.baseUrl, projects }, (journal, scopes) => ({
    knownPasts: pastIn(journal, scopes, now),
    money: bidJournal(journal).money({ scopes, project: state.connected.project, now, wanted: PRICES }),
  }));
  return { state: { ...state, ...(found?.read ?? { knownPasts: NOTHING_READ }) }, problem: found?.problem ?? null };
}

/** What a journal has of rows until a time. */
function pastIn(journal: Journal, scopes: readonly Scope[], until: number): KnownPasts {
  const { happened: _, ...past } = rowEvents(journal).readPast(scopes, until, journal.by);
  const times = scopes.flatMap((scope) => journal.knownSince(scope, 'bids') ?? []);
  return { kind: 'read', ...past, since: times.length === 0 ? null : Math.max(...times) };
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
