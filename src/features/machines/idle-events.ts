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
import { readingsOf } from './machine-row.ts';
import { idleSinceKnown } from './machines.ts';
import { isWorking, meanUtilization, type Reading } from './reading.ts';
import { machineSettingsOf } from './settings.ts';

/** Interval of telling the journal about machines still at rest, in milliseconds. */
const SEEN_EACH_MS = 60_000;

/** The oldest samples waiting for the journal are dropped. */
const MAX_WAITING = 100;

/** A new sample, and the time of the one before. */
type Sampled = { readonly reading: Reading; readonly since: number | null };

/**
 * Records beginnings and ends of idleness in the journal, and takes over its times: new samples are compared with the
 * journal in order.
 */
export function createIdleEvents({ store, journal, scopeOf }: FollowerAccess): Follower {
  /** Idleness in the journal; null for machines never seen idle. */
  const known = new Map<string, KnownIdleness | null>();
  /** When this console last saw machines work. */
  const workedAt = new Map<string, number>();

  /** Machines already idle in this console's first sample are no news. */
  const sampled = new Set<string>();
  const idleAtFirst = new Set<string>();
  let begins: readonly IdleChange[] = [];
  /** The notice last shown by this console. */
  let shown: string | null = null;

  let waiting: readonly (readonly Sampled[])[] = [];
  let isComparing = false;
  /** Grows with each beginning, to drop answers about earlier lists. */
  let generation = 0;

  const knownOf = ({ fid }: Reading): KnownIdleness | null => known.get(fid) ?? null;

  const byScope = <One>(all: readonly One[], fidOf: (one: One) => string) =>
    [...Map.groupBy(all, (one) => scopeOf('instances', fidOf(one)).project).values()].flatMap((own) =>
      own.slice(0, 1).map((first) => ({ scope: scopeOf('instances', fidOf(first)), own })),
    );

  /** Asks about unknown machines, and about those another console may have read meanwhile. */
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

  /** Samples at rest not yet in the journal. */
  const seen = new Map<string, number>();
  let seenKeptAt = Number.NEGATIVE_INFINITY;

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

  /** The journal is asked again with the next sample: another console may have been first. */
  const record = async (found: readonly FoundIdleness[]): Promise<void> => {
    for (const { scope, own } of byScope(found, ({ change }) => change.fid)) {
      const isKept = await journal.act(idleJournal, 'recordIdleness', scope, own);
      if (isKept) for (const { change } of own) known.delete(change.fid);
    }
  };

  /** Shows new idle machines of the last minute together, unless another notice is shown. */
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

  /** Takes over the journal's times for machines without a newer sample. */
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

/** Start of idleness: the journal's, if the machine was read without long gaps and not seen at work since. */
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

/** The change shown by the last sample; null without one. */
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

/** One sentence about new idle machines; null without any. */
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
