import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forgetTexts, forgettable } from '../../../src/lib/memoize.ts';
import { textBufferOf } from '../../../src/lib/text-buffer.ts';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { KEPT_MS, pastInk } from '../../../src/screen/ink/past-ink.ts';
import { themeNames } from '../../../src/store/defaults.ts';
import { dialogOpened } from '../../../src/store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';
import { type OpenUi, openUi } from './open-ui.ts';

/** What happens to a console: the operator presses keys, rows arrive, time passes, the window gets another size. */
type Step =
  | { readonly kind: 'keys'; readonly keys: string }
  | { readonly kind: 'rows'; readonly count: number; readonly price: number; readonly name: string }
  | { readonly kind: 'time'; readonly seconds: number }
  | { readonly kind: 'theme'; readonly theme: ConsoleState['theme'] }
  | { readonly kind: 'size'; readonly columns: number; readonly rows: number };

const KEYS = [
  'j',
  'k',
  'jjj',
  'G',
  'g',
  ' ',
  '\t',
  '2',
  '1',
  '\r',
  '\u001b',
  '?',
  '/',
  'a',
  ':',
  'z',
  's',
  'v',
  'f',
  'V',
  'I',
  'b',
  'o',
  'x',
  'p',
  'y',
  '\u0004',
  '\f',
];

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('keys' as const), keys: fc.constantFrom(...KEYS) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('rows' as const),
      count: fc.nat(60),
      price: fc.integer({ min: 1, max: 9 }),
      name: fc.constantFrom('eval', '漢字', '👩\u200d🚀 x', 'e\u0301t', 'bad\u001b[31m'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('time' as const), seconds: fc.constantFrom(1, 30, 4000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('theme' as const), theme: fc.constantFrom(...themeNames) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('size' as const),
      columns: fc.constantFrom(30, 60, 100, 160),
      rows: fc.constantFrom(8, 24, 45),
    }),
  },
);

function happen({ output, operator, type }: OpenUi, step: Step): void {
  const { store } = operator.controller;
  const state = store.getState();
  switch (step.kind) {
    case 'keys':
      type(step.keys);
      return;
    case 'theme':
      store.setState({ theme: step.theme });
      return;
    case 'time':
      store.setState(timePassed(state, state.now + step.seconds * 1000), true);
      return;
    case 'size':
      output.resize(step.columns, step.rows);
      return;
    case 'rows': {
      const bids = Array.from({ length: step.count }, (_, n) =>
        bid(`bid-${n}`, { name: `${step.name}-${n}`, limit_price: `$${(n % step.price) + 1}.50` }),
      );
      const poll = { at: state.now, sequence: state.lists.bids.sequence + 1 };
      const arrived = rowsArrived(state, 'bids', whole(...bids), poll, state.now);
      store.setState(arrived, true);
      // What was only read again is drawn with the next tick of the clock.
      store.setState(timePassed(arrived, arrived.now + 1), true);
      return;
    }
  }
}

/**
 * Waits until a screen looks as Ink draws the same state on an empty one. On a busy machine a key can have its effect while the other screen is
 * being drawn: then it is drawn again.
 */
async function looksAsDrawnAnew(ui: OpenUi): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    const state = ui.operator.state();
    await using anew = openUi(state, '256');
    await anew.output.until('a screen', (shown) => shown.trim() !== '');
    const isSame = (): boolean => ui.output.looks().join() === anew.output.looks().join();
    await ui.output.until('the screen that Ink draws', () => isSame() || ui.operator.state() !== state);
    if (isSame()) return;
  }
  throw new Error('The state changes all the time.');
}

test('whatever happens, the screen looks as Ink draws the same state on an empty one', async () => {
  const bids = Array.from({ length: 40 }, (_, n) => bid(`bid-${n}`));
  const instances = Array.from({ length: 80 }, (_, n) => instance(`i-${n}`, { bid: `bid-${Math.floor(n / 2)}` }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      await using ui = openUi(consoleWith({ bids, instances }), '256');
      await ui.sees('bid-0');
      for (const step of steps) {
        happen(ui, step);
        await new Promise((next) => setImmediate(next));
        // Nothing that was kept of earlier frames may make both screens wrong.
        forgetTexts();
        await looksAsDrawnAnew(ui);
      }
    }),
    { numRuns: 8 },
  );
});

test('a dialog that closes leaves no line of it, and the rows have gone on under it', async () => {
  await using ui = openUi(consoleWith({ bids: [bid('train-llama'), bid('sweep-a')] }));
  await ui.sees('train-llama');
  ui.type('j?');
  await ui.sees('Search');
  const { store } = ui.operator.controller;
  const state = store.getState();
  const changed = whole(bid('train-llama', { status: 'Paused' }), bid('sweep-a'));
  store.setState(rowsArrived(state, 'bids', changed, { at: state.now, sequence: 1 }, state.now), true);
  ui.type('\u001b');
  await ui.seesNot('Search');
  await ui.sees('paused');
  ui.type('k');
  await ui.sees('▌  sweep-a');
  expect(ui.output.lines().filter((line) => line.includes('▌'))).toHaveLength(1);
});

test('what a closed dialog left of texts is forgotten within a minute, once, and not while a dialog is open', async () => {
  let forgotten = 0;
  forgettable(() => {
    forgotten += 1;
  });
  const past = pastInk({
    themeOf: () => themeFor('none'),
    replaceFrame: () => true,
    inkIsDone: () => Promise.resolve(),
    onError: () => undefined,
  });
  const rows = consoleWith({ bids: [bid('train-llama')] });
  const at = (state: ConsoleState, ms: number): ConsoleState => ({ ...state, now: rows.now + ms });
  const help = dialogOpened(rows, { kind: 'help', editor: textBufferOf(''), at: 0 });
  past.draw(at(rows, 0));
  await Promise.resolve();
  past.draw(at(help, 1000));
  past.draw(at(help, KEPT_MS + 1000));
  past.draw(at(rows, KEPT_MS + 2000));
  await Promise.resolve();
  past.draw(at(rows, 2 * KEPT_MS));
  expect(forgotten).toBe(0);
  past.draw(at(rows, 2 * KEPT_MS + 2000));
  past.draw(at(rows, 3 * KEPT_MS + 2000));
  expect(forgotten).toBe(1);
  expect(KEPT_MS).toBeLessThan(60_000);
});
