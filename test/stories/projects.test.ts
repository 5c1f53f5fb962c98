import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { newPath } from '../journal/snapshots.ts';
import { multiProjectService } from './multi-project-service.ts';
import { openScript } from './script.ts';
import { asked, named, STILL } from './service.ts';

/** A service of two projects and a config file that lists both. */
async function twoProjects() {
  const demo = await openMarket(STILL);
  const two = await openMarket({ ...STILL, seed: 8, project: 'proj_two' });
  const { origin } = await multiProjectService([demo, two]);
  const config = join(newPath(), '..', 'config.toml');
  writeFileSync(
    config,
    [
      `base_url = "${origin}"`,
      'project = "proj_demo"',
      'projects = ["proj_demo", "proj_two"]',
      '[names]',
      'proj_demo = "research"',
      'proj_two = "infra"',
      '',
    ].join('\n'),
  );
  const env = { ...demo.env, SPOTDECK_BASE_URL: origin, SPOTDECK_PROJECT: undefined, SPOTDECK_CONFIG: config };
  return { demo, two, env };
}

test('P shows the rows of all projects at once, each with its project, and one project again', async () => {
  const { demo, two, env } = await twoProjects();
  const console = await openConsole({ args: [], env });
  await console.see('default ▸ research');
  await console.seeLoaded('14 bids');
  console.do('switch');
  await console.see('all projects at once');
  console.type('all\r');
  await console.see('default ▸ research + infra');
  await console.seeLoaded('28 bids');
  await console.see(/NAME +PROJECT +STATUS/);
  console.type('/project:infra name:=render\rp');
  await answer(console, 'p');
  await console.see(/render +infra +‖ paused/);
  expect((await named(two, '/v2/spot/bids?project=proj_two', 'render'))?.['status']).toBe('Paused');
  expect((await named(demo, '/v2/spot/bids?project=proj_demo', 'render'))?.['status']).toBe('Allocated');
  console.press('Esc', 'P');
  console.type('infra\r');
  await console.see('default ▸ infra');
  await console.seeLoaded('14 bids');
  await console.gone('PROJECT');
});

test('a row created while several projects are shown is created in the project of the form', async () => {
  const { demo, two, env } = await twoProjects();
  const console = await openConsole({ args: ['--all-projects'], env });
  await console.seeLoaded('28 bids');
  await console.pane('sshKeys').do('create-ssh-key');
  await console.see('Create an SSH key');
  console.type('spare\r');
  console.press('Enter');
  await console.see('Project');
  console.type('infra');
  console.do('review');
  await console.see('review');
  await console.see(/Project +infra/);
  await answer(console, 'Enter');
  await console.see('This is shown only once');
  console.press('Esc');
  await answer(console, 'y');
  await console.see(/spare +infra/);
  expect(await named(two, '/v2/ssh-keys?project=proj_two', 'spare')).toBeDefined();
  expect(await named(demo, '/v2/ssh-keys?project=proj_demo', 'spare')).toBeUndefined();
});

test('the events of one of several projects are in the journal of that project', async () => {
  const { two, env } = await twoProjects();
  const { home, run } = await openScript(two);
  const lasting = { ...env, XDG_DATA_HOME: home.env['XDG_DATA_HOME'] };
  const console = await openConsole({ args: ['--all-projects'], env: lasting });
  await console.seeLoaded('28 bids');
  console.type('/project:infra name:=render\rp');
  await answer(console, 'p');
  await console.see(/render +infra +‖ paused/);
  console.do('quit');
  await console.ended();
  const told = await run(['watch', '--once', '--since', '1h', '--project', 'proj_two'], lasting);
  expect(told.out).toContain('"what":"Pause render"');
  const other = await run(['watch', '--once', '--since', '1h'], lasting);
  expect(other.out).not.toContain('Pause render');
});

test('get --all-projects prints the rows of all with their project, and reports when none are listed', async () => {
  const { two, env, demo } = await twoProjects();
  const { run } = await openScript(two);
  const got = await run(['get', 'bids', '--all-projects', '--columns', 'name,project'], env);
  expect(got.err).toBe('');
  const rows = got.out.trim().split('\n').slice(1);
  expect(rows.filter((row) => row.endsWith(' infra'))).toHaveLength(
    (await asked(two, '/v2/spot/bids?project=proj_two')).length,
  );
  expect(rows).toHaveLength(28);
  expect(await run(['get', 'bids', '--all-projects'], demo.env)).toMatchObject({
    code: 2,
    err: expect.stringContaining('List them in the config file'),
  });
});

test('get --all-projects sorts and limits the rows of all projects together, and refuses a name that two bids have', async () => {
  const { demo, two, env } = await twoProjects();
  const { run } = await openScript(two);
  const all = [
    ...(await asked(demo, '/v2/spot/bids?project=proj_demo')),
    ...(await asked(two, '/v2/spot/bids?project=proj_two')),
  ].map((bid) => Date.parse(String(bid['created_at'])));
  const args = ['get', 'bids', '--all-projects', '--sort-by', 'created_at', '--sort-dir', 'asc', '--limit', '6'];
  const { code, out, err } = await run([...args, '-o', 'ndjson'], env);
  expect([code, err]).toEqual([0, '']);
  const times = out
    .trimEnd()
    .split('\n')
    .map((row): { readonly created_at: string } => JSON.parse(row))
    .map((row) => Date.parse(row.created_at));
  expect(times).toEqual(all.toSorted((a, b) => a - b).slice(0, 6));
  expect(await run(['get', 'instances', '--all-projects', '--bid', 'render'], env)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^2 bids are named render\.\nGive an identifier: bid_\w+, bid_\w+\.\n$/),
  });
});
