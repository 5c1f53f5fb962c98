import { expect, test } from 'vitest';
import { rowsArrived } from '../../src/state/lists/transitions.ts';
import { machinesRead } from '../../src/state/machines.ts';
import type { ConsoleState } from '../../src/state/state.ts';
import { sampleOf } from '../machines/made-source.ts';
import { NOON } from './hand-clock.ts';
import { consoleWith, instance, whole } from './made.ts';

const read = (state: ConsoleState, ...fids: readonly string[]): ConsoleState =>
  machinesRead(
    state,
    fids.map((fid) => ({ kind: 'sampled', fid, sample: sampleOf(0, NOON) })),
  );

const shown = ({ lists }: ConsoleState): readonly string[] =>
  [...lists.machines.rows.values()].map(({ row }) => row.about);

test('what was read of a machine leaves the screen when its instance is paused, ends, or is gone', () => {
  const all = ['runs', 'pauses', 'ends', 'goes'].map((fid) => instance(fid));
  const before = read(consoleWith({ instances: all }), 'runs', 'pauses', 'ends', 'goes');
  expect(shown(before)).toEqual(['runs', 'pauses', 'ends', 'goes']);
  const after = rowsArrived(
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
  const arrived = (state: ConsoleState, status: string): ConsoleState =>
    rowsArrived(state, 'instances', whole(instance('one', { status })), { at: NOON, sequence: 1 }, NOON);
  const resumed = arrived(arrived(running, 'STATUS_PAUSED'), 'STATUS_RUNNING');
  const later = machinesRead(resumed, [{ kind: 'sampled', fid: 'one', sample: sampleOf(0, NOON + 3_600_000) }]);
  expect([...later.lists.machines.rows.values()].map(({ row }) => row.reading.idleSince)).toEqual([NOON + 3_600_000]);
});
