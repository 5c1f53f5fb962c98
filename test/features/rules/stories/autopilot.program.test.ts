import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openConsole } from '../../../driver/console.ts';
import { CAP, openRules, scheduled } from './autopilot.ts';

test('a second program stands by, names the one that runs, and takes over when that is killed; a console is named too', async () => {
  const rules = await openRules(scheduled('night'));
  await rules.run('--release', 'night');
  const console = await openConsole({ args: [], env: rules.env });
  console.press('A');
  await console.see('run by this console');
  const second = rules.start();
  await second.prints(/ autopilot waits: the rules are run by a console on \S+, process \d+\n/);
  console.press('q', 'q');
  await second.prints(/ autopilot runs the rules from now on\n/);

  const third = rules.start();
  await third.prints(
    new RegExp(` autopilot waits: the rules are run by spotdeck autopilot on \\S+, process ${second.pid}\n`),
  );
  writeFileSync(rules.config, `${scheduled('night')}${CAP}`);
  await third.prints(/^cap: budget, rehearses\./m);
  await rules.run('--release', 'cap', '--hold', 'night');
  await second.prints(/ cap: paused /);
  expect(third.out()).not.toContain('paused');
  await second.end('SIGKILL');
  await third.prints(
    / autopilot took over the rules from spotdeck autopilot on \S+, process \d+, which no longer responds\n/,
  );
  expect(await third.end('SIGTERM')).toEqual([0, null]);
  expect(new Set(rules.writes()).size).toBe(rules.writes().length);
});
