import { expect, test } from 'vitest';
import { machineClock } from '../../../src/lib/clock.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { bid, byPrice, consoleWith, whole } from '../../store/made.ts';
import { openUi } from './open-ui.ts';
import { withRenders } from './renders.ts';

const bids = (count: number) => Array.from({ length: count }, (_, n) => bid(`bid-${String(n).padStart(4, '0')}`));

/** A console whose clock goes on: one that was stopped draws everything anew at its first key. */
const now = (state: ConsoleState): ConsoleState => ({ ...state, now: machineClock.now() });

async function openConsole(count: number, at = (state: ConsoleState): ConsoleState => state) {
  const { screen: ui, renders } = withRenders(() => openUi(at(byPrice(consoleWith({ bids: bids(count) })))));
  await ui.sees(`1/${count}`);
  return { ui, renders };
}

test('five thousand rows mount no more elements than five hundred: only visible rows are mounted', async () => {
  const few = await openConsole(500);
  const many = await openConsole(5000);
  await using _ = few.ui;
  await using __ = many.ui;
  expect(many.renders.mounted()).toBe(few.renders.mounted());
  expect(many.renders.mounted()).toBeLessThan(700);
});

test('a step of the cursor redraws two rows and the counter, not the screen', async () => {
  const { ui, renders } = await openConsole(500, now);
  await using _ = ui;
  const before = { ...renders };
  for (let n = 2; n <= 11; n++) {
    ui.type('j');
    await ui.sees(` ${n}/500 `);
  }
  expect((renders.commits - before.commits) / 10).toBeLessThanOrEqual(1);
  expect((renders.called - before.called) / 10).toBeLessThanOrEqual(10);
});

test('a list with one change redraws its row and the header', async () => {
  const { ui, renders } = await openConsole(500);
  await using _ = ui;
  const { store } = ui.operator.controller;
  const state = store.getState();
  const before = { ...renders };
  const changed = bids(500).map((listedRow, n) => (n === 3 ? bid(listedRow.row.fid, { status: 'Paused' }) : listedRow));
  store.setState(rowsArrived(state, 'bids', whole(...changed), { at: state.now, sequence: 1 }, state.now), true);
  await ui.sees('paused');
  expect(renders.commits - before.commits).toBe(1);
  expect(renders.called - before.called).toBeLessThanOrEqual(6);
});
