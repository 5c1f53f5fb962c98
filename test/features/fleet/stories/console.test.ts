import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer } from '../../../driver/answer.ts';
import { type Console, openMarket } from '../../../driver/console.ts';
import { openDemo } from '../../../driver/demo.ts';
import { evidenceOf } from '../../../stories/evidence.ts';
import { openScript } from '../../../stories/script.ts';
import { BIDS, named, STILL } from '../../../stories/service.ts';

/** The profile names a file without differences yet. */
async function operator() {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const { home, run } = await openScript({ ...market, env: evidence.env });
  const folder = join(home.folder, 'lab');
  mkdirSync(folder);
  const file = join(folder, 'fleet.toml');
  const { out } = await run(['export']);
  writeFileSync(file, `# The fleet of the lab.\n${out}`);
  const config = join(folder, 'config.toml');
  writeFileSync(config, '[profiles.lab]\nfleet = "fleet.toml"\n', { mode: 0o600 });
  const edit = (from: string, to: string): void => {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
  };
  const open = (args: readonly string[] = []): Promise<Console> =>
    openDemo({ service: { env: { ...evidence.env, SPOTDECK_CONFIG: config } }, args });
  return { market, evidence, folder, file, config, run, edit, open };
}

test('the header, DRIFT and :fleet follow the file; marked differences are applied', async () => {
  const { market, evidence, edit, open } = await operator();
  const console = await open();
  await console.see('14 bids');
  edit('limit_price = "$1.75"', 'limit_price = "$1.95"  # agreed');
  await console.see('1 differs from fleet.toml', { timeout: 15_000 });
  edit('name = "sweep-c"', 'name = "sweep-d"');
  await console.see('3 differ from fleet.toml', { timeout: 15_000 });
  console.type('/drift\r');
  await console.see('2 of 14');
  await console.see(/notebooks .* → \$1\.95 /);
  await console.see(/sweep-c .* not in file /);
  console.press('Esc');

  console.type(':fleet\r');
  await console.see('fleet.toml: 3 differences from proj_demo');
  console.press('*');
  await console.see('2 of 3 differences marked');
  console.press('Enter');
  await console.see('Apply 2 changes to proj_demo');
  expect(evidence.writes()).toEqual([]);
  await answer(console, 'y');
  await console.see('Applied 2 changes of fleet.toml.');
  expect(evidence.writes().map(({ method, path }) => `${method} ${path.replace(/bid_\w+/, 'BID')}`)).toEqual([
    'PATCH /v2/spot/bids/BID',
    'POST /v2/spot/bids',
  ]);
  expect(await named(market, BIDS, 'notebooks')).toMatchObject({ limit_price: '$1.95' });

  await console.see('fleet.toml: 1 difference from proj_demo');
});

test('a file that is wrong, not there, a pipe or too large is said in the header and in :fleet, and the console goes on', async () => {
  const { file, edit, open, folder } = await operator();
  edit('region = "', 'regoin = "');
  const console = await open();
  await console.see('fleet.toml is wrong');
  console.type(':fleet\r');
  await console.see(/line \d+: there is no key regoin in \w+\. Did you mean region\?/);
  rmSync(file);
  await console.see("fleet.toml can't be read: ", { timeout: 15_000 });
  execFileSync('mkfifo', [file]);
  await console.see('it is a named pipe', { timeout: 15_000 });
  rmSync(file);
  writeFileSync(file, '#'.repeat(10 * 1024 * 1024));
  await console.see('is larger than 8 megabytes.', { timeout: 15_000 });
  rmSync(file);
  // Names of the file reach the terminal as text.
  writeFileSync(join(folder, 'other.toml'), '[[bids]]\nname = "\\u001b[31mred"\n');
  symlinkSync('other.toml', file);
  await console.see("name has characters that can't be shown", { timeout: 15_000 });
  console.press('Esc');
  console.do('quit');
  expect(await console.ended()).toMatchObject({ code: 0 });
});

test('a read-only console shows what differs, and applies nothing', async () => {
  const { edit, open, evidence } = await operator();
  edit('limit_price = "$1.75"', 'limit_price = "$1.95"');
  const console = await open(['--read-only']);
  await console.see('1 differs from fleet.toml');
  console.type(':fleet\r');
  await console.see('fleet.toml: 1 difference from proj_demo');
  console.press('Enter');
  await console.see('read-only');
  expect(evidence.writes()).toEqual([]);
});

test('doctor says what is in the fleet file of the profile, or what is wrong with it', async () => {
  const { edit, run, config } = await operator();
  const said = async (): Promise<string> =>
    (await run(['doctor', '--config', config])).out.split('\n').find((line) => line.includes('fleet file')) ?? '';
  expect(await said()).toMatch(/^ok +fleet file +13 bids and 6 volumes in .*fleet\.toml$/);
  edit('region = "', 'regoin = "');
  expect(await said()).toMatch(/^failure +fleet file +.*line \d+: there is no key regoin/);
});
