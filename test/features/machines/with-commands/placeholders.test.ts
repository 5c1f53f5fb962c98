import { expect, test } from 'vitest';
import { type CustomCommand, filledIn, placeholderValues } from '../../../../src/features/commands/custom-command.ts';
import { commandTargets } from '../../../../src/features/commands/custom-commands.ts';
import { machinesRead } from '../../../../src/features/machines/machines.ts';
import { dialogOf } from '../../../../src/screen/dialogs/screen.ts';
import { topDialog } from '../../../../src/store/dialogs/dialog-stack.ts';
import { paneFocused } from '../../../../src/store/panes/cursor.ts';
import { liveContextOf } from '../../../../src/store/row-context.ts';
import { type ConsoleState, withView } from '../../../../src/store/state.ts';
import { timePassed } from '../../../../src/store/transitions.ts';
import { loadedFeatures } from '../../../features-loaded.ts';
import { operatorAt } from '../../../screen/keys/press-keys.ts';
import { NOON } from '../../../store/hand-clock.ts';
import { bid, consoleWith, instance } from '../../../store/made.ts';
import { GIB, gpu, restingGpu, sample } from '../reader/made-reading.ts';

const USE: CustomCommand = {
  name: 'Use',
  key: 'w',
  panes: ['instances'],
  run: { kind: 'program', parts: ['smi', '-i', '{gpus}', '{gpu}', '{gpu_memory}', '{idle_seconds}'] },
  where: 'background',
  confirm: false,
  token: false,
};
const read = (fid: string, ...gpus: Parameters<typeof gpu>[0][]) =>
  ({ kind: 'sampled', fid, sample: sample(gpus.map((index) => gpu(index))) }) as const;

const fleet = consoleWith({
  bids: [bid('a'), bid('b')],
  instances: [instance('a-1', { bid: 'a' }), instance('a-2', { bid: 'a' }), instance('b-1', { bid: 'b' })],
});
const start: ConsoleState = {
  ...machinesRead(fleet, [read('a-1', 0, 1, 2), read('a-2', 0, 1)]),
  customCommands: [USE],
};

const filled = (state: ConsoleState, fid: string, chosen = {}) => {
  const row = state.lists.instances.rows.get(fid)?.row;
  if (row === undefined) throw new Error(`there is no ${fid}`);
  const values = placeholderValues('instances', row, liveContextOf(state), loadedFeatures.panes, chosen);
  return filledIn(USE, row.name || row.fid, values);
};

test('a command of instances gets use, memory, idle time and indexes of the GPUs, as numbers, in variables too', () => {
  const half = { ...gpu(1), utilization: 3, memory: { used: 20 * GIB, total: 80 * GIB } };
  const state = machinesRead(start, [{ kind: 'sampled', fid: 'a-1', sample: sample([gpu(0), half]) }]);
  expect(filled(state, 'a-1')).toMatchObject({
    ok: true,
    value: {
      args: ['-i', '0,1', '50', '50', '0'],
      environment: { SPOTDECK_GPU: '50', SPOTDECK_GPU_MEMORY: '50', SPOTDECK_IDLE_SECONDS: '0', SPOTDECK_GPUS: '0,1' },
    },
  });
});

test('an idle machine gives its idle time in seconds', () => {
  const idle = machinesRead(start, [{ kind: 'sampled', fid: 'a-1', sample: sample([restingGpu(0)]) }]);
  const later = machinesRead(timePassed(idle, NOON + 90_500), [
    { kind: 'sampled', fid: 'a-1', sample: sample([restingGpu(0)], { at: NOON + 90_000 }) },
  ]);
  expect(filled(later, 'a-1')).toMatchObject({ value: { args: ['-i', '0', '0', '1', '90'] } });
});

test('a command is not run on a machine that was not read lately, and says so', () => {
  const why = { ok: false, error: expect.stringMatching(/has no known gpus, so Use was not run on it\./) };
  expect(filled(start, 'b-1')).toEqual(why);
  expect(filled(timePassed(start, NOON + 31_000), 'a-1')).toEqual(why);
  const failed = { kind: 'failed', fid: 'a-1', problem: { kind: 'timeout', message: '' }, at: NOON } as const;
  expect(filled(machinesRead(start, [failed]), 'a-1')).toEqual(why);
});

test('a bid has values only while the machine of each running instance is read', () => {
  const of = (state: ConsoleState, fid: string) => {
    const row = state.lists.bids.rows.get(fid)?.row;
    const run = { kind: 'program', parts: ['p', '{gpu}', '{gpu_memory}', '{idle_seconds}'] } as const;
    return row === undefined
      ? null
      : filledIn({ name: 'x', run }, fid, placeholderValues('bids', row, liveContextOf(state), loadedFeatures.panes));
  };
  expect(of(start, 'a')).toMatchObject({ value: { args: ['97', '75', '0'] } });
  expect(of(start, 'b')).toMatchObject({ ok: false });
  const one = consoleWith({
    bids: [bid('a')],
    instances: [instance('a-1', { bid: 'a' }), instance('a-2', { bid: 'a' })],
  });
  expect(of(machinesRead(one, [read('a-1', 0)]), 'a')).toMatchObject({ ok: false });
});

test('in Machines it runs once for each instance of the marked GPUs, which are its {gpus}', async () => {
  const shown = withView(paneFocused(start, 'machines'), 'machines', {
    marks: new Set(['a-1/02', 'a-2/00', 'a-1/00']),
    opened: new Set(['a-1', 'a-2']),
  });
  const operator = operatorAt(shown);
  await operator.press('w');
  expect(operator.left.programs).toEqual(['Use: a-1/02 a-2/00 a-1/00']);
  expect(commandTargets(shown, 'machines', ['a-1/02', 'a-2/00', 'a-1/00', 'gone/00'])).toEqual([
    { list: 'instances', fid: 'a-1', part: { words: 'GPU 0, 2', placeholders: { gpus: '0,2' } } },
    { list: 'instances', fid: 'a-2', part: { words: 'GPU 0', placeholders: { gpus: '0' } } },
  ]);
  expect(filled(shown, 'a-1', { gpus: '0,2' })).toMatchObject({ value: { environment: { SPOTDECK_GPUS: '0,2' } } });
});

test('a machine that is marked together with one of its GPUs is the whole machine, in any order', () => {
  const whole = [{ list: 'instances', fid: 'a-1', part: null }];
  expect(commandTargets(start, 'machines', ['a-1', 'a-1/02'])).toEqual(whole);
  expect(commandTargets(start, 'machines', ['a-1/00', 'a-1', 'a-1/02'])).toEqual(whole);
});

test('in Machines its confirmation names the instances and their GPUs', async () => {
  const shown = withView(
    paneFocused({ ...start, customCommands: [{ ...USE, confirm: true }] }, 'machines'),
    'machines',
    {
      marks: new Set(['a-1/02', 'a-1/00']),
      opened: new Set(['a-1']),
    },
  );
  const operator = operatorAt(shown);
  await operator.press('w');
  expect(operator.top()).toBe('confirm');
  const top = topDialog(operator.state());
  const lines =
    top === undefined ? [] : dialogOf(operator.state(), top).lines(operator.state(), top, { width: 80, height: 10 });
  expect(JSON.stringify(lines)).toContain('on a-1 (GPU 0, 2)');
  await operator.press('y');
  expect(operator.left.programs).toEqual(['Use: a-1/02 a-1/00']);
});

test('hostile text of a machine reaches no value', () => {
  const name = '$(reboot)\u001b[2J"; rm -rf /';
  const hostile = machinesRead(start, [
    { kind: 'sampled', fid: 'a-1', sample: sample([gpu(0, { name, processes: [{ pid: 1, name, memory: null }] })]) },
  ]);
  const result = filled(hostile, 'a-1');
  const values = result.ok ? Object.entries(result.value.environment).filter(([key]) => /GPU|IDLE/.test(key)) : [];
  expect(values).toHaveLength(4);
  for (const [, value] of values) expect(value).toMatch(/^\d+(,\d+)*$/);
});
