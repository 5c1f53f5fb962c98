import process from 'node:process';
import { expect, test } from 'vitest';
import { keepBack } from './autopilot.ts';
import { climbing, readAgain } from './climbing.ts';

test('--hold waits for a write under way and for a program that does not answer, and says so', async () => {
  const rules = await climbing();
  // A write whose answer is kept back: the hold is answered only after it.
  const answer = Promise.withResolvers<void>();
  await keepBack(rules.wire, 1, { carriedOut: true, until: answer.promise });
  let isHeld = false;
  const hold = rules.run('--hold', 'climb').finally(() => {
    isHeld = true;
  });
  await readAgain(rules, 5);
  expect(isHeld).toBe(false);
  answer.resolve();
  expect(await hold).toEqual({
    code: 0,
    out: 'climb is held.\n',
    err: expect.stringMatching(
      /^Waiting until spotdeck autopilot on \S+, process \d+ has seen it: it may have a write of climb under way\.\n$/,
    ),
  });
  const answered = rules.writes().length;
  await readAgain(rules, 3);
  expect(rules.writes()).toHaveLength(answered);

  expect(await rules.run('--release', 'climb')).toMatchObject({ code: 0 });
  process.kill(rules.autopilot.pid, 'SIGSTOP');
  const runner = `spotdeck autopilot on \\S+, process ${rules.autopilot.pid}`;
  expect(await rules.run('--hold', 'climb')).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(
      new RegExp(
        `climb is held in the journal, but ${runner} has not seen it within 20 seconds: it may still send a write\\.\n`,
      ),
    ),
  });
  process.kill(rules.autopilot.pid, 'SIGCONT');
});
