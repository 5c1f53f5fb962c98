import { expect, onTestFinished, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { ringAlerts } from '../../src/app/alerts.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { handClock, NOON } from '../store/hand-clock.ts';
import { bid, consoleWith, instance, rowsArrivedTwice, whole } from '../store/made.ts';

const instances = [...'01234567'].flatMap((n) => [
  instance(`train-${n}`, { bid: 'train' }),
  instance(`sweep-${n}`, { bid: 'sweep' }),
]);

/** A console with alerts on; `keep` is the next list, with the instances whose names match. */
function alerted() {
  const store = createStore<ConsoleState>(() => consoleWith({ bids: [bid('train'), bid('sweep')], instances }));
  const clock = handClock();
  const written: string[] = [];
  onTestFinished(ringAlerts({ store, clock, write: (text) => void written.push(text), setting: () => 'desktop' }));
  let sequence = 0;
  const keep = (left: RegExp): void => {
    sequence += 1;
    const rows = whole(...instances.filter(({ row }) => left.test(row.fid)));
    const start = { at: NOON + sequence, sequence };
    store.setState(rowsArrivedTwice(store.getState(), 'instances', rows, start, start.at), true);
  };
  const notified = (): readonly string[] => written.filter((text) => text !== '\u0007');
  return { store, clock, written, keep, notified };
}

test('instances of several bids that are lost at once are one notification, counted by bid', () => {
  const { keep, written, notified, store } = alerted();
  keep(/sweep-[2-7]/);
  expect(notified()).toEqual([expect.stringContaining('train lost 8 instances, sweep 2.')]);
  expect(written.filter((text) => text === '\u0007')).toHaveLength(1);
  expect(store.getState().notice?.text).toBe('train lost 8 instances, sweep 2.');
});

test('losses of the next seconds are shown at once and ring once more, together', async () => {
  const { keep, clock, notified, store } = alerted();
  keep(/train-[4-7]|sweep/);
  await clock.pass(2000);
  keep(/train-[6-7]|sweep/);
  await clock.pass(2000);
  keep(/sweep/);
  expect(notified()).toHaveLength(1);
  expect(store.getState().notice?.text).toBe('train lost 8 instances.');
  await clock.pass(6000);
  expect(notified()).toHaveLength(2);
  expect(notified()[1]).toContain('train lost 4 instances.');
  await clock.pass(60_000);
  expect(notified()).toHaveLength(2);
});

test('after a quiet time the next loss rings at once', async () => {
  const { keep, clock, notified } = alerted();
  keep(/train-[1-7]|sweep/);
  await clock.pass(11_000);
  keep(/train-[2-7]|sweep/);
  expect(notified()).toEqual([
    expect.stringContaining('train-0 was lost.'),
    expect.stringContaining('train-1 was lost.'),
  ]);
});
