import type { Connection } from '../../api/client.ts';
import { cellsOf, type Printing, printRows } from '../../command/format.ts';
import {
  amount,
  amounts,
  cost,
  flag,
  identity,
  list,
  number,
  object,
  objectOf,
  objects,
  type Shape,
  text,
  time,
} from '../../command/json.ts';
import { createListReader } from '../../command/list-reader.ts';
import { outageShape } from '../../command/outage-shape.ts';
import { readJournal } from '../../command/read-journal.ts';
import { connectedTo, connectionFrom } from '../../config/connection.ts';
import type { Settings } from '../../config/settings.ts';
import { chatText } from '../../lib/chat-text.ts';
import { HOUR_MS, MINUTE_MS, shortDuration } from '../../lib/duration.ts';
import { parseServicePrice } from '../../lib/money.ts';
import type { Context } from '../../resources/context.ts';
import { asciiGlyphs } from '../../resources/glyphs.ts';
import { serviceResources } from '../../resources/index.ts';
import { aliasOr } from '../../resources/parts/aliases.ts';
import { contextOf } from '../../store/row-context.ts';
import { type ConsoleState, type Features, projectsOf } from '../../store/state.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../system/exit.ts';
import { clientFor } from '../../system/request-log.ts';
import { writeErrorLine, writeErrorLines } from '../../system/streams.ts';
import { system } from '../../system/system.ts';
import { withAnswers } from '../extras/ask-once.ts';
import { bidJournal, lastReadAt } from '../money/journal.ts';
import { chargedAndRest, type Spend, spendOver, spentIn } from '../money/spend.ts';
import { type Change, type DigestPart, EARLIER_MS, outagesOf } from './changes.ts';
import { bidsToTell, type Digest, digestOf } from './digest.ts';
import { digestLines, type Wording } from './digest-lines.ts';

export type DigestOptions = Printing & {
  /** Milliseconds since 1970; null for the usual time. */
  readonly since: number | null;
};

const USUAL_MS = 8 * HOUR_MS;
/** Most bids named by a message. */
const MAX_BIDS = 12;
/** Most bids whose story is asked for. */
const MAX_HISTORIES = 6;

/** Prints the journal of a time, and losses still out when the lists can be read. */
export async function digest(
  features: Features,
  settings: Settings,
  { since, ...printing }: DigestOptions,
): Promise<ExitCode> {
  const connection = connectionFrom(settings);
  const connected = connectedTo(connection, settings);
  const { context: listed, state, code } = await presentState(features, settings);
  const now = system().clock.now();
  const { read, problem } = await journalOf(features, settings, connection.baseUrl, projectsOf(connected), {
    from: since ?? now - USUAL_MS,
    to: now,
  });
  const { parts, spend, lastReadAt } = read;
  const ending = problem === null || code !== EXIT.done ? code : EXIT.refused;
  const context = state === null ? listed : await contextWithHistory(settings, connection, state, parts);
  const found = digestOf(parts, spend, context);
  const projects = found.projects.map((project) => chatText(aliasOr(project, connected.aliases))).join(', ');
  const wording: Wording = { arrow: asciiGlyphs.arrow, now, safe: chatText };
  printRows(printing, {
    lines: () => [
      `spotdeck digest of ${projects}, the last ${shortDuration(now - found.time.from)}`,
      ...freshness(lastReadAt, now),
      ...digestLines(found, wording, MAX_BIDS).map((line) =>
        line.kind === 'sentence' ? line.text : `- ${line.name}: ${line.what}`,
      ),
    ],
    cells: () => cellsOf(rowMembers, rowsOf(found)),
    objects: () => rowsOf(found),
    whole: () => objectOf(digestShape, { ...found, lastReadAt }),
  });
  return ending;
}

/** A warning when the journal ends earlier. */
function freshness(lastReadAt: number | null, now: number): readonly string[] {
  if (lastReadAt === null) return ['The journal has no data for it yet: no console or "spotdeck watch" has run.'];
  const age = now - lastReadAt;
  return age < MINUTE_MS ? [] : [`The journal ends ${shortDuration(age)} ago; what changed since is not in it.`];
}

/** Without whole lists of bids and instances, present losses are unknown. */
async function presentState(
  features: Features,
  settings: Settings,
): Promise<{ readonly context: Context | null; readonly state: ConsoleState | null; readonly code: ExitCode }> {
  try {
    const reader = createListReader(features, { ...settings, readOnly: true });
    const add = async (name: 'bids' | 'instances'): Promise<void> => reader.add(name, await reader.request(name));
    // Keys are one line: without their list the rest is printed.
    await Promise.all([add('bids'), add('instances'), reader.join(['apiKeys'])]);
    const { context, state, partial } = reader.lists();
    for (const { sentence } of partial.values()) writeErrorLine(sentence);
    const isKnown = !partial.has('bids') && !partial.has('instances');
    return isKnown ? { context, state, code: EXIT.done } : { context: null, state: null, code: EXIT.refused };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    writeErrorLines(error.lines);
    return { context: null, state: null, code: error.code };
  }
}

/** With who changed the bids, where the service tells. */
async function contextWithHistory(
  settings: Settings,
  connection: Connection,
  state: ConsoleState,
  parts: readonly DigestPart[],
): Promise<Context> {
  const bids = bidsToTell(parts).slice(0, MAX_HISTORIES);
  if (bids.length === 0) return contextOf(state);
  const wanted = { bids: bids.map((fid) => ({ fid, isOpen: true })) };
  const reads = clientFor(settings, connection);
  return contextOf(await withAnswers(state, { own: settings.own, reads }, ['bid-history'], wanted));
}

type ReadDigest = {
  readonly parts: readonly DigestPart[];
  readonly spend: Spend;
  readonly lastReadAt: number | null;
};

/** Creates no journal. `problem` says why it could not be read. */
async function journalOf(
  features: Features,
  settings: Settings,
  baseUrl: string,
  projects: readonly string[],
  time: DigestPart['time'],
): Promise<{ readonly read: ReadDigest; readonly problem: string | null }> {
  const found = await readJournal(features, settings, { baseUrl, projects }, (journal, scopes, service) => {
    const bids = bidJournal(journal);
    const times = scopes.flatMap((scope) => lastReadAt(bids, scope) ?? []);
    return {
      parts: projects.map((project) => ({
        project,
        time,
        events: journal.since({ service, project }, time.from - EARLIER_MS),
      })),
      spend: spendOver({ records: bids.bidRecords(scopes, time), readAt: time.to }, time),
      lastReadAt: times.length === 0 ? null : Math.min(...times),
    };
  });
  const nothing = {
    parts: projects.map((project) => ({ project, time, events: [] })),
    spend: spendOver({ records: [], readAt: time.to }, time),
    lastReadAt: null,
  };
  return found ?? { read: nothing, problem: null };
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

const gapsShape: Shape<Spend> = cost((spend: Spend) => spend.most);

const costShape: Shape<Spend> = {
  ...cost((spend: Spend) => spentIn(spend)),
  charged: amount((spend) => chargedAndRest(spend).charged[0] ?? null),
  charged_until: time(({ chargedTo }) => chargedTo),
  observed_seconds: number(({ observedMs }) => seconds(observedMs)),
  gap_seconds: number(({ gapMs }) => seconds(gapMs)),
  not_known_seconds: number(({ unknownMs }) => seconds(unknownMs)),
  gaps: object(gapsShape, (spend) => spend),
};

type DigestBid = Digest['bids'][number];

const statusChange: Shape<Change> = { old: text(({ from }) => from), new: text(({ to }) => to) };
const priceIn = (price: string | null) => (price === null ? null : parseServicePrice(price));
const priceChange: Shape<Change> = amounts({ old: ({ from }) => priceIn(from), new: ({ to }) => priceIn(to) });

const nowShape: Shape<NonNullable<DigestBid['now']>> = {
  status: text(({ status }) => status),
  wanted: number(({ wanted }) => wanted),
  running: number(({ running }) => running),
  is_out: flag(({ isOut }) => isOut),
  why: text(({ why }) => why),
};

const fidsOf = (all: readonly { readonly fid: string }[]): readonly string[] => all.map(({ fid }) => fid);

const bidShape: Shape<{ readonly bid: DigestBid; readonly until: number }> = {
  list: text(() => serviceResources.bids.words.list),
  ...identity(({ bid }: { readonly bid: DigestBid }) => bid),
  project: text(({ bid }) => bid.project),
  lost: list(({ bid }) => fidsOf(bid.lost)),
  preempted: list(({ bid }) => fidsOf(bid.preempted)),
  back: list(({ bid }) => fidsOf(bid.back)),
  outages: objects(outageShape, ({ bid, until }) => outagesOf(bid).map((outage) => ({ outage, now: until }))),
  started: list(({ bid }) => fidsOf(bid.started)),
  ended: list(({ bid }) => fidsOf(bid.stopped)),
  idle: list(({ bid }) => bid.idle),
  status_change: object(statusChange, ({ bid }) => bid.status),
  limit_price_change: object(priceChange, ({ bid }) => bid.limit),
  is_new: flag(({ bid }) => bid.isNew),
  has_ended: flag(({ bid }) => bid.hasEnded),
  has_changed: flag(({ bid }) => bid.hasChanged),
  now: object(nowShape, ({ bid }) => bid.now),
};

const otherShape: Shape<Digest['rows'][number]> = {
  list: text((row) => serviceResources[row.list].words.list),
  ...identity((row: Digest['rows'][number]) => row),
  change: text(({ change }) => change),
};

const keyShape: Shape<Digest['keys'][number]> = {
  list: text(() => serviceResources.apiKeys.words.list),
  ...identity((key: Digest['keys'][number]) => key),
  expires_at: time(({ expiresAt }) => expiresAt),
  step: text(({ step }) => step),
};

const digestShape: Shape<Digest<Spend> & { readonly lastReadAt: number | null }> = {
  from: time((digest) => digest.time.from),
  to: time((digest) => digest.time.to),
  projects: list(({ projects }) => projects),
  journal_until: time(({ lastReadAt }) => lastReadAt),
  knows_now: flag(({ knowsNow }) => knowsNow),
  cost: object(costShape, ({ spend }) => spend),
  bids: objects(bidShape, ({ bids, time: { to } }) => bids.map((bid) => ({ bid, until: to }))),
  rows: objects(otherShape, ({ rows }) => rows),
  api_keys: objects(keyShape, ({ keys }) => keys),
};

/** A row's members for a spreadsheet. */
const rowMembers: readonly string[] = Object.keys({ ...bidShape, ...otherShape, ...keyShape });

/** The rows of bids first. */
const rowsOf = ({ bids, rows, keys, time: { to } }: Digest): readonly object[] => [
  ...bids.map((bid) => objectOf(bidShape, { bid, until: to })),
  ...rows.map((row) => objectOf(otherShape, row)),
  ...keys.map((key) => objectOf(keyShape, key)),
];
