import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConsole, openMarket } from '../driver/console.ts';
import { soon } from '../driver/time.ts';
import { newPath } from '../journal/snapshots.ts';
import { alteredMarket } from './altered.ts';
import { STILL } from './service.ts';

test('a program for preemptions continues when the console quits, which reports that it waits', async () => {
  const ready = join(newPath(), '..', 'ready');
  const { env } = await alteredMarket(await openMarket(STILL), (row, path) =>
    path === '/v2/spot/bids' && row['name'] === 'render' ? { ...row, status: 'Preempting' } : row,
  );
  const program = `touch '${ready}'; while test -e '${ready}'; do sleep 0.05; done; touch '${ready}-done'`;
  const console = await openConsole({
    args: [],
    env: { ...env, SPOTDECK_ON_PREEMPT: JSON.stringify(['sh', '-c', program]) },
  });
  await soon(() => expect(existsSync(ready)).toBe(true));
  console.do('quit');
  await console.see('The on_preempt program is still running; spotdeck exits when it ends.');
  expect(console.ending()).toBeNull();
  rmSync(ready);
  expect(await console.ended()).toMatchObject({ code: 0 });
  expect(existsSync(`${ready}-done`)).toBe(true);
});
