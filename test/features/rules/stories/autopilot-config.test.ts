import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CAP, keepBack, openRules, scheduled } from './autopilot.ts';

test('rules that are added, changed and removed in the config file count from then on, and a file that is wrong or gone changes nothing', async () => {
  const rules = await openRules(scheduled('night'));
  await rules.run('--release', 'night');
  const autopilot = rules.start();
  await autopilot.prints(/ autopilot runs the rules from now on\n/);
  writeFileSync(rules.config, `${scheduled('night')}${CAP}`);
  await autopilot.prints(/The config file was read again\.\n/);
  await autopilot.prints(/ cap: would pause pretrain-b200: /);
  expect(autopilot.out()).toContain('\ncap: budget, rehearses. Let it act with: spotdeck autopilot --release cap\n');

  writeFileSync(rules.config, `${scheduled('night')}${CAP}max_writes = "few"\n`);
  await autopilot.prints(
    /The config file was not read again, so the rules stay as they are: \S+rules\.toml, line \d+: .*max_writes.*\n/,
  );
  rmSync(rules.config);
  await autopilot.prints(
    /The config file was not read again, so the rules stay as they are: There is no \S+rules\.toml any more\.\n/,
  );

  writeFileSync(rules.config, `${CAP}max_writes = 2\n`);
  await autopilot.prints(/^night: schedule, removed\.\ncap: budget, rehearses\./m);
  await rules.run('--release', 'cap');
  // Four bids are more than it may pause in an hour.
  await autopilot.prints(/ cap: held itself: It wants 4 writes after 0 in the last hour, and its cap is 2 per hour /);
  writeFileSync(rules.config, '');
  await autopilot.prints(/^cap: budget, removed\.\n/m);
  writeFileSync(rules.config, CAP);
  await autopilot.prints(/^cap: budget, removed\.\ncap: budget, held\. /m);
  expect(await autopilot.end('SIGTERM')).toEqual([0, null]);
  // The night rule never changed while it was there.
  expect(autopilot.out().match(/^night: /gm)).toHaveLength(2);
  expect(rules.writes()).toEqual([]);
});

test.each([
  { what: 'another setting interrupts nothing', next: `refresh = 4\n${CAP}`, sent: 4 },
  { what: 'a rule that is removed sends no more', next: scheduled('night'), sent: 2 },
])('in the middle of a batch, a change of the config file counts at once: $what', async ({ next, sent }) => {
  const rules = await openRules(CAP);
  await rules.run('--release', 'cap');
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  const arrived = keepBack(rules.wire, 2, { carriedOut: true, until });
  const autopilot = rules.start();
  await arrived;
  writeFileSync(rules.config, next);
  await autopilot.prints(/The config file was read again\.\n/);
  release();
  await autopilot.prints(
    sent === 4 ? / cap: paused pretrain-b200: / : / cap: did not pause pretrain-b200 \(.*changed\): /,
  );
  expect(await autopilot.end('SIGTERM')).toEqual([0, null]);
  expect(rules.writes()).toHaveLength(sent);
  expect(new Set(rules.writes()).size).toBe(sent);
  expect(autopilot.out().includes('did not')).toBe(sent < 4);
});

test('rules that begin to fight when the file is read again are both left out and named, and the program goes on', async () => {
  const rules = await openRules(scheduled('night'));
  const autopilot = rules.start('-o', 'ndjson');
  await autopilot.prints(/"begins"/);
  writeFileSync(rules.config, scheduled('night') + scheduled('day'));
  await autopilot.prints(/"event":"fight".*"why":"The rules night and day both change sweep-/);
  expect(await autopilot.end('SIGTERM')).toEqual([0, null]);
});
