import type { JournalEvent } from '../../changes/change-event.ts';
import { GROUP_MS } from '../../changes/event-kind.ts';
import { shortDuration } from '../../lib/duration.ts';
import { formatMoneyGrouped } from '../../lib/money.ts';
import { showNotice } from '../../store/activity.ts';
import { namesListed } from '../../store/alerts.ts';
import type { Follower, FollowerAccess } from '../../store/journal-sync.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
import {
  type IdleChange,
  type Idleness,
  idleBegin,
  idleEnd,
  idlenessIn,
  isIdleBegin,
  type KnownIdleness,
} from './idle.ts';
import { type FoundIdleness, idleJournal, isSameIdleness } from './journal.ts';
import { machineSettingsOf } from './machine-settings.ts';
import { idleSinceKnown } from './machines.ts';
import { AT_REST, meanUtilization, type Reading } from './reading.ts';
import { readingsOf } from './readings.ts';
import type { Sample } from './sample.ts';

/** Interval at which the journal gets to know that idle machines are still at rest, in milliseconds. */
const SEEN_EACH_MS = 60_000;

/** Most times of samples that wait to be compared with the journal; beyond this the oldest are left out. */
const MAX_WAITING = 100;

/** A sample that a machine has just brought, and the time of the one before it. */
type Sampled = { readonly reading: Reading; readonly since: number | null };

/**
 * Records in the journal which machines begin to count as idle and which work again, and takes over since when from there: it compares new
 * samples, in their order, with what the journal says of this console and of others.
 */
export function createIdleEvents({ store, journal, scopeOf }: FollowerAccess): Follower {
  /** What the journal says of the machines that were sampled; null of one that it has never seen idle. */
  const known = new Map<string, KnownIdleness | null>();
  /** Times of the last samples in which this console saw machines work. */
  const workedAt = new Map<string, number>();

  /** Machines that this console has sampled, and those of them that counted as idle at first, as in the demo: no news to the operator. */
  const sampled = new Set<string>();
  const idleAtFirst = new Set<string>();
  let begins: readonly IdleChange[] = [];
  /** The notice that this console has shown last. */
  let shown: string | null = null;

  let waiting: readonly (readonly Sampled[])[] = [];
  let isComparing = false;
  /** Grows with each beginning: an answer for the lists before it is dropped. */
  let generation = 0;

  const knownOf = ({ fid }: Reading): KnownIdleness | null => known.get(fid) ?? null;

  /** Groups what is about instances by the scope of their project. */
  const byScope = <One>(all: readonly One[], fidOf: (one: One) => string) =>
    [...Map.groupBy(all, (one) => scopeOf('instances', fidOf(one)).project).values()].flatMap((own) =>
      own.slice(0, 1).map((first) => ({ scope: scopeOf('instances', fidOf(first)), own })),
    );

  /**
   * Asks the journal about machines that this console does not know yet, and again about those whose idleness would have ended unseen: another
   * console may have read them.
   */
  const learnKnown = async (readings: readonly Reading[]): Promise<void> => {
    const unknown = readings.filter(({ fid, idleSince }) => {
      const before = known.get(fid);
      if (before === undefined) return true;
      return before?.kind === 'idle' && idleSince !== null && !isSameIdleness(before, idleSince);
    });
    const fids = unknown.map(({ fid }) => fid);
    const asked = byScope(fids, (fid) => fid).map(async ({ scope, own }) => {
      const answer = await journal.ask(idleJournal, 'idleness', scope, own);
      for (const fid of own) known.set(fid, answer.get(fid) ?? null);
    });
    await Promise.all(asked);
  };

  /** Times of the samples that showed idle machines at rest since the journal got to know of it, and when that was. */
  const seen = new Map<string, number>();
  let seenKeptAt = Number.NEGATIVE_INFINITY;

  /** Notes that a machine that the journal knows as idle is still at rest. */
  const stillAtRest = (reading: Reading): void => {
    const { fid, idleSince, sample } = reading;
    const before = knownOf(reading);
    if (idleSince === null || sample === null || before?.kind !== 'idle' || !isSameIdleness(before, idleSince)) return;
    known.set(fid, { ...before, seenAt: Math.max(before.seenAt, sample.at) });
    seen.set(fid, sample.at);
  };

  const keepSeen = (now: number): void => {
    if (seen.size === 0 || Math.abs(now - seenKeptAt) < SEEN_EACH_MS) return;
    seenKeptAt = now;
    for (const { scope, own } of byScope([...seen], ([fid]) => fid))
      journal.record(idleJournal, 'recordSeenIdle', scope, new Map(own));
    seen.clear();
  };

  /** Records changes. What the journal has of them is asked for with the next sample: another console may have been first. */
  const record = async (found: readonly FoundIdleness[]): Promise<void> => {
    for (const { scope, own } of byScope(found, ({ change }) => change.fid)) {
      const isKept = await journal.act(idleJournal, 'recordIdleness', scope, own);
      if (isKept) for (const { change } of own) known.delete(change.fid);
    }
  };

  /** Shows the machines that begin to count as idle, those of the last minute together, where no other notice is in the way. */
  const announce = (events: readonly JournalEvent[]): void => {
    const found = events.flatMap(({ payload }) =>
      isIdleBegin(payload) && !idleAtFirst.delete(payload.fid) ? [payload] : [],
    );
    if (found.length === 0) return;
    const state = store.getState();
    begins = [...begins.filter(({ idle }) => state.now - idle.seenAt < GROUP_MS), ...found];
    const text = idleNotice(state, begins);
    if (text === null || state.dialogs.length > 0 || (state.notice !== null && state.notice.text !== shown)) return;
    shown = text;
    store.setState(showNotice(state, text), true);
  };

  /** Takes over since when machines are idle, of those that brought no other sample since. */
  const adopt = (readings: readonly Reading[]): void => {
    const now = readingsOf(store.getState().lists.machines);
    const adopted = readings.flatMap((reading) => {
      const since = idleSinceOf(reading, knownOf(reading), workedAt.get(reading.fid) ?? null);
      const isCurrent = now.get(reading.fid)?.idleSince === reading.idleSince;
      return since === null || since === reading.idleSince || !isCurrent ? [] : [[reading.fid, since] as const];
    });
    if (adopted.length > 0) store.setState(idleSinceKnown(store.getState(), new Map(adopted)), true);
  };

  const compare = async (changed: readonly Sampled[]): Promise<void> => {
    const own = generation;
    const readings = changed.map(({ reading }) => reading);
    await learnKnown(readings);
    if (own !== generation) return;
    for (const { fid, sample } of readings) if (sample !== null && isWorking(sample)) workedAt.set(fid, sample.at);
    adopt(readings);
    const state = store.getState();
    const found = changed.flatMap(({ reading, since }) => {
      const change = foundIn(state, reading, knownOf(reading));
      if (change?.to != null && !sampled.has(reading.fid)) idleAtFirst.add(reading.fid);
      return change === null ? [] : [{ change, at: change.idle.seenAt, since: change.to === null ? since : null }];
    });
    for (const reading of readings) {
      sampled.add(reading.fid);
      stillAtRest(reading);
    }
    keepSeen(state.now);
    await record(found);
  };

  const compareAll = async (): Promise<void> => {
    if (isComparing) return;
    isComparing = true;
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      waiting = waiting.slice(1);
      await compare(next);
    }
    isComparing = false;
  };

  const begin = (): void => {
    generation += 1;
    waiting = [];
    known.clear();
    sampled.clear();
    workedAt.clear();
  };

  return {
    begin,
    learn: (events) => {
      announce(events);
      for (const event of events) {
        const idleness = idlenessIn(event);
        if (idleness !== null && event.payload.kind === 'seen') known.set(event.payload.fid, idleness);
      }
    },
    stateChanged: (state, before) => {
      if (state.lists.machines === before.lists.machines) return false;
      const last = readingsOf(before.lists.machines);
      const changed = [...readingsOf(state.lists.machines).values()].flatMap((reading): readonly Sampled[] => {
        const then = last.get(reading.fid)?.sample ?? null;
        return reading.sample === null || reading.sample === then ? [] : [{ reading, since: then?.at ?? null }];
      });
      if (changed.length === 0) return false;
      waiting = [...waiting, changed].slice(-MAX_WAITING);
      void compareAll();
      // The journal is read again with the next second.
      return false;
    },
    finish: begin,
  };
}

/**
 * Since when a machine is idle: since the time in the journal, unless this console saw it work since, or nobody read it for long;
 * and not since before its idleness ended there, because another console saw it work or its instance changed.
 */
function idleSinceOf(
  { idleSince, sample }: Reading,
  known: KnownIdleness | null,
  workedAt: number | null,
): number | null {
  if (idleSince === null || sample === null || known === null) return idleSince;
  if (known.kind === 'idle') {
    const goesOn = isSameIdleness(known, idleSince) && (workedAt === null || workedAt <= known.since);
    return goesOn ? Math.min(idleSince, known.since) : idleSince;
  }
  return idleSince >= known.at ? idleSince : sample.at;
}

/** The change that the last sample of a machine makes known; null for none. */
function foundIn(state: ConsoleState, reading: Reading, known: KnownIdleness | null) {
  const { sample } = reading;
  const instance = state.lists.instances.rows.get(reading.fid)?.row;
  if (sample === null || instance === undefined) return null;
  const bid = instance.bid === null ? null : (state.lists.bids.rows.get(instance.bid)?.row ?? null);
  const price = bid?.limit_price?.amount ?? null;
  const subject = { fid: reading.fid, name: instance.name, bid: instance.bid, bidName: bid?.name ?? null };
  const idleness = (since: number): Idleness => ({
    since,
    seenAt: sample.at,
    gpus: sample.gpus.kind === 'read' ? sample.gpus.gpus.length : 0,
    utilization: meanUtilization(sample) ?? 0,
    costPerHour: price === null ? null : formatMoneyGrouped(price),
    simulated: reading.simulated,
  });
  if (known?.kind === 'idle' && isWorking(sample)) return idleEnd(subject, idleness(known.since));
  if (known?.kind === 'idle' && (reading.idleSince === null || isSameIdleness(known, reading.idleSince))) return null;
  const since = idleSinceOf(reading, known, null);
  return since !== null && sample.at - since >= machineSettingsOf(state).idleAfterMs
    ? idleBegin(subject, idleness(since))
    : null;
}

/** Whether a GPU of a machine is known to do something. */
function isWorking({ gpus }: Sample): boolean {
  return gpus.kind === 'read' && gpus.gpus.some(({ utilization }) => utilization !== null && utilization > AT_REST);
}

/** One sentence about machines that begin to count as idle, for the notice; null without any. */
function idleNotice(state: ConsoleState, begins: readonly IdleChange[]): string | null {
  const names = [...new Set(begins.map(({ name, fid }) => name || fid))];
  const [first] = names;
  if (first === undefined) return null;
  const idleMs = Math.min(...begins.map(({ idle }) => idle.seenAt - idle.since));
  const see = state.focus === 'machines' ? '' : ` Press ${keyNamed(state, 'machines', 'm')} to see `;
  const one = names.length === 1;
  const subject = one ? `${first} has` : `${names.length} machines have`;
  const which = one ? '' : `: ${namesListed(names)}`;
  const more = see === '' ? '' : `${see}${one ? 'the machines' : 'them'}.`;
  return `${subject} been idle for ${shortDuration(idleMs)}${which}.${more}`;
}
