import { expect, test } from 'vitest';
import { addActivity } from '../../../src/store/activity.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { NOON } from '../hand-clock.ts';
import { bid, consoleWith, whole } from '../made.ts';
import { eventRow } from '../made-events.ts';

test('the activity list keeps the newest thousand rows', () => {
  let state = consoleWith();
  for (let n = 0; n < 1010; n += 1) state = addActivity(state, eventRow(`e-${n}`, { at: NOON + n }));
  expect(state.lists.activity.rows.size).toBe(1000);
  expect(state.lists.activity.rows.has('e-9')).toBe(false);
  expect(state.lists.activity.rows.has('e-1009')).toBe(true);
});

test('a preempted row has about five minutes from its first poll, less the time since the poll before', () => {
  const seen = rowsArrived(
    consoleWith({ bids: [bid('a')] }),
    'bids',
    whole(bid('a', { status: 'Preempting' })),
    { at: NOON + 2000, sequence: 1 },
    NOON + 2000,
  );
  expect(contextOf({ ...seen, now: NOON + 62_000 }).preemption('a')).toEqual({
    kind: 'known',
    leftMs: 240_000,
    slackMs: 2000,
  });
  const over = [2, 3, 4].reduce(
    (state, sequence) => rowsArrived(state, 'bids', whole(bid('a')), { at: NOON + 4000, sequence }, NOON + 4000),
    seen,
  );
  expect(contextOf(over).preemption('a')).toBeNull();
});
