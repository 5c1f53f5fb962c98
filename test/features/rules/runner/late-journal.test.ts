import { expect, test } from 'vitest';
import { quiet } from '../../../store/hand-clock.ts';
import { bid, startedConsole } from '../../../store/made.ts';
import { night, type Running, reads, runningRules, verbs } from './running-rules.ts';

const open = { bids: [bid('bid_0', { name: 'train', status: 'Open' })] };

async function dueWithoutAnswer(): Promise<Running> {
  const own = runningRules([night], startedConsole());
  own.release();
  await reads(own, 58, () => open);
  own.late.hold();
  await reads(own, 6, () => open);
  expect(verbs(own)).toEqual([]);
  return own;
}

test('a rule sends nothing before its journal has answered that the write is in it, and then once', async () => {
  const own = await dueWithoutAnswer();
  own.late.answer();
  await reads(own, 10, () => open);
  expect(verbs(own)).toEqual(['pause train']);
  await own.stop();
});

test('an answer that came so late that others may run the rules sends nothing; the rule begins again', async () => {
  const own = await dueWithoutAnswer();
  await reads(own, 30, () => open);
  own.late.answer();
  await quiet();
  expect(verbs(own)).toEqual([]);
  await reads(own, 30, () => open);
  expect(verbs(own).length).toBeLessThan(2);
  await own.stop();
});

test('a program that stops while its journal does not answer sends nothing, also when the answer comes', async () => {
  const own = await dueWithoutAnswer();
  const stopped = own.stop();
  own.late.answer();
  await stopped;
  await reads(own, 10, () => open);
  expect(verbs(own)).toEqual([]);
});
