import { inLines, type Printing, printRows } from '../../command/format.ts';
import { flag, identity, object, objects, type Shape, text, time } from '../../command/json.ts';
import { type FetchedLists, readLists, rowsMeant, rowsNamed } from '../../command/list-reader.ts';
import { readJournal } from '../../command/read-journal.ts';
import type { Settings } from '../../config/settings.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Scope } from '../../journal/scope.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { type ConsoleState, type Features, projectsOf } from '../../store/state.ts';
import { EXIT, type ExitCode } from '../../system/exit.ts';
import { clientFor } from '../../system/request-log.ts';
import { writeErrorLine } from '../../system/streams.ts';
import { withAnswers } from '../extras/ask-once.ts';
import { bidJournal } from '../money/journal.ts';
import { NO_MONEY_WANTED, type WantedMoney } from '../money/known-money.ts';
import { type Asked, type Explanation, explained } from './explanation.ts';
import { rowEvents } from './journal.ts';
import { whyBid } from './known-reasons.ts';
import { type KnownPasts, NOTHING_READ } from './state.ts';
import { shortText, sinceText } from './words.ts';

const PRICES: WantedMoney = { ...NO_MONEY_WANTED, spanMs: 7 * DAY_MS, prices: true };

/** Prints why rows do not run. Refused when a list was read only in part, or the journal not at all. */
export async function why(
  features: Features,
  settings: Settings,
  names: readonly string[],
  printing: Printing,
): Promise<ExitCode> {
  const lists = await readLists(features, { ...settings, readOnly: true }, ['bids', 'instances']);
  for (const { sentence } of lists.partial.values()) writeErrorLine(sentence);
  const asked = names.length === 0 ? notRunning(lists) : names.flatMap((name) => askedFor(lists, name));
  const { state: known, problem } = await withJournal(features, settings, lists);
  // A bid that runs needs no reason.
  const isOut = asked.some(({ row }) => isStatus(row.status, 'open') || isStatus(row.status, 'preempting'));
  const bids = [...new Set(names.length === 0 ? [] : asked.flatMap(bidOf))].slice(0, MAX_HISTORIES);
  const state = await withAnswers(
    known,
    { own: settings.own, reads: clientFor(settings, lists.connection) },
    [
      ...(isOut ? (['auctions', 'quotas'] as const) : []),
      ...(bids.length > 0 ? (['bid-history', 'teammates', 'me'] as const) : []),
    ],
    { bids: bids.map((fid) => ({ fid, isOpen: true })) },
  );
  const found = asked.map((one) => ({ asked: one, explanation: explained(one, state) }));
  const lines = (): readonly string[] =>
    found.length === 0
      ? ['All bids run what they want.']
      : found.flatMap(({ asked, explanation }) => whyLines(asked, explanation, state.now));
  printRows(printing, inLines(whyShape, found, lines));
  return lists.partial.size === 0 && problem === null ? EXIT.done : EXIT.refused;
}

/** Most bids whose story is asked for. */
const MAX_HISTORIES = 6;

const bidOf = (asked: Asked): readonly string[] =>
  asked.kind === 'bid' ? [asked.row.fid] : asked.row.bid === null ? [] : [asked.row.bid];

function askedFor(lists: FetchedLists, name: string): readonly Asked[] {
  const bids = rowsMeant(lists, 'bids', name);
  if (bids.length > 0) return bids.map((row) => ({ kind: 'bid', row }));
  return rowsNamed(lists, 'instances', [name], ['bids']).map((row) => ({
    kind: 'instance',
    row,
    bid: row.bid === null ? undefined : lists.context.rowOf('bids', row.bid)?.row,
  }));
}

const notRunning = ({ context }: FetchedLists): readonly Asked[] =>
  [...context.rowsOf('bids').values()].flatMap(({ row }): readonly Asked[] => {
    const reason = context.own(whyBid, row.fid);
    return reason === null || reason.kind === 'ended' ? [] : [{ kind: 'bid', row }];
  });

/** With the journal's past, or the reason of its absence. */
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

const spanShape: Shape<{ readonly from: number; readonly to: number }> = {
  from: time(({ from }) => from),
  to: time(({ to }) => to),
};
const pastShape: Shape<Explanation['past'][number]> = { at: time(({ at }) => at), what: text(({ what }) => what) };

type Explained = { readonly asked: Asked; readonly explanation: Explanation };

/** `_after` and `_before`: the reads around a time. */
const whyShape: Shape<Explained> = {
  list: text(({ asked }) => (asked.kind === 'bid' ? 'bids' : 'instances')),
  ...identity(({ asked }: Explained) => asked.row),
  status: text(({ asked }) => asked.row.status),
  runs: flag(({ explanation }) => explanation.reason === null),
  reason: text(({ explanation: { reason } }) => reason?.kind ?? null),
  short: text(({ explanation: { reason } }) => (reason === null ? null : shortText(reason))),
  sentence: text(({ explanation }) => explanation.sentence),
  certainty: text(({ explanation }) => explanation.certainty),
  since: time(({ explanation: { since } }) => (since.kind === 'seen' ? since.at : null)),
  since_after: time(({ explanation: { since } }) => (since.kind === 'seen' ? since.since : null)),
  since_before: time(({ explanation: { since } }) => (since.kind === 'at-least' ? since.at : null)),
  not_observed: object(spanShape, ({ explanation: { since } }) => (since.kind === 'seen' ? since.unseen : null)),
  help: text(({ explanation }) => explanation.help),
  past: objects(pastShape, ({ explanation }) => explanation.past),
};
