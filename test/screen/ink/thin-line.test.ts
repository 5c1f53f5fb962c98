import { expect, test } from 'vitest';
import { rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { type OpenUi, openUi } from './open-ui.ts';

const bids = Array.from({ length: 500 }, (_, n) => bid(`bid-${String(n).padStart(3, '0')}`));
/** Sequences that Ink writes around each frame, so that a terminal shows it at once. */
const FRAME = '\u001b[?2026h';
// biome-ignore lint/suspicious/noControlCharactersInRegex: what clears a screen is an escape sequence
const CLEARS = /\u001b\[[23]?J|\u001bc/;

async function openConsole(): Promise<OpenUi> {
  const ui = openUi(consoleWith({ bids }));
  await ui.sees('1/500');
  return ui;
}

/** The output while `what` runs. */
async function written(ui: OpenUi, what: () => Promise<void>): Promise<string> {
  const from = ui.output.raw.length;
  await what();
  return ui.output.raw.slice(from);
}

test('two hundred keys in one burst are all read, and drawn in a few frames', async () => {
  await using ui = await openConsole();
  const raw = await written(ui, async () => {
    ui.type('j'.repeat(200));
    await ui.sees(' 201/500 ');
  });
  expect(raw.split(FRAME).length - 1).toBeLessThanOrEqual(5);
});

test('a poll without changes writes the age of the list and no row', async () => {
  await using ui = await openConsole();
  const { store } = ui.operator.controller;
  const raw = await written(ui, async () => {
    const state = timePassed(store.getState(), store.getState().now + 5000);
    store.setState(state, true);
    await ui.sees('6s');
    const whole = { rows: new Map(state.lists.bids.rows), unreadable: [], warnings: [], pages: 5 };
    const arrived = rowsArrived(state, 'bids', whole, { at: state.now - 3000, sequence: 1 }, state.now);
    store.setState(arrived, true);
    store.setState(timePassed(arrived, arrived.now + 1000), true);
    await ui.sees('4s');
  });
  expect(raw.length).toBeLessThan(1200);
  expect(raw).not.toContain('bid-');
  expect(raw).not.toMatch(CLEARS);
});
