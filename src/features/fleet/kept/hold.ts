import { hostname } from 'node:os';
import type { Outcome } from '../../../api/result.ts';
import { type AsyncJournal, journalRecords } from '../../../journal/async-journal.ts';
import { createLease, STALE_MS } from '../../../journal/lease.ts';
import type { HolderChange, StoredLease } from '../../../journal/leases.ts';
import type { Scope } from '../../../journal/scope.ts';
import { hasEnded } from '../../../journal/writer-id.ts';
import { type Clock, pause } from '../../../lib/clock.ts';
import { moment, shortDuration } from '../../../lib/duration.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import { applyLease, fleetJournal, type OpenWrite, type SentWrite, type WriteEnd } from './journal.ts';

/** Interval of the looks at the lease, and limit for a busy journal, in milliseconds. */
const LOOK_MS = 1000;
const LONGEST_MS = 2 * STALE_MS;

const refused = (error: string): Outcome<never, string> => ({ ok: false, error });

/** The lock for applying to a project, and the record of its writes. */
export type Hold = {
  /** Records a write before it is sent: its number, or why it must not be sent. */
  readonly begin: (sent: SentWrite) => Promise<Outcome<number, Exclude<HolderChange, 'kept'>>>;
  readonly end: (id: number, outcome: WriteEnd) => void;
  /** Writes of earlier runs without an outcome; null if the journal can't be read. */
  readonly open: () => Promise<readonly OpenWrite[] | null>;
  readonly release: () => Promise<void>;
};

type Parts = {
  readonly journal: AsyncJournal;
  readonly scope: Scope;
  readonly clock: Clock;
  /** For other programs: `spotdeck apply fleet.toml`. */
  readonly program: string;
  readonly say: (line: string) => void;
};

/** A local holder counts as alive for this time after a renewal, in milliseconds. */
const FRESH_MS = STALE_MS / 2;

const isHere = ({ holder, at }: StoredLease, { now }: Pick<Clock, 'now'>): boolean => {
  const [writer = ''] = holder.split(':');
  return /\.\d+$/.test(writer) && !hasEnded(writer) && Math.abs(now() - at) < FRESH_MS;
};

const isOther = (now: StoredLease, seen: StoredLease): boolean =>
  now.holder !== seen.holder || now.renewals !== seen.renewals;

/**
 * Takes the lock for a project. The error names the present holder. A holder that may be dead is watched, and loses the
 * lock if it renews nothing.
 */
export async function holdProject({ journal, scope, clock, program, say }: Parts): Promise<Outcome<Hold, string>> {
  const { project } = scope;
  const own = applyLease(scope);
  const holder = `${journal.by}:apply`;
  const runs = printableLine(`${program} on ${hostname()}, process ${process.pid}, since ${moment(clock.now())}`);
  const lease = createLease({
    journal,
    scope: own,
    clock,
    holder,
    runs,
    onEvent: () => undefined,
  });
  const until = clock.steady() + LONGEST_MS;
  let seen: StoredLease | null = null;
  while (!(await lease.hold())) {
    const why = journal.status().warning;
    if (why !== null)
      return refused(
        `${why} Another program may apply to ${project} now, and it is not known which bids rules have paused.`,
      );
    const now = await journal.act(journalRecords, 'lease', own);
    if (now !== null && (isHere(now, clock) || (seen !== null && isOther(now, seen))))
      return refused(`${now.runs}, applies to ${project}. One program does so at a time.`);
    if (now !== null && seen === null) {
      seen = now;
      say(`${now.runs}, applied to ${project}. Whether it still does is looked at for ${shortDuration(STALE_MS)}.`);
    }
    if (clock.steady() >= until) return refused('The journal is busy. Try again.');
    await pause(clock, LOOK_MS);
  }
  let stop = (): void => undefined;
  const renew = (): void => {
    void lease.hold();
    stop = clock.after(LOOK_MS, renew);
  };
  renew();
  return {
    ok: true,
    value: {
      begin: async (sent) => {
        if (!lease.isSafe()) return { ok: false, error: 'lost' };
        const { change, id } = await journal.act(fleetJournal, 'beginFleetWrite', scope, holder, sent);
        if (change !== 'kept') return { ok: false, error: change };
        // The journal may have answered late.
        return lease.isSafe() ? { ok: true, value: id } : { ok: false, error: 'lost' };
      },
      end: (id, outcome) => journal.record(fleetJournal, 'endFleetWrite', scope, holder, id, outcome),
      open: () => journal.act(fleetJournal, 'openFleetWrites', scope),
      release: () => {
        stop();
        return lease.end();
      },
    },
  };
}
