import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { climbing, readAgain } from './climbing.ts';

test('once the journal was removed, --hold is the end of all writes, and the rule rehearses', async () => {
  const rules = await climbing();
  const path = String(rules.env['SPOTDECK_JOURNAL']);
  for (const name of readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path))))
    rmSync(join(dirname(path), name));
  expect(await rules.run('--hold', 'climb')).toMatchObject({ code: 0 });
  const answered = rules.writes().length;
  await readAgain(rules, 4);
  expect(rules.writes()).toHaveLength(answered);
  expect(rules.autopilot.errors()).toMatch(
    /^The journal \S+ (was removed|was replaced|lost one of the files).* rehearse until they are released again\.$/m,
  );
  // A supervisor sees it.
  expect(await rules.autopilot.end('SIGTERM')).toEqual([5, null]);
});
