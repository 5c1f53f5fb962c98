import { expect, test } from 'vitest';
import { bid, startedConsole } from '../../../store/made.ts';
import { night, type Running, reads, runningRules, verbs } from './running-rules.ts';

const [open, paused] = ['Open', 'Paused'].map((status) => ({ bids: [bid('bid_0', { name: 'train', status })] }));
if (open === undefined || paused === undefined) throw new Error('There are two states.');

async function pausedAtNoon(): Promise<Running> {
  const own = runningRules([night], startedConsole());
  own.release();
  await reads(own, 64, () => open);
  expect(verbs(own)).toEqual(['pause train']);
  return own;
}

test('a rule resumes what it paused though one answer after that is from before its pause', async () => {
  const own = await pausedAtNoon();
  await reads(own, 120, (second) => (second === 6 ? open : paused));
  await own.pass(9 * 60);
  await own.lists(paused);
  await own.pass(2);
  expect(verbs(own)).toEqual(['pause train', 'resume train']);
  await own.stop();
});

test.each([40, 170])('a rule resumes what it paused though the service paused that %i seconds later', async (late) => {
  const own = await pausedAtNoon();
  await reads(own, 200, (second) => (second < late || second % 6 === 0 ? open : paused));
  expect(verbs(own)).toEqual(['pause train']);
  await own.pass(9 * 60);
  await own.lists(paused);
  await own.pass(2);
  expect(verbs(own)).toEqual(['pause train', 'resume train']);
  await own.stop();
});

test('a program that takes over takes the first answer, when that is from before the pause, for no end of it', async () => {
  const first = await pausedAtNoon();
  await first.stop();
  const second = runningRules([night], startedConsole(), first.path);
  await second.pass(80);
  await second.lists(open);
  await second.pass(2);
  await second.lists(paused);
  await second.pass(9 * 60);
  await second.lists(paused);
  await second.pass(2);
  expect(verbs(second)).toEqual(['resume train']);
  await second.stop();
});

test('what somebody resumed six minutes ago is no longer the rule’s to resume', async () => {
  const own = await pausedAtNoon();
  await reads(own, 20, () => paused);
  await reads(own, 400, () => open);
  await reads(own, 20, () => paused);
  await own.pass(9 * 60);
  await own.lists(paused);
  await own.pass(2);
  expect(verbs(own)).toEqual(['pause train']);
  await own.stop();
});
