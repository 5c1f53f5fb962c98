import { existsSync, lchownSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openScript } from './script.ts';
import { NOBODY, shared } from './shared-folder.ts';

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
