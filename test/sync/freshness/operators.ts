import { cursorIndex, visibleRows } from '../../../src/store/lists/visible-rows.ts';
import { cursorAt, cursorMoved, filterTyped, jumped, pageOf } from '../../../src/store/panes/cursor.ts';
import { nextAtRisk } from '../../../src/store/preemption.ts';
import type { ConsoleState } from '../../../src/store/state.ts';

/** What an operator does: `act` is called each `everyMs` with the number of the call, from 0. */
export type Operator = {
  readonly everyMs: number;
  readonly act: (state: ConsoleState, n: number) => ConsoleState;
};

/** Pages down through the bids, and begins again at the top. */
const scrolls: Operator = {
  everyMs: 300,
  act: (state) => {
    const isAtEnd = cursorIndex(state, 'bids') >= visibleRows(state, 'bids').rows.length - 1;
    return isAtEnd ? cursorAt(state, 'bids', 0) : cursorMoved(state, 'bids', pageOf(state, 'bids'));
  },
};

/** Pages down and up again, so that other rows come into view all the time and most rows never do. */
const wavers: Operator = {
  everyMs: 300,
  act: (state, n) => cursorMoved(state, 'bids', (n % 2 === 0 ? 1 : -1) * pageOf(state, 'bids')),
};

/** Jumps to the next row that is being preempted. */
const jumps: Operator = {
  everyMs: 3500,
  act: (state) => {
    const next = nextAtRisk(state);
    return next === null ? state : jumped(state, next.pane, next.fid, null);
  },
};

/** Filters that follow each other. Some rows of the first screen match all of them. */
const FILTERS = ['region:eu', 'region:eu limit>1', 'train region:eu', 'limit>1'];

/** Types another filter of the bids. */
const filters: Operator = {
  everyMs: 1000,
  act: (state, n) => filterTyped(state, 'bids', FILTERS[n % FILTERS.length] ?? ''),
};

/** Stays at the end of both lists. */
const staysAtTheEnd: Operator = {
  everyMs: 1000,
  act: (state) =>
    (['bids', 'instances'] as const).reduce(
      (next, pane) => cursorAt(next, pane, visibleRows(next, pane).rows.length - 1),
      state,
    ),
};

/** Does the same a number of times, and then looks. */
export function times(count: number, { everyMs, act }: Operator): Operator {
  return { everyMs, act: (state, n) => (n < count ? act(state, n) : state) };
}

export const OPERATORS = { scrolls, wavers, jumps, filters, staysAtTheEnd } as const satisfies Record<string, Operator>;
export type OperatorName = keyof typeof OPERATORS;
