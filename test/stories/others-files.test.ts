import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, type TestContext, test } from 'vitest';
import { CAP, openRules } from '../features/rules/stories/autopilot.ts';
import { openScript } from './script.ts';

const NOBODY = 65_534;

/** A folder that all may write to, as /tmp; only the administrator can give files away. */
function shared(context: TestContext, folder: string): string {
  if (process.getuid?.() !== 0) context.skip('only root can give files to another user');
  const path = join(folder, 'shared');
  mkdirSync(path);
  chmodSync(path, 0o1777);
  return path;
}

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

test('no symbolic link of another user is followed for the journal or the database of the market; the own ones are', async (context) => {
  const { home, run } = await openScript();
  const folder = shared(context, home.folder);
  const target = join(home.folder, 'precious');
  const link = (name: string, to: string): string => {
    symlinkSync(to, join(folder, name));
    return join(folder, name);
  };
  const theirs = link('theirs.db', target);
  lchownSync(theirs, NOBODY, NOBODY);
  const refused = "can't be used: it is a symbolic link of another user";
  for (const content of [null, 'mine']) {
    if (content !== null) writeFileSync(target, content);
    expect((await run(['spend'], { SPOTDECK_JOURNAL: theirs })).err).toContain(content === null ? '' : refused);
    expect((await run(['watch', '--once'], { SPOTDECK_JOURNAL: theirs })).err).toContain(refused);
    expect(await run(['market', '--port', '0', '--db', theirs])).toMatchObject({
      code: 1,
      err: expect.stringContaining(refused),
    });
    expect(content === null ? existsSync(target) : readFileSync(target, 'utf8')).toBe(content ?? false);
  }
  const own = link('own.db', join(home.folder, 'journal.db'));
  expect(await run(['watch', '--once'], { SPOTDECK_JOURNAL: own })).toMatchObject({ code: 0, err: '' });
  expect(statSync(join(home.folder, 'journal.db')).mode & 0o777).toBe(0o600);
});
