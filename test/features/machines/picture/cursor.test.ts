import { describe, expect, test } from 'vitest';
import { machinesRead } from '../../../../src/features/machines/machines.ts';
import type { ReadingEvent } from '../../../../src/features/machines/reading.ts';
import { machineSettingsOf } from '../../../../src/features/machines/settings.ts';
import { point } from '../../../../src/screen/keymap/mouse.ts';
import { paneFocused, rowSelected } from '../../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../../src/store/state.ts';
import { rowsArrived } from '../../../../src/store/transitions.ts';
import { calm } from '../../../screen/keymap/clicks.ts';
import { askedBy, type Operator, operatorAt } from '../../../screen/keys/press-keys.ts';
import { NOON } from '../../../store/hand-clock.ts';
import { bid, instance, whole } from '../../../store/made.ts';
import { heatConsole, only, shownLines, underCursor, uses } from './heat-console.ts';

/** A console in Machines with the cursor on a row of it. */
const inMachines = (fid = 'dear-1', state = heatConsole()): ConsoleState =>
  rowSelected(paneFocused(state, 'machines'), 'machines', fid);

async function openedAt(state = inMachines(), ...keys: readonly string[]): Promise<Operator> {
  const operator = operatorAt(state);
  await operator.press('Tab', ...keys);
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
  test('moves by GPUs with the arrows and by lines with j and k', async () => {
    const operator = await openedAt();
    const pressed = async (...keys: readonly string[]): Promise<string> => {
      await operator.press(...keys);
      return at(operator);
    };
    expect(at(operator)).toBe('dear-1 GPU 0');
    expect(await pressed('Right', 'Right')).toBe('dear-1 GPU 2');
    expect(await pressed('Left')).toBe('dear-1 GPU 1');
    expect(await pressed('j')).toBe('idle-1 GPU 1');
    expect(await pressed('Up')).toBe('dear-1 GPU 1');
    expect(await pressed('G')).toBe('res-1 GPU 0');
    expect(await pressed('Right')).toBe('res-1 GPU 0');
    expect(await pressed('Home')).toBe('dear-1 GPU 0');
  });

  test('stays on its machine when Tab goes from the table to the picture and back', async () => {
    const operator = await openedAt(inMachines('cheap-1'));
    expect(at(operator)).toBe('cheap-1 GPU 0');
    await operator.press('Up', 'Tab');
    expect([operator.top(), operator.state().focus, operator.at()]).toEqual([null, 'machines', 'idle-1']);
    await operator.press('Shift-Tab', 'Home', 'Tab');
    expect(operator.at()).toBe('dear-1');
  });

  test('begins at the row that the operator is at, when the palette opens the picture', async () => {
    const state = heatConsole();
    for (const [pane, fid, cell] of [
      ['instances', 'cheap-1', 'cheap-1 GPU 0'],
      ['bids', 'idle', 'idle-1 GPU 0'],
      ['machines', 'dear-2', 'dear-2 GPU 0'],
    ] as const) {
      const operator = operatorAt(rowSelected(paneFocused(state, pane), pane, fid));
      await operator.press(':');
      await operator.type('heat map\n');
      expect(at(operator)).toBe(cell);
    }
  });

  test('stays on its GPU when machines come and go before it, and when prices order the bids anew', async () => {
    const operator = await openedAt(inMachines('idle-1'), 'Right');
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
    const operator = await openedAt(inMachines('idle-1'));
    for (const _ of ['missed', 'and missed again']) arrives(operator, running('dear-1', 'idle-2', 'cheap-1'));
    expect(underCursor(operator)).toBe('The machine under the cursor no longer runs. Move to another one.');
    for (const key of ['p', 'Enter', 'i', 'h']) {
      await operator.press(key);
      expect([operator.top(), operator.state().tapQuestion, operator.notice()]).toEqual([
        'gpu-picture',
        null,
        'The instance of this page is gone.',
      ]);
    }
    await operator.press('Left');
    expect(at(operator)).toMatch(/^(?:dear-1|idle-2|cheap-1)/);
  });

  test('is on the first GPU of a machine once its GPUs are known', async () => {
    const operator = await openedAt(inMachines('cheap-2'));
    expect(at(operator)).toBe('cheap-2 ◐ not read yet');
    operator.controller.store.setState((state: ConsoleState) => machinesRead(state, read('cheap-2', 50, 60)), true);
    expect(at(operator)).toBe('cheap-2 GPU 0');
  });

  test('says since when a machine does nothing, and why one can not be read', async () => {
    const operator = await openedAt(inMachines('idle-1'));
    expect(underCursor(operator)).toMatch(
      /^idle-1 {2}GPU 0 {2}▲ idle {2}0% {2}0\.5\/80G {2}34C {2}nothing since \d\d:\d\d \(42m\)$/,
    );
    await operator.press('Right', 'Right');
    expect(underCursor(operator)).toBe('idle-2  ✖ no key');
  });
});

describe('the keys of an instance act on the one under the cursor', () => {
  test('Enter opens its page, h its story, i goes to its bid', async () => {
    const operator = await openedAt(inMachines('dear-2'));
    for (const [key, tab] of [
      ['Enter', 'now'],
      ['h', 'story'],
    ] as const) {
      await operator.press(key);
      expect(operator.state().dialogs.at(-1)).toMatchObject({
        kind: 'row-page',
        pane: 'instances',
        fid: 'dear-2',
        tab,
      });
      await operator.press('Esc');
      expect(operator.top()).toBe('gpu-picture');
    }
    await operator.press('i');
    expect([operator.top(), operator.state().focus, operator.at()]).toEqual([null, 'bids', 'dear']);
  });

  test('p asks as p on that instance does, whatever is marked, and sends one write', async () => {
    const operator = await openedAt(inMachines('cheap-1', only('cheap-1')), 'p');
    expect(operator.state().tapQuestion?.effect.sentence).toMatch(/^pause cheap, 1 running instance stops/);
    await operator.press('p');
    const writes = operator.left.sent.flatMap((sent) => sent.writes);
    expect(await Promise.all(writes.map(askedBy))).toEqual([
      ['updateBid', { params: { bid_fid: 'cheap' }, body: { paused: true } }],
    ]);
    expect(operator.top()).toBe('gpu-picture');
  });

  test('Esc leaves the question and not the picture; another key lets it go', async () => {
    const operator = await openedAt(inMachines('cheap-1', only('cheap-1')), 'p', 'Esc');
    expect([operator.top(), operator.state().tapQuestion]).toEqual(['gpu-picture', null]);
    await operator.press('p', 'Right', 'p');
    expect(operator.left.sent).toEqual([]);
  });
});

test('a click moves the cursor to a cell or to the first one of a label', async () => {
  const operator = await openedAt();
  const click = (text: string, within: number): void => {
    const lines = shownLines(operator.state());
    // The title is on the second row of the screen.
    const row = 1 + lines.findIndex((line) => line.includes(text));
    const column = 2 + (lines[row - 1] ?? '').indexOf(text) + within;
    point(operator.controller, { kind: 'click', column, row }, calm(operator.state()));
  };
  click('·· ██', 3);
  expect(at(operator)).toBe('dear-2 GPU 1');
  click('cheap  8xh100', 1);
  expect(at(operator)).toBe('cheap-1 GPU 0');
});

test('Esc, q and m leave the page for the pane before it, and machines go on being read', async () => {
  for (const key of ['Esc', 'q', 'm']) {
    const operator = await openedAt(paneFocused(paneFocused(heatConsole(), 'instances'), 'machines'), key);
    expect([operator.top(), operator.state().focus, operator.left.quits]).toEqual([null, 'instances', 0]);
    expect(machineSettingsOf(operator.state()).mode).toBe('visible');
  }
});

test('M says where the heat map is', async () => {
  const operator = operatorAt(heatConsole());
  await operator.press('M');
  expect(operator.notice()).toBe('The heat map is a tab of Machines: m, then Tab.');
});
