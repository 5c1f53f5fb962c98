import * as z from 'zod';
import { type JournalAccess, recordsIn } from '../../journal/access.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import { DAY_MS, HOUR_MS } from '../../lib/duration.ts';
import type { Hook } from './hook.ts';

/** A bid not seen so for this long begins another occasion, in milliseconds. */
const SAME_MS = HOUR_MS;

/** Its table, and the time after which an occasion no longer runs the program, in milliseconds. */
const KEPT = {
  on_preempt: { table: 'preemptions', oldestMs: DAY_MS },
  on_thin: { table: 'thin_bids', oldestMs: HOUR_MS },
} as const satisfies Readonly<Record<Hook, object>>;

export type HookBid = {
  readonly fid: string;
  readonly label: string;
  readonly placeholders: Readonly<Record<string, string>>;
};

/** An occasion kept before `over` is another one. */
export type SeenBid = {
  readonly scope: Scope;
  readonly bid: HookBid;
  readonly over: number | null;
  readonly isNew: boolean;
};

/** An occasion whose program has not started. `began` is when it was first seen, in milliseconds since 1970. */
type WaitingStart = HookBid & { readonly scope: Scope; readonly began: number };

/** Whether a console may start the program: `taken` by another one, or not yet known. */
export type StartClaim = 'mine' | 'taken' | 'busy' | 'not-kept';

const Last = z.object({ began: z.int(), seen: z.int(), started: z.int().nullable() });
const Placeholders = z.record(z.string(), z.string());
const Row = z.object({
  scope: z.string(),
  fid: z.string(),
  began: z.int(),
  label: z.string(),
  placeholders: z.string(),
});

function createStarts(
  { database, read, now, transaction, isLocked }: JournalAccess,
  { table, oldestMs }: (typeof KEPT)[Hook],
) {
  const getLast = database.prepare(
    `SELECT began, seen, started FROM ${table} WHERE scope = ? AND fid = ? ORDER BY began DESC LIMIT 1`,
  );
  const getOne = database.prepare(
    `SELECT began, seen, started FROM ${table} WHERE scope = ? AND fid = ? AND began = ?`,
  );
  const put = database.prepare(`INSERT OR IGNORE INTO ${table} VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const see = database.prepare(`UPDATE ${table} SET seen = ? WHERE scope = ? AND fid = ? AND began = ?`);
  const start = database.prepare(`UPDATE ${table} SET started = ? WHERE scope = ? AND fid = ? AND began = ?`);
  const getWaiting = database.prepare(
    `SELECT scope, fid, began, label, placeholders FROM ${table}
     WHERE started IS NULL AND began >= ? AND scope IN (SELECT value FROM json_each(?)) ORDER BY began, fid`,
  );

  /** The bid's last occasion, if it is still going on. */
  const same = (scope: Scope, fid: string, over: number | null): z.output<typeof Last> | null => {
    const last = Last.safeParse(getLast.get(keyOf(scope), fid)).data ?? null;
    return last === null || last.seen < now() - SAME_MS || (over !== null && last.seen < over) ? null : last;
  };
  const begin = (scope: Scope, { fid, label, placeholders }: HookBid, started: number | null): void =>
    void put.run(keyOf(scope), fid, now(), now(), label, JSON.stringify(placeholders), started);

  return {
    keepSeen: (all: readonly SeenBid[]): boolean =>
      transaction(() => {
        for (const { scope, bid, over, isNew } of all) {
          const last = same(scope, bid.fid, over);
          // This file lacks an old occasion; its program has started already.
          if (last === null) begin(scope, bid, isNew ? null : now());
          else see.run(now(), keyOf(scope), bid.fid, last.began);
        }
      }) === 'kept',

    waitingStarts: (scopes: readonly Scope[]): readonly WaitingStart[] => {
      const byKey = new Map(scopes.map((scope) => [keyOf(scope), scope]));
      return read(() => getWaiting.all(now() - oldestMs, JSON.stringify([...byKey.keys()]))).flatMap((row) => {
        const { scope: key, placeholders, ...waiting } = Row.parse(row);
        const scope = byKey.get(key);
        return scope === undefined
          ? []
          : [{ ...waiting, scope, placeholders: Placeholders.parse(JSON.parse(placeholders)) }];
      });
    },

    claimStart: (scope: Scope, bid: HookBid, began: number | null, over: number | null): StartClaim => {
      // A claim kept only in memory would be invisible to other consoles.
      if (isLocked()) return 'busy';
      let mine = false;
      const kept = transaction(() => {
        const known = began === null ? null : (Last.safeParse(getOne.get(keyOf(scope), bid.fid, began)).data ?? null);
        // The journal may be another file by now.
        const last = known ?? same(scope, bid.fid, over);
        if (last === null) begin(scope, bid, now());
        else if (last.started === null) start.run(now(), keyOf(scope), bid.fid, last.began);
        else return;
        mine = true;
      });
      return kept !== 'kept' ? kept : mine ? 'mine' : 'taken';
    },
  };
}

function createHooks(access: JournalAccess) {
  const of = {
    on_preempt: createStarts(access, KEPT.on_preempt),
    on_thin: createStarts(access, KEPT.on_thin),
  } satisfies Readonly<Record<Hook, object>>;
  return {
    /** Keeps bids of a hook for all consoles. False when the journal can't now. */
    keepSeen: (hook: Hook, all: readonly SeenBid[]): boolean => of[hook].keepSeen(all),
    /** Oldest first. */
    waitingStarts: (hook: Hook, scopes: readonly Scope[]): readonly WaitingStart[] => of[hook].waitingStarts(scopes),
    /**
     * Claims a start before the program starts, so that no other console starts it too. `began` is null when the
     * journal could not keep the occasion.
     */
    claimStart: (hook: Hook, scope: Scope, bid: HookBid, began: number | null, over: number | null): StartClaim =>
      of[hook].claimStart(scope, bid, began, over),
  };
}

/** Adds the occasions of hooks to a journal. */
export const commandsJournal = recordsIn('commands', createHooks);
