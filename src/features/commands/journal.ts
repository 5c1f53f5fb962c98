import * as z from 'zod';
import { type JournalAccess, recordsIn } from '../../journal/access.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import { DAY_MS, HOUR_MS } from '../../lib/duration.ts';

/** Time since a bid was last seen being preempted after which it is another preemption, in milliseconds. */
const SAME_MS = HOUR_MS;
/** Age at which a preemption is no longer told, in milliseconds. */
const OLDEST_MS = DAY_MS;

/** A bid that is being preempted: the values of its placeholders, by name. */
export type PreemptedBid = {
  readonly fid: string;
  readonly label: string;
  readonly placeholders: Readonly<Record<string, string>>;
};

/** A bid that is seen being preempted, for the first time or again. One that was kept before `over` is another preemption. */
export type SeenPreemption = {
  readonly scope: Scope;
  readonly bid: PreemptedBid;
  readonly over: number | null;
  readonly isNew: boolean;
};

/** A preemption whose program was not started. `began` is when it was first seen, in milliseconds since 1970. */
export type WaitingPreemption = PreemptedBid & { readonly scope: Scope; readonly began: number };

/** Whether a program may start its own for a preemption: `taken` when another one has. The other two are as for each change of the journal. */
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

/** The preemptions of bids, and for which of them a program was started. */
function createPreemptions({ database, read, now, transaction, isLocked }: JournalAccess) {
  const getLast = database.prepare(
    'SELECT began, seen, started FROM preemptions WHERE scope = ? AND fid = ? ORDER BY began DESC LIMIT 1',
  );
  const getOne = database.prepare(
    'SELECT began, seen, started FROM preemptions WHERE scope = ? AND fid = ? AND began = ?',
  );
  const put = database.prepare('INSERT OR IGNORE INTO preemptions VALUES (?, ?, ?, ?, ?, ?, ?)');
  const see = database.prepare('UPDATE preemptions SET seen = ? WHERE scope = ? AND fid = ? AND began = ?');
  const start = database.prepare('UPDATE preemptions SET started = ? WHERE scope = ? AND fid = ? AND began = ?');
  const getWaiting = database.prepare(
    `SELECT scope, fid, began, label, placeholders FROM preemptions
     WHERE started IS NULL AND began >= ? AND scope IN (SELECT value FROM json_each(?)) ORDER BY began, fid`,
  );

  /** The last preemption of a bid, if it is still the same one. One that was last seen before `over` has ended. */
  const same = (scope: Scope, fid: string, over: number | null): z.output<typeof Last> | null => {
    const last = Last.safeParse(getLast.get(keyOf(scope), fid)).data ?? null;
    return last === null || last.seen < now() - SAME_MS || (over !== null && last.seen < over) ? null : last;
  };
  const begin = (scope: Scope, { fid, label, placeholders }: PreemptedBid, started: number | null): void =>
    void put.run(keyOf(scope), fid, now(), now(), label, JSON.stringify(placeholders), started);

  return {
    /** Keeps which bids are being preempted, once for all consoles. Returns false when that can't be kept now. */
    keepPreemptions: (all: readonly SeenPreemption[]): boolean =>
      transaction(() => {
        for (const { scope, bid, over, isNew } of all) {
          const last = same(scope, bid.fid, over);
          // In a file that does not have one that was seen before, its program was started.
          if (last === null) begin(scope, bid, isNew ? null : now());
          else see.run(now(), keyOf(scope), bid.fid, last.began);
        }
      }) === 'kept',

    /** The preemptions whose program was not started, the first one first. */
    waitingPreemptions: (scopes: readonly Scope[]): readonly WaitingPreemption[] => {
      const byKey = new Map(scopes.map((scope) => [keyOf(scope), scope]));
      return read(() => getWaiting.all(now() - OLDEST_MS, JSON.stringify([...byKey.keys()]))).flatMap((row) => {
        const { scope: key, placeholders, ...waiting } = Row.parse(row);
        const scope = byKey.get(key);
        return scope === undefined
          ? []
          : [{ ...waiting, scope, placeholders: Placeholders.parse(JSON.parse(placeholders)) }];
      });
    },

    /**
     * Claims the start of the program for a preemption. It is in the file before the program starts, so that no program is started twice, and
     * one that was not started waits for another console. `began` is null for a preemption that could not be kept before.
     */
    claimStart: (scope: Scope, bid: PreemptedBid, began: number | null, over: number | null): StartClaim => {
      // What would be kept in memory until then is not seen by other consoles.
      if (isLocked()) return 'busy';
      let mine = false;
      const kept = transaction(() => {
        const known = began === null ? null : (Last.safeParse(getOne.get(keyOf(scope), bid.fid, began)).data ?? null);
        // A file that does not have it may be another one than before.
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

/** Adds the preemptions of bids to a journal. */
export const commandsJournal = recordsIn('commands', createPreemptions);
