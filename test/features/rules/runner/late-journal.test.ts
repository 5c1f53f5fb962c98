import { expect, test } from 'vitest';
import type { ScheduleRule } from '../../../../src/features/rules/kinds/schedule.ts';
import { quiet } from '../../../store/hand-clock.ts';
import { bid, startedConsole } from '../../../store/made.ts';
import { runningRules } from './running-rules.ts';

/** Pauses at one minute past noon. */
const night: ScheduleRule = {
  name: 'night',
  kind: 'schedule',
  allow: false,
  maxWrites: 100,
  maxCost: null,
  bids: { kind: 'filter', text: 'train' },
  pause: '1 12 * * *',
  resume: '10 12 * * *',
  zone: 'UTC',
  missed: 'catch-up',
};
const open = { bids: [bid('bid_0', { name: 'train', status: 'Open' })] };

type Running = ReturnType<typeof runningRules>;

const verbs = ({ sent }: Running): readonly string[] => sent.map(({ verb, name }) => `${verb} ${name}`);

/** Lists arrive every other second. */
async function reads(own: Running, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 2) {
    await own.lists(open);
    await own.pass(2);
  }
}

/** A rule that is due while its journal does not answer. */
async function dueWithoutAnswer(): Promise<Running> {
  const own = runningRules([night], startedConsole());
  own.release();
  await reads(own, 58);
  own.late.hold();
  await reads(own, 6);
  expect(verbs(own)).toEqual([]);
  return own;
}

test('a rule sends nothing before its journal has answered that the write is in it, and then once', async () => {
  const own = await dueWithoutAnswer();
  own.late.answer();
  await reads(own, 10);
  expect(verbs(own)).toEqual(['pause train']);
  await own.stop();
});

test('an answer that came so late that others may run the rules sends nothing; the rule begins again', async () => {
  const own = await dueWithoutAnswer();
  await reads(own, 30);
  own.late.answer();
  await quiet();
  expect(verbs(own)).toEqual([]);
  await reads(own, 30);
  expect(verbs(own).length).toBeLessThan(2);
  await own.stop();
});

test('a program that stops while its journal does not answer sends nothing, also when the answer comes', async () => {
  const own = await dueWithoutAnswer();
  const stopped = own.stop();
  own.late.answer();
  await stopped;
  await reads(own, 10);
  expect(verbs(own)).toEqual([]);
});
