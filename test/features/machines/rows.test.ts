import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { readingOf, readingsOf } from '../../../src/features/machines/machine-row.ts';
import { machineModeChosen, machinesRead } from '../../../src/features/machines/machines.ts';
import { readingsWithTicks } from '../../../src/features/machines/running.ts';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { cursorRow, visibleRows } from '../../../src/store/lists/visible-rows.ts';
import { cursorAt, paneFocused, rowSelected, viewsSettled } from '../../../src/store/panes/cursor.ts';
import { groupOpened } from '../../../src/store/panes/open-groups.ts';
import { type ConsoleState, withView } from '../../../src/store/state.ts';
import { rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { NOON } from '../../store/hand-clock.ts';
import { consoleWith, instance, rowsArrivedTwice, whole } from '../../store/made.ts';
import { gpu, restingGpu, sample } from './reader/made-reading.ts';
import { sampleOf } from './reader/made-source.ts';

const read = (state: ConsoleState, ...fids: readonly string[]): ConsoleState =>
  machinesRead(
    state,
    fids.map((fid) => ({ kind: 'sampled', fid, sample: sampleOf(0, NOON) })),
  );

const shown = ({ lists }: ConsoleState): readonly string[] => [...readingsOf(lists.machines).keys()];

test('what was read of a machine leaves the screen when its instance is paused, ends, or is gone', () => {
  const all = ['runs', 'pauses', 'ends', 'goes'].map((fid) => instance(fid));
  const before = read(consoleWith({ instances: all }), 'runs', 'pauses', 'ends', 'goes');
  expect(shown(before)).toEqual(['runs', 'pauses', 'ends', 'goes']);
  const after = rowsArrivedTwice(
    before,
    'instances',
    whole(
      instance('runs'),
      instance('pauses', { status: 'STATUS_PAUSED' }),
      instance('ends', { status: 'STATUS_TERMINATED' }),
    ),
    { at: NOON, sequence: 1 },
    NOON,
  );
  expect(shown(after)).toEqual(['runs']);
});

test('a machine that was paused is idle since it runs again, not since before', () => {
  const running = read(consoleWith({ instances: [instance('one')] }), 'one');
  const arrived = (state: ConsoleState, status: string, at: number): ConsoleState =>
    rowsArrivedTwice(state, 'instances', whole(instance('one', { status })), { at, sequence: 1 }, at);
  const resumed = arrived(arrived(running, 'STATUS_PAUSED', NOON), 'STATUS_RUNNING', NOON + HOUR_MS);
  const later = machinesRead(resumed, [{ kind: 'sampled', fid: 'one', sample: sampleOf(0, NOON + HOUR_MS + 60_000) }]);
  expect(readingOf(later.lists.machines, 'one')?.idleSince).toBe(NOON + HOUR_MS + 60_000);
});

const watching = (...fids: readonly string[]): ConsoleState =>
  machineModeChosen(
    consoleWith({ instances: fids.map((fid) => instance(fid, { ssh_destination: '203.0.113.7' })) }),
    'visible',
  );
const sampled = (state: ConsoleState, fid: string, ...[gpus, more]: Parameters<typeof sample>): ConsoleState =>
  machinesRead(state, [{ kind: 'sampled', fid, sample: sample(gpus, more) }]);
const fidsOf = ({ lists }: ConsoleState): readonly string[] => [...lists.machines.rows.keys()];

test('a machine has a row before it is read, and then one for each GPU below it', () => {
  const before = watching('a', 'b');
  expect(fidsOf(before)).toEqual(['a', 'b']);
  const after = sampled(before, 'a', [gpu(0), gpu(1)]);
  expect(fidsOf(after)).toEqual(['a', 'b', 'a/00', 'a/01']);
  expect(after.lists.machines.rows.get('b')).toBe(before.lists.machines.rows.get('b'));
  expect(visibleRows(after, 'machines').rows.map(({ row }) => row.fid)).toEqual(['a', 'b']);
});

test('an instance without an address says so until it has one', () => {
  const state = machineModeChosen(consoleWith({ instances: [instance('a')] }), 'visible');
  expect(readingOf(state.lists.machines, 'a')?.problem?.kind).toBe('no-address');
  const instances = whole(instance('a', { ssh_destination: '203.0.113.7' }));
  const later = rowsArrived(state, 'instances', instances, { at: NOON, sequence: 1 }, NOON);
  expect(readingOf(later.lists.machines, 'a')?.problem).toBeNull();
});

test('GPUs that can no longer be read stay with the time of their numbers, and go when the machine has none', () => {
  const read = sampled(watching('a'), 'a', [gpu(0), gpu(1)]);
  const hangs = sampled(read, 'a', { kind: 'hangs' }, { at: NOON + 60_000 });
  expect(fidsOf(hangs)).toEqual(['a', 'a/00', 'a/01']);
  expect(hangs.lists.machines.rows.get('a/01')?.row.gpu?.at).toBe(NOON);
  expect(fidsOf(sampled(hangs, 'a', [gpu(0)], { at: NOON + 65_000 }))).toEqual(['a', 'a/00']);
  expect(fidsOf(sampled(hangs, 'a', { kind: 'no-gpu' }, { at: NOON + 65_000 }))).toEqual(['a']);
});

test('the cursor stays on its GPU while others come and the machine fails', () => {
  const read = groupOpened(
    cursorAt(sampled(watching('a', 'b'), 'b', [gpu(0), restingGpu(1)]), 'machines', 1),
    'machines',
  );
  const on = rowSelected(read, 'machines', 'b/01');
  const failed = machinesRead(on, [
    { kind: 'failed', fid: 'b', problem: { kind: 'timeout', message: '' }, at: NOON },
    { kind: 'sampled', fid: 'a', sample: sample([gpu(0)]) },
  ]);
  expect(cursorRow(failed, 'machines')?.row.fid).toBe('b/01');
  const gone = sampled(failed, 'b', [gpu(0)]);
  expect(cursorRow(gone, 'machines')).toBeUndefined();
});

test('with machines off nothing of them is left', () => {
  const off = machineModeChosen(sampled(watching('a'), 'a', [gpu(0)]), 'off');
  expect(fidsOf(off)).toEqual([]);
  const instances = whole(instance('a'), instance('b'));
  expect(fidsOf(rowsArrived(off, 'instances', instances, { at: NOON, sequence: 1 }, NOON))).toEqual([]);
});

test('samples do not order the rows of a pane that is off the screen, and its cursor and marks fit its rows when it opens', () => {
  const before = sampled(watching('a'), 'a', [gpu(0), gpu(1)]);
  const gpus = fidsOf(before).filter((fid) => fid !== 'a');
  const marked = withView(paneFocused(before, 'instances'), 'machines', { marks: new Set(gpus) });
  const off = viewsSettled(sampled(marked, 'a', [gpu(0)]));
  expect(off.views.machines.cursor).toBe(marked.views.machines.cursor);
  const opened = paneFocused(off, 'machines');
  expect([...opened.views.machines.marks]).toEqual(gpus.slice(0, 1));
  expect(cursorRow(opened, 'machines')).toBeDefined();
});

function openReadings() {
  const start = consoleWith({ instances: [instance('one')] });
  const store = createStore<ConsoleState>(() => machineModeChosen(start, 'visible'));
  const readings = readingsWithTicks(store);
  return {
    sampled: () => readings.add([{ kind: 'sampled', fid: 'one', sample: sampleOf(0, NOON) }]),
    change: (transition: (state: ConsoleState) => ConsoleState) => store.setState(transition(store.getState()), true),
    tick: (now: number) => store.setState(timePassed(store.getState(), now), true),
    /** Machines of which a sample is known. */
    shown: () =>
      [...readingsOf(store.getState().lists.machines).values()].filter(({ sample }) => sample !== null).length,
    stop: readings.stop,
  };
}

test('a sample is on screen with the next tick of the clock, and draws no frame of its own', () => {
  const { sampled, tick, shown } = openReadings();
  sampled();
  expect(shown()).toBe(0);
  tick(NOON + 1000);
  expect(shown()).toBe(1);
});

test('a sample that arrived before machines were switched off does not come back, not even when they are on again', () => {
  const { sampled, change, tick, shown } = openReadings();
  sampled();
  change((state) => machineModeChosen(state, 'off'));
  tick(NOON + 1000);
  expect(shown()).toBe(0);
  change((state) => machineModeChosen(state, 'visible'));
  tick(NOON + 2000);
  expect(shown()).toBe(0);
});

test('a sample of a session that has ended is not shown in the next one', () => {
  const { sampled, tick, shown, stop } = openReadings();
  sampled();
  stop();
  tick(NOON + 1000);
  expect(shown()).toBe(0);
});
