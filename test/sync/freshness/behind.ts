import fc from 'fast-check';
import { BEHIND_MS, LATE_MS } from '../../../src/changes/newer.ts';
import { pauseBid, resumeBid } from '../../../src/resources/bids/writes.ts';
import { type ConsoleState, placeOf } from '../../../src/store/state.ts';
import { rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { writeFinished } from '../../../src/store/writes/finished-write.ts';
import { writeSent } from '../../../src/store/writes/pending-writes.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';

/** Time between two answers of each list, and the time in which something happens, in milliseconds. */
const EVERY_MS = 10_000;
const LASTS_MS = 5 * 60_000;
/** By then each answer is true, and no replica can explain a contradiction. */
const CALM_MS = BEHIND_MS + LATE_MS + 4 * EVERY_MS;

/** What happens to the bid: changes of our own, what the market does, and a pause by somebody with another journal. */
const DEEDS = ['pause', 'resume', 'preempt', 'fill', 'paused-by-others'] as const;
type Deed = (typeof DEEDS)[number];

type Step = { readonly at: number; readonly does: Deed; readonly lateMs: number; readonly isShownAtOnce: boolean };
/** How far the answers are behind, one after the other, in milliseconds. */
type Lags = readonly number[];
export type Day = { readonly steps: readonly Step[]; readonly bids: Lags; readonly instances: Lags };

const step = fc.record({
  at: fc.integer({ min: 1, max: LASTS_MS }),
  does: fc.constantFrom(...DEEDS, 'pause', 'resume'),
  lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: LATE_MS - EVERY_MS })),
  isShownAtOnce: fc.boolean(),
});
const behindBy = fc.integer({ min: 0, max: BEHIND_MS - EVERY_MS });
/** Most answers are true; some are of a replica that is behind, one or a few in a row. */
const run = fc.oneof(
  { weight: 3, arbitrary: fc.constant([0]) },
  { weight: 1, arbitrary: behindBy.map((ms) => [ms]) },
  {
    weight: 1,
    arbitrary: fc.tuple(behindBy, fc.integer({ min: 2, max: 5 })).map(([ms, n]) => Array<number>(n).fill(ms)),
  },
);
const lags = fc.array(run, { minLength: 10, maxLength: 30, size: 'max' }).map((runs) => runs.flat());

/** A day, shortened to the minutes in which something happens. */
export const day: fc.Arbitrary<Day> = fc.record({
  steps: fc.array(step, { maxLength: 5 }),
  bids: lags,
  instances: lags,
});

type World = { readonly status: string; readonly runs: readonly string[] };
const START: World = { status: 'Allocated', runs: ['i-1', 'i-2'] };

const bidOf = ({ status, runs }: World) => bid('train', { status, instances: [...runs] });
const instancesOf = ({ runs }: World) => runs.map((fid) => instance(fid, { bid: 'train' }));

/** The world after a deed: instances that run again are new ones. */
function after(world: World, does: Deed, n: number): World {
  const filled = { status: 'Allocated', runs: [`i-${n}-1`, `i-${n}-2`] };
  switch (does) {
    case 'pause':
    case 'paused-by-others':
      return world.status === 'Paused' ? world : { status: 'Paused', runs: [] };
    case 'resume':
      return world.status === 'Paused' ? filled : world;
    case 'preempt':
      return world.status === 'Allocated' ? { status: 'Open', runs: [] } : world;
    case 'fill':
      return world.status === 'Open' ? filled : world;
  }
}

/** A change of our own that the service accepted. Milliseconds since 1970. */
export type Own = { readonly id: number; readonly verb: 'pause' | 'resume'; readonly at: number };
/** A change of the bid's status that the console noted. */
export type Noted = {
  readonly at: number;
  /** When it was sure. */
  readonly sureAt: number;
  readonly since: number | null;
  readonly from: string | null;
  readonly to: string | null;
};

/** What a console knows after an answer of the list of bids, and what really happened. */
export type Moment = {
  readonly state: ConsoleState;
  readonly own: readonly Own[];
  readonly noted: readonly Noted[];
  /** When something else than a change of our own happened last to the bid; null when nothing did. */
  readonly othersAt: number | null;
  /** When somebody else first paused it; null when nobody did. */
  readonly pausedByOthersAt: number | null;
};

/** Lives through a day. `onBids` is called after each answer of the list of bids. */
export function liveThrough({ steps, bids, instances }: Day, onBids: (moment: Moment) => void = () => undefined) {
  let state: ConsoleState = consoleWith({ bids: [bidOf(START)], instances: instancesOf(START) });
  const past: { readonly from: number; readonly world: World }[] = [{ from: 0, world: START }];
  const trueAt = (ms: number): World => past.findLast(({ from }) => from <= ms)?.world ?? START;
  const asked = steps.toSorted((a, b) => a.at - b.at);
  const due: { readonly at: number; readonly does: Deed; readonly id: number }[] = [];
  let sequence = 1;
  let [othersAt, pausedByOthersAt]: [number | null, number | null] = [null, null];
  const [own, noted]: [Own[], Noted[]] = [[], []];
  const [lost, preempted]: [string[], Set<string>] = [[], new Set()];

  const happens = (does: Deed, ms: number, id: number): void => {
    const world = trueAt(ms);
    const to = after(world, does, id);
    if (to === world) return;
    if (does === 'preempt') for (const fid of world.runs) preempted.add(fid);
    if (does !== 'pause' && does !== 'resume') othersAt = NOON + ms;
    if (does === 'paused-by-others') pausedByOthersAt ??= NOON + ms;
    past.push({ from: ms, world: to });
  };
  const send = (verb: Own['verb'], { lateMs, isShownAtOnce }: Step, ms: number): void => {
    const row = state.lists.bids.rows.get('train')?.row;
    // One change of our own after the other, and only what the row offers.
    if (row === undefined || due.length > 0 || (verb === 'resume') !== (row.status === 'Paused')) return;
    const write = verb === 'pause' ? pauseBid(row) : resumeBid(row);
    const now = NOON + ms;
    const id = ++sequence;
    state = writeSent(state, id, write, now);
    const will = bidOf(after({ status: row.status ?? '', runs: row.instances }, verb, id));
    const outcome = isShownAtOnce
      ? ({ kind: 'made', written: { kind: 'row', list: 'bids', row: will } } as const)
      : ({ kind: 'accepted', why: 'accepted, but it is as it was' } as const);
    state = writeFinished(
      state,
      { write, outcome, place: placeOf(state) },
      { id, sentAt: now, sequence: ++sequence, now },
    );
    own.push({ id, verb, at: now });
    due.push({ at: ms + lateMs, does: verb, id });
  };
  const read = (name: 'bids' | 'instances', ms: number): void => {
    const behind = name === 'bids' ? bids : instances;
    const world = trueAt(ms - (ms > LASTS_MS ? 0 : (behind[ms / EVERY_MS] ?? 0)));
    const poll = { at: NOON + ms, sequence: ++sequence };
    state =
      name === 'bids'
        ? rowsArrived(state, name, whole(bidOf(world)), poll, poll.at)
        : rowsArrived(state, name, whole(...instancesOf(world)), poll, poll.at);
    const { requestedAt, since, changes } = state.lists[name].observed;
    for (const { change, seen } of changes) {
      const { field, from, to } = change;
      if (name === 'bids' && field === 'status')
        noted.push({ at: seen?.at ?? requestedAt, sureAt: poll.at, since: seen?.since ?? since, from, to });
      if (change.change === 'lost') lost.push(change.fid);
    }
  };
  for (let ms = EVERY_MS; ms <= LASTS_MS + CALM_MS; ms += EVERY_MS) {
    state = timePassed(state, NOON + ms);
    for (let next = asked[0]; next !== undefined && next.at <= ms; next = asked[0]) {
      asked.shift();
      if (next.does === 'pause' || next.does === 'resume') send(next.does, next, ms);
      else happens(next.does, ms, ++sequence);
    }
    const [next] = due;
    if (next !== undefined && next.at <= ms) {
      due.shift();
      happens(next.does, ms, next.id);
    }
    read('bids', ms);
    onBids({ state, own, noted, othersAt, pausedByOthersAt });
    read('instances', ms);
  }
  const end = trueAt(Number.POSITIVE_INFINITY);
  return { state, lost: lost.filter((fid) => !preempted.has(fid)), end };
}
