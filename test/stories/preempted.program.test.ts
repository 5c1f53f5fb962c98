import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openConsole, openMarket } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';
import { runProgram } from '../driver/running.ts';
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

test('of seven preemptions at once, those whose program waits when the console is killed are named by doctor and told by the next console', async () => {
  const folder = join(newPath(), '..');
  const seen: string[] = [];
  let isOver = false;
  const { env } = await alteredMarket(await openMarket(STILL), (row, path) => {
    if (path !== '/v2/spot/bids') return row;
    const fid = String(row['fid']);
    if (!seen.includes(fid)) seen.push(fid);
    return { ...row, status: seen.indexOf(fid) < 7 && !isOver ? 'Preempting' : 'Paused' };
  });
  const program = `mktemp '${folder}/said.XXXXXX'; while test -d '${folder}' && ! test -e '${folder}/go'; do sleep 0.05; done`;
  const variables = {
    ...env,
    SPOTDECK_JOURNAL: join(folder, 'journal.db'),
    SPOTDECK_ON_PREEMPT: JSON.stringify(['sh', '-c', program]),
  };
  const said = () => readdirSync(folder).filter((name) => name.startsWith('said.'));
  onTestFinished(() => writeFileSync(join(folder, 'go'), ''));
  const first = await openConsole({ args: [], env: variables });
  await soon(() => expect(said()).toHaveLength(4));
  first.kill('SIGKILL');
  await first.ended();
  isOver = true;
  const home = freshHome(variables);
  onTestFinished(() => home.remove());
  const doctor = await runProgram(['doctor'], home);
  expect(doctor.out).toMatch(/^warning +on_preempt +the program has not run for 3 preemptions: \S+, \S+, \S+\.$/m);
  const second = await openConsole({ args: [], env: variables });
  await soon(() => expect(said()).toHaveLength(7));
  second.do('quit');
  await second.see('The on_preempt program is still running; spotdeck exits when it ends.');
  writeFileSync(join(folder, 'go'), '');
  expect(await second.ended()).toMatchObject({ code: 0 });
  expect((await runProgram(['doctor'], home)).out).toMatch(/^ok +on_preempt +no preemption waits for its program$/m);
  expect(said()).toHaveLength(7);
});
