import { describe, expect, test } from 'vitest';
import { machineSettingsOf } from '../../../src/features/machines/machine-settings.ts';
import { machinesRead } from '../../../src/features/machines/machines.ts';
import type { ReadingEvent } from '../../../src/features/machines/reading.ts';
import { point } from '../../../src/screen/keymap/mouse.ts';
import { paneFocused, rowSelected } from '../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { calm } from '../../screen/keymap/clicks.ts';
import { askedBy, type Operator, operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, instance, whole } from '../../store/made.ts';
import { heatConsole, shownLines, underCursor, uses } from './heat-console.ts';

async function openedAt(state = heatConsole(), ...keys: readonly string[]): Promise<Operator> {
  const operator = operatorAt(state);
  await operator.press('M', ...keys);
  return operator;
}

const read = (fid: string, ...of: readonly number[]): readonly ReadingEvent[] =>
  uses(...of).map((sample) => ({ kind: 'sampled', fid, sample }));

/** The machine and GPU under the cursor. */
const at = (operator: Operator): string => underCursor(operator).split('  ').slice(0, 2).join(' ');

type Instances = readonly ReturnType<typeof instance>[];

function arrives(operator: Operator, instances: Instances): void {
  const { store } = operator.controller;
  store.setState(
    rowsArrived(store.getState(), 'instances', whole(...instances), { at: NOON, sequence: 1 }, NOON),
    true,
  );
}

const running = (...fids: readonly string[]): Instances =>
  fids.map((fid) => instance(fid, { bid: fid.split('-')[0] ?? '', ssh_destination: `ops@${fid}.example` }));

describe('the cursor', () => {
  test('moves by GPUs, lines, bids, and to what is at rest', async () => {
    const operator = await openedAt();
    const pressed = async (...keys: readonly string[]): Promise<string> => {
      await operator.press(...keys);
      return at(operator);
    };
    expect(at(operator)).toBe('dear-1 GPU 0');
    expect(await pressed('Right', 'l')).toBe('dear-1 GPU 2');
    expect(await pressed('h')).toBe('dear-1 GPU 1');
    expect(await pressed('j')).toBe('idle-1 GPU 1');
    expect(await pressed('Up')).toBe('dear-1 GPU 1');
    expect(await pressed('Tab', 'Tab')).toBe('cheap-1 GPU 0');
    expect(await pressed('Shift-Tab')).toBe('idle-1 GPU 0');
    expect(await pressed('n')).toBe('dear-2 GPU 0');
    expect(await pressed('n')).toBe('idle-1 GPU 0');
    expect(await pressed('N')).toBe('dear-2 GPU 0');
    expect(await pressed('G')).toBe('res-1 GPU 0');
    expect(await pressed('Right')).toBe('res-1 GPU 0');
    expect(await pressed('Home')).toBe('dear-1 GPU 0');
  });

  test('begins at the row that the operator is at', async () => {
    const state = heatConsole();
    expect(at(await openedAt(rowSelected(paneFocused(state, 'instances'), 'instances', 'cheap-1')))).toBe(
      'cheap-1 GPU 0',
    );
    expect(at(await openedAt(rowSelected(paneFocused(state, 'bids'), 'bids', 'idle')))).toBe('idle-1 GPU 0');
    expect(at(await openedAt(rowSelected(paneFocused(state, 'machines'), 'machines', 'dear-2')))).toBe('dear-2 GPU 0');
  });

  test('stays on its GPU when machines come and go before it, and when prices order the bids anew', async () => {
    const operator = await openedAt(heatConsole(), 'Tab', 'l');
    expect(at(operator)).toBe('idle-1 GPU 1');
    arrives(operator, running('dear-0', 'dear-1', 'idle-0', 'idle-1', 'new-1'));
    expect(at(operator)).toBe('idle-1 GPU 1');
    const { store } = operator.controller;
    const bids = whole(bid('dear', { limit_price: '$1.00' }), bid('idle', { limit_price: '$50.00' }));
    store.setState(rowsArrived(store.getState(), 'bids', bids, { at: NOON, sequence: 2 }, NOON), true);
    expect(at(operator)).toBe('idle-1 GPU 1');
    store.setState((state: ConsoleState) => machinesRead(state, read('idle-0', 1, 2, 3)), true);
    expect(at(operator)).toBe('idle-1 GPU 1');
  });

  test('on a machine that no longer runs says so and acts on nothing, until it is moved', async () => {
    const operator = await openedAt(heatConsole(), 'Tab');
    for (const _ of ['missed', 'and missed again']) arrives(operator, running('dear-1', 'idle-2', 'cheap-1'));
    expect(underCursor(operator)).toBe('The machine under the cursor no longer runs. Move to another one.');
    await operator.press('p');
    expect([operator.state().tapQuestion, operator.notice()]).toEqual([
      null,
      'No running machine is under the cursor.',
    ]);
    await operator.press('Enter', 'i');
    expect(operator.top()).toBe('heatmap');
    await operator.press('h');
    expect(at(operator)).toMatch(/^(?:dear-1|idle-2|cheap-1)/);
  });

  test('is on the first GPU of a machine once its GPUs are known', async () => {
    const operator = await openedAt(heatConsole(), 'Tab', 'Tab', 'l', 'l');
    expect(at(operator)).toBe('cheap-2 ◐ not read yet');
    operator.controller.store.setState((state: ConsoleState) => machinesRead(state, read('cheap-2', 50, 60)), true);
    expect(at(operator)).toBe('cheap-2 GPU 0');
  });

  test('says since when a machine does nothing, and why one can not be read', async () => {
    const operator = await openedAt(heatConsole(), 'Tab');
    expect(underCursor(operator)).toMatch(
      /^idle-1 {2}GPU 0 {2}▲ idle {2}0% {2}0\.5\/80G {2}34C {2}nothing since \d\d:\d\d \(42m\)$/,
    );
    await operator.press('l', 'l');
    expect(underCursor(operator)).toBe('idle-2  ✖ no key');
  });
});

describe('from the cursor', () => {
  test('Enter goes to its GPU among the machines, i to its instance', async () => {
    const operator = await openedAt(heatConsole(), 'l', 'l', 'Enter');
    expect([operator.top(), operator.state().focus, operator.at()]).toEqual([null, 'machines', 'dear-1/02']);
    await operator.press('M');
    expect(at(operator)).toBe('dear-1 GPU 2');
    await operator.press('i');
    expect([operator.top(), operator.state().focus, operator.at()]).toEqual([null, 'instances', 'dear-1']);
  });

  test('p asks to pause its bid as p in Bids does, by a second tap over the map, and sends one write', async () => {
    const inBids = operatorAt(rowSelected(paneFocused(heatConsole(), 'bids'), 'bids', 'dear'));
    await inBids.press('p');
    const operator = await openedAt(heatConsole(), 'p');
    expect(operator.state().tapQuestion?.request).toEqual(inBids.state().tapQuestion?.request);
    expect(operator.state().tapQuestion?.effect.sentence).toMatch(
      /^pause dear, 2 running instances stop \(\$18\.00\/h\)/,
    );
    expect(operator.left.sent).toEqual([]);
    await operator.press('p');
    const writes = operator.left.sent.flatMap((sent) => sent.writes);
    expect(await Promise.all(writes.map(askedBy))).toEqual([
      ['updateBid', { params: { bid_fid: 'dear' }, body: { paused: true } }],
    ]);
    expect(operator.top()).toBe('heatmap');
  });

  test('Esc leaves the question and not the map; another key lets it go', async () => {
    const operator = await openedAt(heatConsole(), 'p', 'Esc');
    expect([operator.top(), operator.state().tapQuestion]).toEqual(['heatmap', null]);
    await operator.press('p', 'l', 'p');
    expect(operator.left.sent).toEqual([]);
    await operator.burst('Esc', 'p', 'p');
    expect(operator.left.sent).toEqual([]);
  });

  test('a read-only console refuses p, and a machine without a bid has none to pause', async () => {
    const readOnly = await openedAt(heatConsole(undefined, true), 'p', 'p');
    expect([readOnly.notice(), readOnly.state().tapQuestion, readOnly.left.sent]).toEqual([
      'This console is read-only.',
      null,
      [],
    ]);
    const operator = await openedAt(heatConsole(), 'G', 'p');
    expect(operator.notice()).toBe('The machine under the cursor belongs to no bid.');
  });
});

test('a click moves the cursor to a cell or to the first one of a label, a double click goes to the machine', async () => {
  const operator = await openedAt();
  const click = (text: string, within: number, kind: 'click' | 'double-click' = 'click'): void => {
    const lines = shownLines(operator.state());
    // The title is on the second row of the screen.
    const row = 1 + lines.findIndex((line) => line.includes(text));
    const column = 2 + (lines[row - 1] ?? '').indexOf(text) + within;
    point(operator.controller, { kind, column, row }, calm(operator.state()));
  };
  click('·· ██', 3);
  expect(at(operator)).toBe('dear-2 GPU 1');
  click('cheap  8xh100', 1);
  expect(at(operator)).toBe('cheap-1 GPU 0');
  click('░░', 1);
  await operator.press('p');
  click('·· ██', 3);
  expect(operator.state().tapQuestion).toBeNull();
  click('·· []', 0, 'double-click');
  expect([operator.top(), operator.state().focus, operator.at()]).toEqual([null, 'machines', 'dear-2/00']);
});

test('machines are as the operator left them when the map is closed', async () => {
  const operator = await openedAt(heatConsole(), 'q');
  expect([operator.top(), machineSettingsOf(operator.state()).mode]).toEqual([null, 'visible']);
});
