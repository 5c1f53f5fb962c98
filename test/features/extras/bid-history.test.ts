import { expect, test } from 'vitest';
import { bidHistory } from '../../../src/features/extras/bid-history.ts';
import type { WantedBid } from '../../../src/features/extras/wanted.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/duration.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';
import { type Answered, readExtras } from './answering.ts';

const event = (timestamp: unknown, event_type: unknown = 'Paused', user_id: unknown = 'user_1') => ({
  ...{ timestamp, event_type, user_id, limit_price: '$2.50' },
});
const history = (events: readonly object[], bid_fid = 'one'): Answered => ({ json: { bid_fid, events } });

function wanting(...bids: readonly WantedBid[]): ConsoleState {
  const state = consoleWith({ bids: [bid('one')], instances: [instance('one-0')] });
  return { ...state, features: { ...state.features, parts: [{ demands: () => ({ extras: { bids } }) }] } };
}
const OPEN: WantedBid = { fid: 'one', isOpen: true };

const typesIn = (console: ReturnType<typeof readExtras>) =>
  console
    .state()
    .extras?.bidHistories?.get('one')
    ?.value.map(({ event_type }) => event_type) ?? null;

test('the story of a bid is asked for while it is wanted, of an open page again each half minute', async () => {
  const none = readExtras([bidHistory], () => history([]), wanting());
  await none.pass(HOUR_MS);
  expect(none.asked).toEqual([]);
  const console = readExtras([bidHistory], () => history([event('2026-11-20T09:00:00Z')]), wanting(OPEN));
  await console.pass(5 * MINUTE_MS);
  expect(console.asked[0]?.path).toBe('/v2/spot/bids/one/history');
  expect(console.asked.length).toBeGreaterThan(8);
  expect(console.asked.length).toBeLessThan(12);
  expect(typesIn(console)).toEqual(['Paused']);
});

test('events of the newest first are turned, and texts lose what a terminal obeys', async () => {
  const events = [event('2026-11-21T09:00:00Z', 'Pa\u001b[31mused'), event('2026-11-20T09:00:00Z', 'Placed')];
  const console = readExtras([bidHistory], () => history(events), wanting(OPEN));
  await console.pass(MINUTE_MS);
  expect(typesIn(console)?.[0]).toBe('Placed');
  expect(typesIn(console)?.[1]).not.toContain('\u001b');
});

test.each<readonly [string, Answered]>([
  ['another bid', history([event('2026-11-20T09:00:00Z')], 'two')],
  ['times without order', history(['10', '12', '11'].map((hour) => event(`2026-11-20T${hour}:00:00Z`)))],
  ['a time that is none', history([event('yesterday')])],
  ['a type that is no text', history([event('2026-11-20T09:00:00Z', 7)])],
  ['another shape', { json: [] }],
])('%s: nothing is told, and it is not asked again', async (_, answer) => {
  const console = readExtras([bidHistory], () => answer, wanting(OPEN));
  await console.pass(HOUR_MS);
  expect(typesIn(console)).toBeNull();
  expect(console.asked).toHaveLength(1);
});
