import { describe, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { machineModeChosen, machinesRead } from '../../../src/features/machines/machines.ts';
import { retryAfterSessions } from '../../../src/features/machines/running.ts';
import { machineSettingsOf } from '../../../src/features/machines/settings.ts';
import { sessionEnded, sessionOpened } from '../../../src/features/ssh/open-sessions.ts';
import { HELD_MS } from '../../../src/screen/keymap/key-to-write.ts';
import { visibleRows } from '../../../src/store/lists/visible-rows.ts';
import { focusMoved, paneFocused, rowSelected } from '../../../src/store/panes/cursor.ts';
import { tabsOf } from '../../../src/store/panes/tabs.ts';
import { UNANSWERABLE_MS } from '../../../src/store/question.ts';
import { asking, start as runningAndPaused } from '../../screen/keymap/asking.ts';
import { clickHeader } from '../../screen/keymap/clicks.ts';
import { type Operator, operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { asRecording, bid, consoleWith, instance, shownFids, startedConsole } from '../../store/made.ts';
import { gpu, sample } from './reader/made-reading.ts';
import { busy, idleSince, MINUTE, withMachines } from './reader/read-machines.ts';

const read = (fid: string, gpus = 2) =>
  ({ kind: 'sampled', fid, sample: sample(Array.from({ length: gpus }, (_, index) => gpu(index))) }) as const;

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

test('Left and Right fold the GPUs of a machine, a command those of all; the cursor goes to the machine of its GPU', async () => {
  const operator = operatorAt(paneFocused(start, 'machines'));
  const lines = () => visibleRows(operator.state(), 'machines').rows.length;
  expect(lines()).toBe(3);
  await cursorOn(operator, 'a-2');
  await operator.press('Right', 'Down');
  expect([lines(), operator.at()]).toEqual([5, 'a-2/00']);
  await operator.press('Left');
  expect([lines(), operator.at()]).toEqual([3, 'a-2']);
  await operator.press(':machines-open');
  expect([lines(), operator.at()]).toEqual([9, 'a-2']);
  await operator.press(':machines-open');
  expect([lines(), operator.at()]).toEqual([3, 'a-2']);
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

test('Tab goes around the panes, and not into Machines, which take the whole screen', () => {
  let state = consoleWith();
  const met = new Set<string>();
  while (!met.has(state.focus)) {
    met.add(state.focus);
    state = focusMoved(state, 1);
  }
  expect([...met]).toEqual(expect.arrayContaining(['bids', 'instances', 'activity']));
  expect([...met]).not.toContain('machines');
});

test('Tab in a pane with the whole screen goes on from the pane before it', () => {
  const machines = paneFocused(paneFocused(consoleWith(), 'volumes'), 'machines');
  expect(focusMoved(machines, 1).focus).toBe('sshKeys');
  expect(focusMoved(machines, -1).focus).toBe('instances');
});

const tabsShown = (columns: number, focus: 'bids' | 'rules' = 'bids'): string =>
  tabsOf({ ...startedConsole(), focus, size: { columns, rows: 24 } })
    .map(({ text }) => text)
    .join('');

const TITLES = ' 1 Bids  2 Instances  3 Volumes  4 SSH keys  5 API keys  6 Sessions  7 Activity ';

test('on 80 columns all numbered panes have their titles; a pane with the whole screen has a tab while it is shown', () => {
  expect(tabsShown(80)).toBe(TITLES);
  expect(tabsShown(80, 'rules')).toBe(' 1  2  3  4  5  6  7  A Rules ');
  expect(tabsShown(79)).toBe(' 1 Bids  2  3  4  5  6  7 ');
});

const oneInstance = consoleWith({
  bids: [bid('a'), bid('b', { status: 'Preempting' })],
  instances: [instance('i-1', { bid: 'a' })],
});

describe('a click on the header', () => {
  test('on the idle machines shows them among the instances, as the palette does', async () => {
    const idle = withMachines(oneInstance, { 'i-1': idleSince(NOON - 12 * MINUTE) });
    const operator = operatorAt(idle);
    clickHeader(operator, 'idle');
    expect(operator.state().focus).toBe('instances');
    expect(operator.state().views.instances.filter).toBe('idle>10m');
    expect(shownFids(operator.state(), 'instances')).toEqual(['i-1']);
    const other = operatorAt(idle);
    await other.press(':', ...'idle', 'Enter');
    expect(other.state().views.instances.filter).toBe('idle>10m');
  });

  test('the palette says why it shows no idle machine', async () => {
    const operator = operatorAt(oneInstance);
    await operator.press(':', ...'idle', 'Enter');
    expect(operator.state().notice?.text).toBe('Machines are not read, so none is known to be idle.');
  });
});

test('a machine that begins to work between the two taps changes the question, and the second tap must come after it', async () => {
  const resting = { 'a-1': idleSince(NOON - MINUTE), 'a-2': idleSince(NOON - MINUTE) };
  const at = asking(rowSelected(withMachines(runningAndPaused, resting), 'bids', 'a'));
  at.key('p');
  await at.clock.pass(UNANSWERABLE_MS);
  expect(at.state().tapQuestion?.effect.sentence).toBe('pause a, 2 running instances stop ($5.00/h)');
  at.change((now) => withMachines(now, { 'a-2': busy() }));
  expect(at.state().tapQuestion?.effect.sentence).toContain('1 of them is busy');
  at.key('p');
  await at.clock.pass(HELD_MS);
  expect(at.written()).toEqual([]);
});

test('a machine is tried again when a session to it ends, not when one is opened or another row changes', () => {
  const store = createStore(() => consoleWith({ instances: [instance('i-1')] }));
  const retried: string[] = [];
  const stop = retryAfterSessions(store, (fid) => void retried.push(fid));
  const session = { fid: 's-1', about: 'i-1', instance: 'one', destination: '10.0.0.1', startedAt: NOON };
  store.setState((state) => sessionOpened(state, { ...session, endedAt: null, ended: null }), true);
  expect(retried).toEqual([]);
  store.setState((state) => sessionEnded(state, 's-1', 'code 0', NOON + 1, state.lists), true);
  expect(retried).toEqual(['i-1']);
  store.setState((state) => sessionOpened(state, { ...session, fid: 's-2', endedAt: null, ended: null }), true);
  expect(retried).toEqual(['i-1']);
  stop();
  store.setState((state) => sessionEnded(state, 's-2', 'code 0', NOON + 2, state.lists), true);
  expect(retried).toEqual(['i-1']);
});
