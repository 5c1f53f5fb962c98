import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openConsole, openInTerminal, openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { newPath } from '../journal/snapshots.ts';
import { openScript } from './script.ts';
import { BIDS, named, STILL } from './service.ts';

const NOTHING = { SPOTDECK_BASE_URL: undefined, SPOTDECK_TOKEN: undefined, SPOTDECK_PROJECT: undefined };

/** Two markets, and a config file that has a profile for each. */
async function twoPlaces() {
  const [market, other] = [await openMarket(STILL), await openMarket({ seed: 8, speed: 0, project: 'proj_two' })];
  const config = join(newPath(), '..', 'config.toml');
  const tokenFile = join(config, '..', 'token');
  writeFileSync(tokenFile, `${other.token}\n`, { mode: 0o600 });
  writeFileSync(
    config,
    [
      'default_profile = "research"',
      '[profiles.research]',
      `base_url = "${market.origin}"`,
      `project = "${market.project}"`,
      'token_env = "RESEARCH_TOKEN"',
      '[profiles.prod]',
      `base_url = "${other.origin}"`,
      `project = "${other.project}"`,
      `token_file = "${tokenFile}"`,
      'production = true',
      '',
    ].join('\n'),
  );
  return {
    one: market,
    other,
    config,
    tokenFile,
    env: { ...NOTHING, SPOTDECK_CONFIG: config, RESEARCH_TOKEN: market.token },
  };
}

test('P switches to another profile: its service, its rows, its guard rails, and nothing of the previous one', async () => {
  const { one: market, other, env } = await twoPlaces();
  const console = await openConsole({ args: [], env });
  await console.see('research ▸ proj_demo');
  await console.seeLoaded('14 bids');
  await console.pane('bids').select('sweep-b').do('pause-bid');
  await answer(console, 'p');
  await console.see(/sweep-b +‖ paused/);
  console.do('switch');
  await console.see('research profile');
  console.type('prod\r');
  await console.see('PRODUCTION  prod ▸ proj_two');
  await console.seeLoaded(/▌ +batch-embed/);
  console.do('undo');
  await console.see('There is nothing to undo.');
  await console.pane('bids').select('render').do('cancel-bid');
  await console.see('Type render and press Enter');
  console.press('y');
  await console.see('> y');
  await answer(console, 'Enter');
  await console.see('Type render to go on');
  console.press('Esc');
  expect((await named(other, '/v2/spot/bids?project=proj_two', 'render'))?.['status']).toBe('Allocated');
  expect((await named(market, BIDS, 'sweep-b'))?.['status']).toBe('Paused');
});

test('read_only applies to its own profile only, and the notice says so', async () => {
  const { other, config, env } = await twoPlaces();
  writeFileSync(
    config,
    readFileSync(config, 'utf8').replace('[profiles.research]', '[profiles.research]\nread_only = true'),
  );
  const console = await openDemo({ service: { env } });
  await console.see('READ-ONLY');
  await console.pane('bids').select('sweep-b').do('pause-bid');
  await console.see('The profile research is read-only: read_only is set in the config file.');
  console.do('switch');
  await console.see('research profile');
  console.type('prod\r');
  await console.see('PRODUCTION  prod ▸ proj_two');
  await console.seeLoaded(/▌ +batch-embed/);
  await console.gone('READ-ONLY');
  await console.pane('bids').select('sweep-b').do('pause-bid');
  // In production the count is typed.
  await console.see('Pause the bid sweep-b');
  console.press('1');
  await console.see('> 1');
  await answer(console, 'Enter');
  await console.see('Paused sweep-b.');
  expect((await named(other, '/v2/spot/bids?project=proj_two', 'sweep-b'))?.['status']).toBe('Paused');
});

test.each([
  ['--read-only', ['--read-only'], {}],
  ['SPOTDECK_READ_ONLY', [], { SPOTDECK_READ_ONLY: '1' }],
])('%s counts for every profile that is switched to, and the sentence names it', async (name, args, variables) => {
  const { other, env } = await twoPlaces();
  const console = await openConsole({ args, env: { ...env, ...variables } });
  await console.seeLoaded('14 bids');
  console.do('switch');
  await console.see('research profile');
  console.type('prod\r');
  await console.see('PRODUCTION READ-ONLY  prod ▸ proj_two');
  await console.seeLoaded(/▌ +batch-embed/);
  await console.pane('bids').select('sweep-b').do('pause-bid');
  await console.see(`This console is read-only; start it without ${name} to make changes.`);
  expect((await named(other, '/v2/spot/bids?project=proj_two', 'sweep-b'))?.['status']).not.toBe('Paused');
});

test('keys of the config file work in the console, its hints and its sentences; a clash is reported before it starts', async () => {
  const { one: market, config, env } = await twoPlaces();
  appendFileSync(config, '[keys]\npause-bid = "F5x"\n');
  const script = await openScript(market);
  expect(await script.run(['config', 'check'], env)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/config\.toml, line \d+: pause-bid can't be on "F5x"/),
  });
  writeFileSync(config, readFileSync(config, 'utf8').replace('"F5x"', '"K"\nundo = "U"'));
  expect(await script.run(['config', 'check'], env)).toMatchObject({
    code: 0,
    out: `${config} is valid: 2 profiles.\n`,
  });
  const console = await openDemo({ service: { env } });
  await console.see('K pause');
  console.type('/name:=sweep-b\rK');
  await answer(console, 'K');
  await console.see('Press U to undo; ');
  console.press('U');
  await answer(console, 'y');
  await console.see('Resumed sweep-b');
});

test('a change of the config file applies to the running console; a wrong one changes nothing and is reported', async () => {
  const { one: market, config, env } = await twoPlaces();
  const console = await openDemo({ service: { env } });
  const region = String((await named(market, BIDS, 'sweep-b'))?.['region']);
  const before = readFileSync(config, 'utf8');
  writeFileSync(config, `theme = "light"\n${before}[names]\n"${region}" = "Frankfurt"\n[keys]\npause-bid = "K"\n`);
  await console.see('The config file was read again.');
  await console.see('Frankfurt');
  console.press('j');
  await console.see('K pause');
  expect(console.raw()).toContain('48;5;195');
  writeFileSync(config, `refresh = "soon"\n${before}`);
  await console.see('The config file was not read again:');
  await console.see('line 1: refresh is invalid');
  await console.see('Frankfurt');
});

test('--config names another config file, for every command', async () => {
  const { one: market, config, env } = await twoPlaces();
  const script = await openScript(market);
  const elsewhere = { ...env, SPOTDECK_CONFIG: undefined };
  expect((await script.run(['--config', config, 'config', 'path'], elsewhere)).out).toBe(`${config}\n`);
  expect((await script.run(['profiles', '--config', config], elsewhere)).out).toContain('* research');
  expect((await script.run(['get', 'bids', '--config', config], elsewhere)).code).toBe(0);
});

test('a token program that fails behind the screen is reported at its foot, and writes nothing over it', async () => {
  const { config, env } = await twoPlaces();
  const failing =
    'token_command = ["sh", "-c", "echo First the vault >&2; echo Not signed in to the vault. >&2; exit 3"]';
  writeFileSync(config, readFileSync(config, 'utf8').replace(/token_file = .*/, failing));
  const console = await openConsole({ args: [], env });
  await console.seeLoaded('14 bids');
  console.press('P');
  console.type('prod\r');
  await console.see('gave no token: it ended with code 3, and wrote: Not signed in to the vault.');
  await console.see('research ▸ proj_demo');
  await console.gone('First the vault');
});

test('commands use the named profile, and a token goes to no other address than its profile’s', async () => {
  const { env, one: market } = await twoPlaces();
  const script = await openScript(market);
  expect((await script.run(['get', 'bids', '--columns', 'name'], env)).code).toBe(0);
  expect((await script.run(['get', 'bids', '--profile', 'prod'], env)).code).toBe(0);
  expect(await script.run(['get', 'bids', '--profile', 'nope'], env)).toMatchObject({
    code: 2,
    err: expect.stringContaining('There are: research, prod.'),
  });
  const elsewhere = await script.run(['get', 'bids', '--base-url', 'http://127.0.0.1:9'], env);
  expect(elsewhere).toMatchObject({ code: 3, err: expect.stringMatching(/token/i) });
  const listed = await script.run(['profiles'], env);
  expect(listed.out).toMatch(/^\* research .*token from the variable RESEARCH_TOKEN$/m);
  expect(listed.out).not.toContain(market.token);
});

test('login tries the token before it saves it in a private file; logout removes it', async () => {
  const market = await openMarket(STILL);
  const config = join(newPath(), '..', 'spotdeck', 'config.toml');
  const env = { ...NOTHING, SPOTDECK_CONFIG: config };
  const open = async (token: string) => {
    const terminal = openInTerminal(
      ['login', '--profile', 'mine', '--base-url', market.origin, '--project', market.project],
      { env },
    );
    await terminal.see('not shown');
    terminal.type(`${token}\r`);
    return terminal;
  };
  const wrong = await open('wrong-token');
  await wrong.see('did not accept the token');
  await wrong.ended();
  const right = await open(market.token);
  await right.see('Signed in.');
  expect(right.screen().join('\n')).not.toContain(market.token);
  await right.ended();
  const kept = join(config, '..', 'tokens', 'mine');
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  expect(statSync(config).mode & 0o777).toBe(0o600);
  expect(readFileSync(config, 'utf8')).not.toContain(market.token);
  const script = await openScript(market);
  expect((await script.run(['get', 'bids', '--profile', 'mine'], env)).code).toBe(0);
  expect((await script.run(['logout', '--profile', 'mine'], env)).code).toBe(0);
  expect((await script.run(['get', 'bids', '--profile', 'mine'], env)).code).toBe(3);
});
