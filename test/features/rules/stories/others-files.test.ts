import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openScript } from '../../../stories/script.ts';
import { NOBODY, shared } from '../../../stories/shared-folder.ts';
import { CAP, openRules } from './autopilot.ts';

test('a journal of another user is not used, and stays as it is: an autopilot sends nothing, and commands say why', async (context) => {
  const { home, run } = await openScript();
  const path = join(shared(context, home.folder), 'journal.db');
  const rules = await openRules(CAP, { SPOTDECK_JOURNAL: path });
  expect(await rules.run('--release', 'cap')).toMatchObject({ code: 0 });
  chownSync(path, NOBODY, NOBODY);
  chmodSync(path, 0o666);
  const before = readFileSync(path);
  const why = /^The journal \S+ can't be used: it belongs to another user\. /;
  expect(await rules.run('--hold', 'cap')).toMatchObject({ code: 1, out: '', err: expect.stringMatching(why) });
  expect(await run(['spend'], { SPOTDECK_JOURNAL: path })).toMatchObject({ err: expect.stringMatching(why) });
  const autopilot = rules.start();
  await autopilot.prints(/cap: budget, waits\./);
  expect(autopilot.errors()).toMatch(why);
  expect(rules.writes()).toEqual([]);
  expect([statSync(path).uid, statSync(path).mode & 0o777]).toEqual([NOBODY, 0o666]);
  expect(readFileSync(path)).toEqual(before);
  // Given back, it is used by the program that runs.
  chownSync(path, 0, 0);
  await autopilot.prints(/ cap: paused pretrain-b200/);
  expect(await autopilot.end('SIGTERM')).toEqual([0, null]);
});
