// journal: events and snapshots in SQLite, shared by all consoles; features bring their tables.

import * as z from 'zod';
import {
  type EventPayload,
  eventPayload,
  type JournalEvent,
  type ObservedChange,
  type OperatorEvent,
} from '../changes/change-event.ts';
import type { TrackedLists } from '../changes/diff-rows.ts';
import { isPerProject } from '../contract/endpoint.ts';
import type { ServiceList } from '../contract/lists.ts';
import { DAY_MS } from '../lib/duration.ts';
import type { ChangeResult, JournalAccess } from './access.ts';
import { isBusy, journalError } from './database.ts';
import { DROP_UNUSED } from './entry-tables.ts';
import { JournalLost, openJournalFile, openOwnFile, type UsedFile } from './file.ts';
import { createLeases } from './leases.ts';
import { keyOf, type Scope } from './scope.ts';
import { createSamples, createSettled } from './settled.ts';
import { createSizeLimit } from './size-limit.ts';
import { createSnapshotStore, type Snapshot, type TakenSnapshot } from './snapshots.ts';
import type { Tables } from './tables.ts';
import { hasEnded, newWriterId } from './writer-id.ts';

export type Journal = ReturnType<typeof openJournal>;

/** Most events; ages of events and samples, in milliseconds. */
const MAX_EVENTS = 100_000;
const OLDEST_MS = 90 * DAY_MS;
const SAMPLES_MS = DAY_MS;
const PRUNE_EACH = 2000;
/** Operator events in memory; beyond it the oldest go. */
const MAX_WAITING = 10_000;
const LOCKED_MS = 10_000;
/** The table of leases describes the present only, so it doesn't count as history. */
const OF_NOW = 'leases';
const TableName = z.object({ name: z.string() });
const MAX_READ = 10_000;

/**
 * Snapshot and events change in one transaction, so consoles record each change once. An unusable file throws nothing:
 * snapshots catch up, operator events wait, `warning` explains it. Above `maxBytes` (null: usual) the oldest events go.
 */
export function openJournal(
  path: string,
  now: () => number,
  lists: TrackedLists,
  tables: readonly Tables[],
  maxBytes: number | null = null,
) {
  const by = newWriterId();
  const file = openJournalFile(path, now, by, tables);
  const snapshots = createSnapshotStore(file, by, now);
  const size = createSizeLimit(file, maxBytes);
  const payload = eventPayload(
    Object.keys(lists).filter((name): name is ServiceList => Object.hasOwn(lists, name)),
    Object.fromEntries(tables.flatMap(({ fields }) => Object.entries(fields ?? {}))),
  );
  const waiting = new Map<
    string,
    { readonly scope: Scope; readonly at: number; readonly payload: OperatorEvent; readonly writer: string }
  >();
  let problem: string | null = null;
  let busy: { readonly from: number; readonly to: number } | null = null;
  let sincePruned = PRUNE_EACH;

  const putEvent = file.prepare(
    'INSERT OR REPLACE INTO entries (key, scope, at, since, fid, bid, by, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const getAfter = file.prepare(
    'SELECT * FROM entries WHERE id > ? AND scope IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?',
  );
  const getRecent = file.prepare(
    'SELECT * FROM entries WHERE scope IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT ?',
  );
  const getSince = file.prepare(
    'SELECT * FROM entries WHERE at >= ? AND scope IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT ?',
  );
  const getOf = file.prepare(
    `SELECT * FROM entries WHERE scope = ?1 AND fid = ?2 AND at >= ?3
     UNION SELECT * FROM entries WHERE scope = ?1 AND bid = ?2 AND at >= ?3 ORDER BY id`,
  );
  const getScoped = file.prepare(
    `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name <> ?
     AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) WHERE name = 'scope')`,
  );

  const transaction = (act: () => void): ChangeResult => {
    file.renew();
    try {
      file.transact(act);
      problem = null;
      busy = null;
      return 'kept';
    } catch (error) {
      if (isBusy(error)) {
        busy = { from: busy?.from ?? now(), to: now() };
        return 'busy';
      }
      file.failed(error);
      // Another file is in use now, or says itself why not.
      problem = error instanceof JournalLost ? null : `The journal can't be written: ${journalError(error, path)}.`;
      return 'not-kept';
    }
  };

  const atOnce = (act: () => void): boolean => transaction(act) === 'kept';

  const changed = <Result>(act: () => readonly Result[]): readonly Result[] => {
    let results: readonly Result[] = [];
    const kept = atOnce(() => {
      results = act();
    });
    return kept ? results : [];
  };

  const inFile = (act: () => void): boolean => {
    file.renew();
    return file.problem() === null && atOnce(act);
  };

  const read = <Row>(act: () => readonly Row[]): readonly Row[] => {
    file.renew();
    try {
      return act();
    } catch (error) {
      file.failed(error);
      problem = `The journal can't be read: ${journalError(error, path)}.`;
      return [];
    }
  };
  const parse = (row: unknown): readonly JournalEvent[] => parseEvents(row, payload, now());
  const events = (rows: () => readonly unknown[]): readonly JournalEvent[] => read(() => rows().flatMap(parse));

  const putSeen = (key: string, at: number, since: number | null, change: ObservedChange): void => {
    putEvent.run(null, key, at, since, change.fid, change.bid, by, JSON.stringify(change));
    sincePruned += 1;
  };

  const prune = (): void => {
    sincePruned = 0;
    atOnce(() => {
      file.prepare('DELETE FROM entries WHERE at < ?').run(now() - OLDEST_MS);
      file
        .prepare('DELETE FROM entries WHERE id <= (SELECT id FROM entries ORDER BY id DESC LIMIT 1 OFFSET ?)')
        .run(MAX_EVENTS);
      file.prepare('DELETE FROM samples WHERE at < ?').run(now() - SAMPLES_MS);
      for (const { sql, ageMs } of tables.flatMap(({ prune = [] }) => prune)) file.prepare(sql).run(now() - ageMs);
      file.exec(DROP_UNUSED);
    });
  };

  /** A few old events with each recorded list, so no call takes long. */
  const shrink = (): void => {
    if (read(() => [size.isAbove()])[0] === true) atOnce(size.dropOldest);
  };

  const warning = (): string | null => {
    const now = file.problem() ?? problem;
    if (now !== null || busy === null || busy.to - busy.from < LOCKED_MS) return now;
    return "The journal can't be written: another program has locked it.";
  };

  const leases = createLeases(file, { now, read, atOnce, inFile });
  const access: JournalAccess = {
    database: file,
    now,
    warning,
    read,
    transaction,
    atOnce,
    inFile,
    isLocked: () => {
      file.renew();
      return file.isLocked();
    },
    parse,
    put: putSeen,
    isFull: size.isFull,
    leases: leases.inside,
    openOwnFile,
  };

  const flush = (): void => {
    if (waiting.size === 0) return;
    const notes = [...waiting];
    const kept = atOnce(() => {
      for (const [key, { scope, at, payload, writer }] of notes)
        putEvent.run(key, keyOf(scope), at, null, payload.about?.fid ?? null, null, writer, JSON.stringify(payload));
    });
    // Events in memory are written again once there is a file.
    if (kept && file.problem() === null) waiting.clear();
    sincePruned += notes.length;
    for (const key of waiting.keys()) {
      if (waiting.size <= MAX_WAITING) break;
      waiting.delete(key);
    }
  };

  return {
    by,

    /** As a sentence; null while it can be used. */
    warning,

    news: (): string | null => warning() ?? file.used().said,

    file: (): UsedFile => file.used(),

    /** The file lacks recent writes of this program. */
    wentBack: (): void => file.failed(new JournalLost('set back')),

    /** Differences become events. Null when not kept: the next snapshot makes up for it. */
    record: (scope: Scope, list: ServiceList, snapshot: Snapshot): TakenSnapshot | null => {
      const key = keyOf(isPerProject(lists[list].endpoint) ? scope : { ...scope, project: '' });
      const [taken] = changed(() => [
        snapshots.take(key, list, snapshot, (change, at, since) => putSeen(key, at, since, change)),
      ]);
      taken?.committed();
      flush();
      if (sincePruned >= PRUNE_EACH) prune();
      shrink();
      return taken?.result ?? null;
    },

    /** The same name with an outcome replaces an event. `writer` may be the journal's. */
    note: (scope: Scope, name: string, at: number, payload: OperatorEvent, writer = by): void => {
      waiting.set(`${writer}:${name}`, { scope, at, payload, writer });
      flush();
    },

    after: (scopes: readonly Scope[], id: number): readonly JournalEvent[] =>
      events(() => getAfter.all(id, keysOf(scopes), MAX_READ)),

    /** Oldest first. */
    recent: (scopes: readonly Scope[], max: number): readonly JournalEvent[] =>
      events(() => getRecent.all(keysOf(scopes), max)).toReversed(),

    since: (scope: Scope, at: number): readonly JournalEvent[] =>
      events(() => getSince.all(at, keysOf([scope]), MAX_READ)).toReversed(),

    /** In milliseconds since 1970; null if never. */
    askedAt: (scope: Scope, list: ServiceList): number | null =>
      read(() => [snapshots.askedAt(keyOf(scope), list)])[0] ?? null,

    ofRows: (
      rows: readonly { readonly scope: Scope; readonly fid: string }[],
      since: number,
    ): readonly JournalEvent[] => rows.flatMap(({ scope, fid }) => events(() => getOf.all(keyOf(scope), fid, since))),

    /** Null without a history. */
    knownSince: (scope: Scope, list: ServiceList): number | null => {
      const began = read(() => [snapshots.began(keyOf(scope), list)])[0] ?? null;
      return began === null ? null : Math.max(began, now() - OLDEST_MS);
    },

    ...createSamples(file, { read, atOnce }),

    ...createSettled(file, by, { atOnce, parse }),

    ...leases.records,

    access,

    forget: (service: string): void => {
      const start = `${service}\n`;
      atOnce(() => {
        for (const { forget } of tables) if (forget !== undefined) file.prepare(forget).run(start);
        for (const { name } of getScoped.all(OF_NOW).map((row) => TableName.parse(row)))
          file.prepare(`DELETE FROM ${name} WHERE substr(scope, 1, length(?1)) = ?1`).run(start);
        file.exec(DROP_UNUSED);
      });
      snapshots.forget();
    },

    /** Returns how many events still wait. */
    flush: (): number => {
      flush();
      return waiting.size;
    },

    close: (): void => {
      flush();
      file.close();
    },
  };
}

const keysOf = (scopes: readonly Scope[]): string =>
  JSON.stringify([...new Set(scopes.flatMap((scope) => [keyOf(scope), keyOf({ ...scope, project: '' })]))]);

/** An action sent before, without an outcome is of an ended program, on any machine. */
const ENDED_BEFORE_MS = 10 * 60_000;

const Json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }
});

const Entry = z.object({
  id: z.int(),
  key: z.string().nullable(),
  at: z.int(),
  since: z.int().nullable(),
  by: z.string(),
  payload: Json,
});

function parseEvents(row: unknown, of: EventPayload, now: number): JournalEvent[] {
  const read = Entry.safeParse(row);
  const content = of.safeParse(read.data?.payload);
  if (!read.success || !content.success) return [];
  const { id, key, at, since, by } = read.data;
  const payload = content.data;
  const entry = { id, key: key ?? `seen:${id}`, at, since, by };
  if (payload.kind === 'seen' || payload.outcome !== 'sent' || (now - at < ENDED_BEFORE_MS && !hasEnded(by)))
    return [{ ...entry, payload }];
  return [{ ...entry, payload: { ...payload, outcome: 'unknown', what: `${payload.what}: outcome unknown` } }];
}
