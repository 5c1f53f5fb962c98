import { outageJson } from '../../changes/incident.ts';
import { createListReader } from '../../command/list-reader.ts';
import { readJournal } from '../../command/read-journal.ts';
import { connectedTo, connectionFrom } from '../../config/connection.ts';
import type { Settings } from '../../config/settings.ts';
import { chatText } from '../../lib/chat-text.ts';
import { HOUR_MS, isoTime, MINUTE_MS, shortDuration } from '../../lib/duration.ts';
import { jsonText } from '../../lib/sanitize.ts';
import type { Context } from '../../resources/context.ts';
import { asciiGlyphs } from '../../resources/glyphs.ts';
import { serviceResources } from '../../resources/index.ts';
import { aliasOr } from '../../resources/parts/aliases.ts';
import type { Features } from '../../store/features.ts';
import { projectsOf } from '../../store/projects.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../system/exit.ts';
import { writeBlock, writeErrorLine, writeErrorLines, writeLines } from '../../system/streams.ts';
import { system } from '../../system/system.ts';
import { bidJournal, lastReadAt } from '../money/journal.ts';
import { type Spend, spendOver, spentIn } from '../money/spend-over.ts';
import { boundJson } from '../money/spend-words.ts';
import { outagesOf } from './changes.ts';
import { type BidNow, type Digest, digestOf } from './digest.ts';
import { digestLines } from './digest-lines.ts';
import { type DigestPart, EARLIER_MS } from './part.ts';

export type DigestOptions = {
  /** Milliseconds since 1970; null for the usual time. */
  readonly since: number | null;
  readonly output: 'text' | 'json';
};

/** Time that is printed when none is given, in milliseconds. */
const USUAL_MS = 8 * HOUR_MS;
/** Most bids that a message names. */
const MAX_BIDS = 12;

/**
 * `spotdeck digest`: prints what the journal has of a time, and what is out now by the lists. When they can't be read, prints what
 * the journal has. Returns the exit code.
 */
export async function digest(
  features: Features,
  settings: Settings,
  { since, output }: DigestOptions,
): Promise<ExitCode> {
  const connection = connectionFrom(settings);
  const connected = connectedTo(connection, settings);
  const { context, code } = await presentState(features, settings);
  const now = system().clock.now();
  const { read, problem } = await journalOf(features, settings, connection.baseUrl, projectsOf(connected), {
    from: since ?? now - USUAL_MS,
    to: now,
  });
  const { parts, spend, lastReadAt } = read;
  const ending = problem === null || code !== EXIT.done ? code : EXIT.refused;
  const found = digestOf(parts, spend, context);
  if (output === 'json') {
    writeBlock(`${jsonText(digestJson(found, lastReadAt), 2)}\n`);
    return ending;
  }
  const projects = found.projects.map((project) => chatText(aliasOr(project, connected.aliases))).join(', ');
  const lines = digestLines(found, { arrow: asciiGlyphs.arrow, now, safe: chatText }, MAX_BIDS);
  writeLines([
    `spotdeck digest of ${projects}, the last ${shortDuration(now - found.time.from)}`,
    ...freshness(lastReadAt, now),
    ...lines.map((line) => (line.kind === 'sentence' ? line.text : `- ${line.name}: ${line.what}`)),
  ]);
  return ending;
}

/** Says when what changed last can't be in the journal. */
function freshness(lastReadAt: number | null, now: number): readonly string[] {
  if (lastReadAt === null) return ['The journal has no data for it yet: no console or "spotdeck watch" has run.'];
  const age = now - lastReadAt;
  return age < MINUTE_MS ? [] : [`The journal ends ${shortDuration(age)} ago; what changed since is not in it.`];
}

/** Reads the lists; without bids and instances, or with a part of them, what is out now is not known. */
async function presentState(
  features: Features,
  settings: Settings,
): Promise<{ readonly context: Context | null; readonly code: ExitCode }> {
  try {
    const reader = createListReader(features, { ...settings, readOnly: true });
    const add = async (name: 'bids' | 'instances'): Promise<void> => reader.add(name, await reader.request(name));
    // Keys that expire are one line of it, so their list is no reason to leave out what is out now, nor to fail.
    await Promise.all([add('bids'), add('instances'), reader.join(['apiKeys'])]);
    const { context, partial } = reader.lists();
    for (const { sentence } of partial.values()) writeErrorLine(sentence);
    const isKnown = !partial.has('bids') && !partial.has('instances');
    return { context: isKnown ? context : null, code: isKnown ? EXIT.done : EXIT.refused };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    writeErrorLines(error.lines);
    return { context: null, code: error.code };
  }
}

type ReadDigest = {
  readonly parts: readonly DigestPart[];
  readonly spend: Spend;
  readonly lastReadAt: number | null;
};

/** Reads the journal; one that does not exist yet is not created. `problem` says why it could not be read. */
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

/** How a bid stands now, in the service's style of names. */
const nowJson = ({ state, wanted, running, why, isOut }: BidNow) => ({ state, wanted, running, why, is_out: isOut });

/** A digest as an object of `spotdeck digest -o json`, with the service's own identifiers and words. */
export function digestJson({ time, projects, bids, rows, keys, spend, knowsNow }: Digest, lastReadAt: number | null) {
  return {
    from: isoTime(time.from),
    to: isoTime(time.to),
    projects,
    journal_until: isoTime(lastReadAt),
    bids: bids.map(({ fid, name, project, isNew, hasEnded, hasChanged, limit, now, ...changes }) => {
      const { lost, preempted, back, started, stopped, idle, status } = changes;
      return {
        fid,
        name,
        project,
        lost: lost.map(({ fid }) => fid),
        preempted: preempted.map(({ fid }) => fid),
        back: back.map(({ fid }) => fid),
        outages: outagesOf(changes).map((outage) => outageJson(outage, time.to)),
        started: started.map(({ fid }) => fid),
        ended: stopped.map(({ fid }) => fid),
        idle,
        status,
        limit_price: limit,
        is_new: isNew,
        has_ended: hasEnded,
        has_changed: hasChanged,
        now: now === null ? null : nowJson(now),
      };
    }),
    rows: rows.map(({ list, ...row }) => ({ list: serviceResources[list].words.list, ...row })),
    api_keys: keys.map(({ expiresAt, step, ...key }) => ({ ...key, expires_at: isoTime(expiresAt), step })),
    cost:
      spend === null
        ? null
        : {
            observed: { seconds: seconds(spend.observedMs), ...boundJson(spentIn(spend)) },
            unobserved: { seconds: seconds(spend.gapMs), ...boundJson(spend.most) },
            not_known: { seconds: seconds(spend.unknownMs) },
          },
    knows_now: knowsNow,
  };
}
