import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDemo } from '../../../driver/demo.ts';
import { openScript } from '../../../stories/script.ts';
import { NAMES_FROM, namedService } from '../named-service.ts';

/** The config names the list; the home is kept. */
async function operator(config = NAMES_FROM, service?: Awaited<ReturnType<typeof namedService>>) {
  const named = service ?? (await namedService());
  const { home, run } = await openScript(named.market);
  const path = join(home.folder, 'config.toml');
  writeFileSync(path, config, { mode: 0o600 });
  const env = { ...named.env, SPOTDECK_CONFIG: path, XDG_DATA_HOME: home.env['XDG_DATA_HOME'] };
  const open = () => openDemo({ service: { env }, columns: 160, rows: 45 });
  return {
    ...named,
    path,
    edit: (text: string) => writeFileSync(path, text),
    kept: join(home.env['XDG_DATA_HOME'] ?? '', 'spotdeck/names.json'),
    run: (...args: readonly string[]) => run(args, env),
    open,
    readOnce: async () => {
      const console = await open();
      await console.see(/pretrain-b200 .* B200 × 8 /);
      console.do('quit');
      await console.ended();
    },
  };
}

test('types get the names of the service within seconds, the detail says where they are from, and the next console asks nobody', async () => {
  const { open, asked, kept } = await operator();
  const first = await open();
  await first.see(/pretrain-b200 .* B200 × 8 /);
  // Beside the region the name does not repeat it.
  await first.see(/finetune-mistral .* H100 × 8 +eu-north1-a/);
  first.type('/type:b200\r');
  await first.see('1 of 14');
  first.do('detail');
  await first.see(/Instance type +B200 × 8 \(8xb200\.us-east1-b\)/);
  await first.see(/Named by +the service: \/v2\/instance-types, read \d+s ago/);
  first.press('Esc');
  await first.gone('Named by');
  first.do('quit');
  await first.ended();
  expect(asked).toHaveLength(3);
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  const second = await open();
  await second.see(/pretrain-b200 .* B200 × 8 /);
  expect(asked).toHaveLength(3);
});

test('own names win, and a change of the config file counts at once', async () => {
  const { open, path } = await operator(`${NAMES_FROM}[names]\n"8xb200.us-east1-b" = "the big one"\n`);
  const console = await open();
  await console.see(/finetune-mistral .* H100 × 8/);
  await console.see(/pretrain-b200 .* the big o/);
  writeFileSync(path, NAMES_FROM);
  await console.see(/pretrain-b200 .* B200 × 8 /);
  // The usual list of the service is this one.
  writeFileSync(path, 'extras = "off"\n');
  await console.see(/pretrain-b200 .* 8xb200 /);
  await console.gone('H100 × 8');
});

test('commands use the names that a console has kept, and doctor says that the service has them', async () => {
  const { run, asked, readOnce } = await operator();
  await readOnce();
  const some = await run('get', 'bids', '--filter', 'type:b200', '--columns', 'name,type');
  expect(some.out).toMatch(/\npretrain-b200 +B200 × 8\n/);
  expect(asked).toHaveLength(3);
  expect((await run('doctor')).out).toMatch(/ok +extra instance-types +the service says names of instance types/);
});

test('a word of the operator means in commands what the operator named so, whatever the service calls so', async () => {
  const { run, edit, readOnce } = await operator();
  await readOnce();
  edit(`${NAMES_FROM}[names]\n"1xl40s.us-east1-b" = "b200 × 8"\n`);
  const some = await run('get', 'bids', '--instance-type', 'B200 × 8', '--columns', 'name,type');
  expect(some.out).toMatch(/^NAME +TYPE\nrender +b200 × 8\n$/);
  expect((await run('get', 'bids', '--filter', 'name:pretrain', '--columns', 'type')).out).toMatch(/\n8xb200/);
});

test.each([
  [404, /Names were not read from \/v2\/instance-types: /],
  [500, /Names were not read from \/v2\/instance-types: /],
] as const)(
  'a list that is answered with %i is said once; the console goes on with identifiers',
  async (status, said) => {
    const { open } = await operator(NAMES_FROM, await namedService(status));
    const console = await open();
    await console.see(said);
    await console.see(/pretrain-b200 .* 8xb200 /);
  },
);

test('a list without a usable name is said, with the members that were looked in', async () => {
  const { open } = await operator(NAMES_FROM, await namedService([{ fid: 'it_1', name: 7 }]));
  await (await open()).see('None of its 1 rows has a usable name in "name" for what is in "fid".');
});

test('hostile names reach neither the terminal nor the file', async () => {
  const evil = '\u001b]0;owned\u0007\u009b31m\u202egnp.exe\r\nB200';
  const { open, kept } = await operator(NAMES_FROM, await namedService([{ fid: '8xb200.us-east1-b', name: evil }]));
  const console = await open();
  await console.see(/pretrain-b200 .*\]0;owned/);
  expect(console.title()).toBe('');
  for (const harm of ['\u001b]0;owned', '\u009b', '\u202e']) {
    expect(console.raw()).not.toContain(harm);
    expect(readFileSync(kept, 'utf8')).not.toContain(harm);
  }
});

test('a kept file of another program is read as nothing, and written anew', async () => {
  const { open, kept, readOnce } = await operator();
  await readOnce();
  writeFileSync(kept, '{"version":9}');
  const console = await open();
  await console.see(/pretrain-b200 .* B200 × 8 /);
  expect(JSON.parse(readFileSync(kept, 'utf8'))).toMatchObject({ version: 1 });
});

test.each(['https://evil.example/x', '/v1/types', '/v2/../secret', '/v2/a?b=c', '/v2//host', ''])(
  'the path %j is refused',
  async (path) => {
    const { run } = await operator(NAMES_FROM.replace('/v2/instance-types', path));
    const got = await run('get', 'bids');
    expect(got.code).toBe(2);
    expect(got.err).toMatch(/line 2: path is invalid\.\nAllowed: .*docs\/configuration\.md/);
  },
);
