import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { noteConnection } from '../../src/app/console.ts';
import { type ConsoleState, withList } from '../../src/store/state.ts';
import { timePassed } from '../../src/store/transitions.ts';
import { NOON } from '../store/hand-clock.ts';
import { bid, consoleWith } from '../store/made.ts';

const working = consoleWith({ bids: [bid('a')] });
const failure = {
  error: { kind: 'unreachable', why: 'refused', where: 'market.example', reached: 'no' },
  since: NOON,
  tryAt: null,
} as const;

/** A console whose bids can't be read from noon on, six seconds later; `events` are those of its Activity. */
function awayFor6s() {
  const store = createStore<ConsoleState>(() => working);
  noteConnection(store);
  const change = (to: (state: ConsoleState) => ConsoleState): void => store.setState(to(store.getState()), true);
  change((state) => withList(state, 'bids', { ...state.lists.bids, failure }));
  change((state) => timePassed(state, NOON + 6000));
  return { change, events: () => [...store.getState().lists.activity.rows.values()].map(({ row }) => row.what) };
}

const AWAY = 'The service at market.example refused the connection';
const readAgain = (state: ConsoleState): ConsoleState => withList(state, 'bids', working.lists.bids);

test('a service that is away is one event, and one more when it answers again', () => {
  const { change, events } = awayFor6s();
  expect(events()).toEqual([AWAY]);
  change((state) => timePassed(state, NOON + 20_000));
  change(readAgain);
  expect(events().toSorted()).toEqual([AWAY, 'The service answers again after 20s'].toSorted());
});

test('another project that can be read says nothing of the one that could not', () => {
  const { change, events } = awayFor6s();
  change((state) => readAgain({ ...state, connected: { ...state.connected, project: 'proj_other' } }));
  expect(events()).toEqual([AWAY]);
});
