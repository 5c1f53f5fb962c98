import { expect, test } from 'vitest';
import { rowsArrived, timePassed } from '../../src/state/lists/transitions.ts';
import { bid, consoleWith } from '../state/made.ts';
import { type OpenUi, openUi } from './open-ui.ts';

const bids = Array.from({ length: 500 }, (_, n) => bid(`bid-${String(n).padStart(3, '0')}`));
/** What Ink writes before and after each frame, so that a terminal shows it in one piece. */
const FRAME = '\u001b[?2026h';
// biome-ignore lint/suspicious/noControlCharactersInRegex: what clears a screen is an escape sequence
const CLEARS = /\u001b\[[23]?J|\u001bc/;

async function seated(): Promise<OpenUi> {
  const ui = openUi(consoleWith({ bids }));
  await ui.sees('1/500');
  return ui;
}

/** What is written meanwhile. */
async function written(ui: OpenUi, what: () => Promise<void>): Promise<string> {
  const from = ui.output.raw.length;
  await what();
  return ui.output.raw.slice(from);
}

test('a walk down a long list costs a thin line 1,200 bytes a key, and the screen is never cleared', async () => {
  await using ui = await seated();
  const raw = await written(ui, async () => {
    for (let n = 2; n <= 101; n++) {
      ui.type('j');
      await ui.sees(` ${n}/500 `);
    }
  });
  expect(raw.length / 100).toBeLessThan(1200);
  expect(raw).not.toMatch(CLEARS);
});

test('two hundred keys that come at once are all heard, and drawn in a few frames', async () => {
  await using ui = await seated();
  const raw = await written(ui, async () => {
    ui.type('j'.repeat(200));
    await ui.sees(' 201/500 ');
  });
  expect(raw.split(FRAME).length - 1).toBeLessThanOrEqual(5);
});

test('a poll in which nothing changed writes the age of the list and not one row', async () => {
  await using ui = await seated();
  const { store } = ui.person.desk;
  const raw = await written(ui, async () => {
    const state = timePassed(store.getState(), store.getState().now + 7000);
    store.setState(state, true);
    await ui.sees('7s');
    const whole = { rows: new Map(state.lists.bids.rows), unreadable: [], warnings: [], pages: 5 };
    store.setState(rowsArrived(state, 'bids', whole, { at: state.now - 5000, sequence: 1 }, state.now), true);
    await ui.sees('5s');
  });
  expect(raw.length).toBeLessThan(1200);
  expect(raw).not.toContain('bid-');
  expect(raw).not.toMatch(CLEARS);
});
