import type { BidRecord, InstanceRecord } from '../engine/model.ts';
import { noteBid, noteState } from '../engine/note.ts';
import { poolOf, type World } from '../engine/world.ts';
import { DEMO_CHANGES, PLACED_WITH } from './demo-changes.ts';
import { percentOf } from './hardware.ts';

/** From a bid, or its resumption, to its instances; from those to their run; until stopped; in milliseconds. */
const ALLOCATED_AFTER = 1000;
const SET_UP_AFTER = 9000;
const RUNS_AFTER = 27_000;
const RESTARTED_AFTER = 11_000;
const STOPPED_AFTER = 9000;
/** Of bids that nothing more is known of. */
const PAUSED_AFTER = 60_000;

/** Notes how the bids and instances of a new world came to be as they are, but for those already `withHistory`. */
export function seedHistory(world: World, withHistory: ReadonlySet<string> = new Set()): void {
  for (const bid of world.bids.ordered) if (!withHistory.has(bid.fid)) seedBid(world, bid);
  for (const instance of world.instances.ordered) if (!withHistory.has(instance.fid)) seedStates(world, instance);
}

function seedBid(world: World, bid: BidRecord): void {
  const { base } = poolOf(world, bid);
  const placedWith = PLACED_WITH[bid.name];
  let limit = placedWith === undefined ? bid.limit : percentOf(base, placedWith);
  const note = (at: number, event: Parameters<typeof noteBid>[2], by: string | null = null): void =>
    noteBid({ history: world.history, now: at }, { ...bid, limit }, event, by);
  const hasRun = bid.instances.length > 0;
  note(bid.createdAt, 'Placed', bid.createdBy);
  if (hasRun) note(bid.createdAt + ALLOCATED_AFTER, 'Allocated');
  const changes = changesOf(bid);
  for (const change of changes) {
    const at = world.now - change.age;
    switch (change.kind) {
      case 'pause':
        note(at, 'Paused', change.by);
        break;
      case 'resume':
        note(at, 'Resumed', change.by);
        note(at + ALLOCATED_AFTER, 'Allocated');
        break;
      case 'limit':
        limit = percentOf(base, change.percent);
        note(at, 'Limit Price Changed', change.by);
        break;
    }
  }
  if (bid.status === 'Paused' && changes.length === 0) note(bid.createdAt + PAUSED_AFTER, 'Paused', bid.createdBy);
  if (bid.status === 'Preempting') note(bid.since, 'Preempting');
  if (bid.deactivatedAt !== null) note(bid.deactivatedAt, 'Terminated', bid.createdBy);
}

function seedStates(world: World, instance: InstanceRecord): void {
  const note = (at: number, status: InstanceRecord['status']): void =>
    noteState({ history: world.history, now: at }, { ...instance, status });
  const bid = instance.bid === null ? undefined : world.bids.get(instance.bid);
  const { createdAt, status } = instance;
  note(createdAt, 'STATUS_NEW');
  if (status === 'STATUS_INITIALIZING') {
    note(createdAt + SET_UP_AFTER, status);
    return;
  }
  note(createdAt + RUNS_AFTER, 'STATUS_RUNNING');
  const changes = bid === undefined ? [] : changesOf(bid);
  for (const { kind, age } of changes) {
    const at = world.now - age;
    if (kind === 'pause') {
      note(at, 'STATUS_STOPPING');
      note(at + STOPPED_AFTER, 'STATUS_PAUSED');
    } else if (kind === 'resume') {
      note(at + ALLOCATED_AFTER, 'STATUS_STARTING');
      note(at + ALLOCATED_AFTER + RESTARTED_AFTER, 'STATUS_RUNNING');
    }
  }
  if (status === 'STATUS_PAUSED' && changes.length === 0) note(createdAt + PAUSED_AFTER + STOPPED_AFTER, status);
  if (status === 'STATUS_PREEMPTING') note(bid?.since ?? instance.since, status);
  if (status === 'STATUS_TERMINATED') note(instance.since, status);
}

const changesOf = ({ name }: BidRecord) => DEMO_CHANGES.filter(({ bid }) => bid === name);
