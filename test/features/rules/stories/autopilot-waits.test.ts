import { expect, test } from 'vitest';
import { openConsole } from '../../../driver/console.ts';
import { calm } from '../../../faults/wire.ts';
import { CAP, isWrite, openRules } from './autopilot.ts';

test('while the lists are late a rule sends nothing, says how old its bids are and how old they may be, and acts as soon as they were read', async () => {
  const rules = await openRules(CAP, { SPOTDECK_TIMEOUT: '60' });
  const autopilot = rules.start();
  await autopilot.prints(/ cap: would pause pretrain-b200: /);
  const console = await openConsole({ args: [], env: rules.env, columns: 200 });
  console.press('A');
  await console.see(/cap +budget +\S rehearses/);
  // From here on no list is answered.
  const { promise, resolve } = Promise.withResolvers<void>();
  rules.wire.fault(
    async (struck) => {
      await promise;
      await calm(struck);
    },
    { match: (request) => !isWrite(request) },
  );
  await console.see(/(others|stale) [3-5]\ds/, { timeout: 50_000 });
  expect(await rules.run('--release', 'cap')).toMatchObject({ code: 0 });
  await console.see(
    /cap +budget +\S waits: sweep-a and 3 more were last read \d\ds ago, and it decides on bids at most 15s old/,
  );
  expect(rules.writes()).toEqual([]);
  rules.wire.fault(null);
  resolve();
  await autopilot.prints(/ cap: paused pretrain-b200: /);
  expect(await autopilot.end('SIGTERM')).toEqual([0, null]);
  expect(rules.writes()).toHaveLength(4);
});
