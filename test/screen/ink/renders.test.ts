import { expect, test } from 'vitest';
import { machineClock } from '../../../src/lib/clock.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { bid, byPrice, consoleWith, whole } from '../../store/made.ts';
import { openUi } from './open-ui.ts';

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

/** Fiber of React, for a component or an element: the tree of fibers is what is mounted. */
type Fiber = {
  readonly type: unknown;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
};

/** React's flag of a component whose function was called. */
const CALLED = 1;

/** React's work for the screens opened by `withRenders`. */
type Renders = {
  /** Number of commits of the screen's tree. */
  commits: number;
  /** Number of components called for it. */
  called: number;
  /** Number of components and elements now. */
  readonly mounted: () => number;
};

/** Counts React's work through the hook of its developer tools, for a screen that `open` opens. */
function withRenders<Screen>(open: () => Screen): { readonly screen: Screen; readonly renders: Renders } {
  let root: Fiber | null = null;
  const renders: Renders = { commits: 0, called: 0, mounted: () => (root === null ? 0 : countIn(root)) };
  const hook = {
    isDisabled: false,
    supportsFiber: true,
    checkDCE: () => undefined,
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_: unknown, { current }: { readonly current: Fiber }) => {
      root = current;
      renders.commits += 1;
      renders.called += calledIn(current);
    },
  };
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
  process.env['DEV'] = 'true';
  try {
    return { screen: open(), renders };
  } finally {
    delete process.env['DEV'];
  }
}

function countIn(fiber: Fiber): number {
  let count = 1;
  for (let child = fiber.child; child !== null; child = child.sibling) count += countIn(child);
  return count;
}

/** A subtree that React skipped is the same object as before. */
function calledIn(fiber: Fiber): number {
  const before = fiber.alternate;
  const isComponent = typeof fiber.type !== 'string' && fiber.type !== null;
  let count = isComponent && (before === null || (fiber.flags & CALLED) !== 0) ? 1 : 0;
  if (before !== null && fiber.child === before.child) return count;
  for (let child = fiber.child; child !== null; child = child.sibling) count += calledIn(child);
  return count;
}
