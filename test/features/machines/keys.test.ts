import { describe, expect, test } from 'vitest';
import { machineSettingsOf } from '../../../src/features/machines/machine-settings.ts';
import { machineModeChosen, machinesRead } from '../../../src/features/machines/machines.ts';
import { visibleRows } from '../../../src/store/lists/visible-rows.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { type Operator, operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { asRecording, bid, consoleWith, instance } from '../../store/made.ts';
import { gpu, sample } from './reader/made-reading.ts';
import { failing, idleSince, MINUTE } from './reader/read-machines.ts';

const read = (fid: string, gpus = 2) =>
  ({ kind: 'sampled', fid, sample: sample(Array.from({ length: gpus }, (_, index) => gpu(index))) }) as const;
const failed = (fid: string) => ({ kind: 'failed', fid, problem: failing('timeout'), at: NOON }) as const;

const unread = consoleWith({
  bids: [bid('a'), bid('b'), bid('empty')],
  instances: ['a-1', 'a-2', 'b-1'].map((fid) =>
    instance(fid, { bid: fid.slice(0, 1), ssh_destination: `${fid}.example` }),
  ),
  size: { columns: 160, rows: 45 },
});
const start = machinesRead(machineModeChosen(unread, 'visible'), [read('a-1'), read('a-2'), read('b-1')]);

/** The names of the machines that are shown. */
const shown = (operator: Operator): readonly string[] =>
  visibleRows(operator.state(), 'machines').rows.flatMap(({ row }) => (row.gpu === null ? [row.name] : []));
/** The pane in focus and the filter of machines. */
const where = (operator: Operator): readonly string[] => [
  operator.state().focus,
  operator.state().views.machines.filter,
];

async function cursorOn(operator: Operator, fid: string): Promise<void> {
  await operator.press('Home');
  for (let at = operator.at(); at !== fid; at = operator.at()) {
    await operator.press('Down');
    if (operator.at() === at) throw new Error(`${fid} is not shown`);
  }
}

test('m shows the machines of the bid under the cursor, m again all, m again goes back', async () => {
  const operator = operatorAt(paneFocused(start, 'bids'));
  await cursorOn(operator, 'a');
  await operator.press('m');
  expect([where(operator), shown(operator)]).toEqual([
    ['machines', 'bid:=a'],
    ['a-1', 'a-2'],
  ]);
  await operator.press('m');
  expect([where(operator), shown(operator)]).toEqual([
    ['machines', ''],
    ['a-1', 'a-2', 'b-1'],
  ]);
  await operator.press('m');
  expect([where(operator), operator.at()]).toEqual([['bids', ''], 'a']);
});

describe('the filter that a command has set', () => {
  const idle = machinesRead(
    start,
    idleSince(NOON - 45 * MINUTE).map((of) => ({ kind: 'sampled', fid: 'b-1', sample: of })),
  );

  test('is replaced by what is typed after /: after m on a bid, /idle>30m * p asks about all idle machines', async () => {
    const operator = operatorAt(paneFocused(idle, 'bids'));
    await cursorOn(operator, 'a');
    await operator.press('m', '/');
    expect(operator.text()).toBe('bid:=a');
    await operator.type('idle>30m');
    expect([operator.text(), shown(operator)]).toEqual(['idle>30m', ['b-1']]);
    await operator.press('Enter', '*', 'p');
    expect(operator.state().tapQuestion?.effect.sentence).toContain('pause b');
  });

  test('is one Up away, and comes back each time that the command sets it', async () => {
    const operator = operatorAt(paneFocused(idle, 'bids'));
    await cursorOn(operator, 'a');
    for (let times = 0; times < 2; times += 1) {
      await operator.press('m', '/');
      await operator.type('idle>30m');
      await operator.press('Up');
      expect([operator.text(), shown(operator)]).toEqual(['bid:=a', ['a-1', 'a-2']]);
      await operator.press('Enter', 'm', 'm');
      expect(operator.state().focus).toBe('bids');
    }
  });

  test('stays when a key moves into it, and is then edited as any other', async () => {
    const operator = operatorAt(paneFocused(idle, 'bids'));
    await cursorOn(operator, 'a');
    await operator.press('m', '/', 'End');
    await operator.type(' idle>30m');
    expect(operator.text()).toBe('bid:=a idle>30m');
    await operator.press('Enter', '/');
    await operator.type(' a');
    expect(operator.text()).toBe('bid:=a idle>30m a');
  });

  test('of other commands too: i on a bid, then / and a word, searches all instances', async () => {
    const operator = operatorAt(paneFocused(idle, 'bids'));
    await cursorOn(operator, 'a');
    await operator.press('i', '/');
    await operator.type('b-1');
    expect([operator.state().focus, operator.at()]).toEqual(['instances', 'b-1']);
  });
});

test('m shows the machine of an instance, and those of marked ones', async () => {
  const operator = operatorAt(paneFocused(start, 'instances'));
  await cursorOn(operator, 'a-2');
  await operator.press('m');
  expect(shown(operator)).toEqual(['a-2']);
  await operator.press('m', 'm');
  await cursorOn(operator, 'a-1');
  await operator.press('Space');
  await cursorOn(operator, 'b-1');
  await operator.press('Space', 'm');
  expect(shown(operator)).toEqual(['a-1', 'b-1']);
});

test('m on a bid without a running instance, or elsewhere, shows all machines', async () => {
  const operator = operatorAt(paneFocused(start, 'bids'));
  await cursorOn(operator, 'empty');
  await operator.press('m');
  expect(shown(operator)).toEqual(['a-1', 'a-2', 'b-1']);
  expect(operator.notice()).toBe('empty has no running instance: all machines are shown.');
  const elsewhere = operatorAt(paneFocused(start, 'volumes'));
  await elsewhere.press('m');
  expect([where(elsewhere), shown(elsewhere)]).toEqual([
    ['machines', ''],
    ['a-1', 'a-2', 'b-1'],
  ]);
  await elsewhere.press('m');
  expect(elsewhere.state().focus).toBe('volumes');
});

test('Esc clears the filter, then goes back; a number leaves at once', async () => {
  const operator = operatorAt(paneFocused(start, 'bids'));
  await operator.press('m', 'Esc');
  expect(where(operator)).toEqual(['machines', '']);
  await operator.press('Esc');
  expect(operator.state().focus).toBe('bids');
  await operator.press('m', '2');
  expect(operator.state().focus).toBe('instances');
});

test('Left and Right fold the GPUs of a machine, a those of all; the cursor goes to the machine of its GPU', async () => {
  const operator = operatorAt(paneFocused(start, 'machines'));
  const lines = () => visibleRows(operator.state(), 'machines').rows.length;
  expect(lines()).toBe(3);
  await cursorOn(operator, 'a-2');
  await operator.press('Right', 'Down');
  expect([lines(), operator.at()]).toEqual([5, 'a-2/00']);
  await operator.press('Left');
  expect([lines(), operator.at()]).toEqual([3, 'a-2']);
  await operator.press('a');
  expect([lines(), operator.at()]).toEqual([9, 'a-2']);
  await operator.press('a');
  expect([lines(), operator.at()]).toEqual([3, 'a-2']);
});

test('the cursor stays with its machine when another one, or its own, fails and comes back', async () => {
  const operator = operatorAt(paneFocused(start, 'machines'));
  await cursorOn(operator, 'a-2');
  const arrives = (...events: Parameters<typeof machinesRead>[1]): void =>
    operator.controller.store.setState((state: ConsoleState) => machinesRead(state, events), true);
  for (const event of [failed('b-1'), failed('a-2'), read('a-2'), read('b-1', 4)]) {
    arrives(event);
    expect(operator.at()).toBe('a-2');
  }
});

test('m while machines are off turns them on and says so: it logs in, or reads simulated ones', async () => {
  const real = operatorAt(unread);
  await real.press('m');
  expect(machineSettingsOf(real.state()).mode).toBe('visible');
  expect(real.notice()).toBe(
    'Logging in to 3 machines over SSH while they are on screen, to read them; : machines off stops it.',
  );
  const demo = operatorAt({ ...unread, machines: { ...machineSettingsOf(unread), simulated: true } });
  await demo.press('m');
  expect(demo.notice()).toBe('Reading 3 simulated machines while they are on screen; : machines off stops it.');
});

test('m says why there is nothing to show: before the instances are read, and when none runs', async () => {
  const { lists } = unread;
  const early = operatorAt({
    ...unread,
    lists: { ...lists, instances: { ...lists.instances, rows: new Map(), fetchedAt: null } },
  });
  await early.press('m');
  expect([early.state().focus, early.notice()]).toEqual([unread.focus, 'The instances are not read yet.']);
  const none = operatorAt(consoleWith({ bids: [bid('a')] }));
  await none.press('m');
  expect(none.notice()).toBe('No instance runs, so there is no machine to read.');
});

test('m in a recording says that it has no machines, and nothing is logged in to', async () => {
  const operator = operatorAt(asRecording(unread));
  await operator.press('m');
  expect(operator.notice()).toBe('This is a recording: it has no machines.');
  expect([operator.state().focus, machineSettingsOf(operator.state()).mode]).toEqual([
    unread.focus,
    machineSettingsOf(unread).mode,
  ]);
});
