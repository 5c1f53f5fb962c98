import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalEvent } from '../../../../src/changes/change-event.ts';
import { outageMs } from '../../../../src/changes/incident.ts';
import { collectLines } from '../../../../src/cli/commands/watch.ts';
import { changesIn, outagesOf } from '../../../../src/features/digest/changes.ts';
import { chatLines } from '../../../../src/features/notify/sending/message.ts';
import { rowsOfEvents } from '../../../../src/resources/activity-groups.ts';
import { activityRowOf } from '../../../../src/resources/activity-text.ts';
import { addActivities } from '../../../../src/store/activity.ts';
import type { ConsoleState } from '../../../../src/store/state.ts';
import { rowsArrived } from '../../../../src/store/transitions.ts';
import { NOON } from '../../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../../../store/made.ts';

const WORDS = { into: '→', fieldWords: {} };
const BIDS = ['llama', 'render', 'sweep'];

/** What the service does with a bid, and by which word it calls the end of an instance. */
const anySteps = fc.array(
  fc.record({
    bid: fc.constantFrom(...BIDS),
    does: fc.constantFrom('fill', 'preempt', 'take', 'spare', 'drop', 'pause', 'resume', 'cancel'),
    end: fc.constantFrom('PREEMPTED', 'TERMINATED', 'STOPPED', 'ERROR', 'gone'),
    seconds: fc.integer({ min: 1, max: 900 }),
    bidsFirst: fc.boolean(),
  }),
  { minLength: 5, maxLength: 60 },
);
type Steps = typeof anySteps extends fc.Arbitrary<infer Value> ? Value : never;

/** A bid at the service, and what truly happened to it. */
type Truth = { status: string; instances: Map<string, string>; lost: number; back: number; out: number; outMs: number };

const WANTED = 2;

/** What the service does next; nothing when it can't. */
function does(one: Truth, { does: what, end }: Steps[number], newFid: () => string): void {
  const inStatus = (status: string): readonly string[] =>
    [...one.instances].flatMap(([fid, is]) => (is === status ? [fid] : []));
  const ends = (fids: readonly string[], as: string): void => {
    for (const fid of fids) {
      if (as === 'gone') one.instances.delete(fid);
      else one.instances.set(fid, as);
    }
  };
  const loses = (fids: readonly string[], as: string): void => {
    ends(fids, as);
    one.lost += fids.length;
    one.out += fids.length;
    if (fids.length > 0) one.status = 'Open';
  };
  const running = inStatus('RUNNING');
  const rests = one.status === 'Paused' || one.status === 'Terminated';
  const letsGo = (status: string): void => {
    // What is being preempted is lost or let go, depending on which list shows it first.
    if (inStatus('PREEMPTING').length > 0) return;
    ends(running, 'TERMINATED');
    one.status = status;
    one.out = 0;
  };
  if (what === 'fill' && one.status === 'Open') {
    const missing = WANTED - running.length;
    for (let n = 0; n < missing; n++) one.instances.set(newFid(), 'RUNNING');
    one.back += Math.min(one.out, missing);
    one.out = Math.max(0, one.out - missing);
    one.status = 'Allocated';
  }
  if (what === 'preempt' && running.length > 0 && !rests) {
    one.status = 'Preempting';
    ends(running, 'PREEMPTING');
  }
  if (what === 'take') loses(inStatus('PREEMPTING'), end);
  if (what === 'spare' && one.status === 'Preempting') {
    ends(inStatus('PREEMPTING'), 'RUNNING');
    one.status = one.out === 0 ? 'Allocated' : 'Open';
  }
  if (what === 'drop') loses(running.slice(0, 1), end);
  if (what === 'pause' && !rests) letsGo('Paused');
  if (what === 'resume' && one.status === 'Paused') one.status = 'Open';
  if (what === 'cancel' && one.status !== 'Terminated') letsGo('Terminated');
}

/** Lets a console see what a service does, step by step. */
function watched(steps: Steps) {
  const truth = new Map<string, Truth>(
    BIDS.map((fid) => [fid, { status: 'Open', instances: new Map(), lost: 0, back: 0, out: 0, outMs: 0 }]),
  );
  const events: JournalEvent[] = [];
  let [now, sequence, made] = [NOON, 0, 0];
  let state: ConsoleState = consoleWith({ bids: BIDS.map((fid) => bid(fid, { status: 'Open' })), instances: [] });
  const read = (name: 'bids' | 'instances'): void => {
    sequence += 1;
    const lists = {
      bids: () => whole(...[...truth].map(([fid, { status }]) => bid(fid, { status }))),
      instances: () =>
        whole(
          ...[...truth].flatMap(([of, { instances }]) =>
            [...instances].map(([fid, status]) => instance(fid, { bid: of, status: `STATUS_${status}` })),
          ),
        ),
    };
    state =
      name === 'bids'
        ? rowsArrived(state, 'bids', lists.bids(), { at: now, sequence }, now)
        : rowsArrived(state, 'instances', lists.instances(), { at: now, sequence }, now);
    for (const { change } of state.lists[name].observed.changes) {
      const id = events.length + 1;
      events.push({ id, key: `seen:${id}`, at: now, since: now - 1, by: 'here', payload: change });
    }
  };
  for (const step of steps) {
    for (const one of truth.values()) if (one.out > 0) one.outMs += step.seconds * 1000;
    now += step.seconds * 1000;
    const one = truth.get(step.bid);
    if (one === undefined) continue;
    does(one, step, () => {
      made += 1;
      return `i-${made}`;
    });
    // A row is gone when a second list misses it.
    for (let times = 0; times < 2; times++) for (const name of step.bidsFirst ? BOTH : BOTH.toReversed()) read(name);
  }
  return { truth, events, now };
}
const BOTH = ['bids', 'instances'] as const;

test('Activity, the summary, the story of a bid, messages and watch --group tell the same losses, returns and outages, which are those of the service', () => {
  fc.assert(
    fc.property(anySteps, fc.integer({ min: 1, max: 20 }), (steps, piece) => {
      const { truth, events, now } = watched(steps);
      const { bids } = changesIn([{ project: 'p', time: { from: NOON, to: now }, events }]);
      for (const [fid, { lost, back, out, outMs }] of truth) {
        const own = bids.get(fid);
        const outages = own === undefined ? [] : outagesOf(own);
        expect(
          [own?.lost.length ?? 0, own?.back.length ?? 0, outages.some(({ to }) => to === null)],
          `${fid} in the summary`,
        ).toEqual([lost, back, out > 0]);
        expect(outages.reduce((sum, outage) => sum + outageMs(outage, now), 0)).toBe(outMs);
      }

      // Each in pieces, as events arrive, or at once.
      const printed = new Map<string, { readonly fid: string; readonly lost: number; readonly back: number }>();
      const collector = collectLines(
        () => now,
        WORDS,
        (line) => {
          if ('incident' in line && 'lost' in line && 'back' in line && 'fid' in line)
            printed.set(String(line.incident), {
              fid: String(line.fid),
              lost: Number(line.lost),
              back: Number(line.back),
            });
        },
      );
      let activity = consoleWith({ bids: [] });
      for (let n = 0; n < events.length; n += piece) {
        const arrived = events.slice(n, n + piece);
        collector.add(arrived);
        activity = addActivities(
          activity,
          arrived.map((event) => activityRowOf(event, WORDS)),
        );
      }
      collector.printAll();
      const groups = [...activity.lists.activity.rows.values()].flatMap(({ row }) =>
        row.events.length > 0 ? [row.what] : [],
      );
      const told = rowsOfEvents(events, WORDS).filter((row) => row.events.length > 0);
      expect(groups.toSorted(), 'lines of Activity').toEqual(told.map(({ what }) => what).toSorted());
      for (const fid of BIDS) {
        const story = rowsOfEvents(
          events.filter(({ payload }) => payload.kind === 'seen' && (payload.fid === fid || payload.bid === fid)),
          WORDS,
        ).filter((row) => row.events.length > 0);
        expect(story.map(({ what }) => what)).toEqual(
          told.filter(({ about }) => about?.fid === fid).map(({ what }) => what),
        );
      }
      const messages = chatLines(events, events, 0, WORDS).map(({ text }) => text);
      expect(messages).toEqual(expect.arrayContaining(groups));
    }),
    { numRuns: 150 },
  );
});
