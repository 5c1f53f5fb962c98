import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProgram } from '../attacks/program.ts';
import { answer } from '../driver/answer.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { openWire } from '../faults/wire.ts';
import { openScript } from './script.ts';
import { STILL } from './service.ts';
import { pipeAt } from './shared-folder.ts';

test('a text from a pipe blocks nothing', async () => {
  const console = await openConsole({
    started: (screen) => screen.shows('14 bids'),
    args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'],
  });
  const key = pipeAt(join(console.home, 'id.pub'));
  console.type(`4nlaptop\t@${key}`);
  console.do('review');
  await console.see('it is a named');
  console.press('Ctrl-C');
  await answer(console, 'y');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
});

test('a pipe, a device or a folder in place of a file is refused in one sentence, at once', async () => {
  const { run, home } = await openScript();
  const pipe = pipeAt(join(home.folder, 'pipe'));
  const config = join(home.folder, 'config.toml');
  writeFileSync(config, `[profiles.piped]\nbase_url = "http://127.0.0.1:1"\nproject = "p"\ntoken_file = "${pipe}"\n`);
  chmodSync(config, 0o600);
  const kinds = { [pipe]: 'a named pipe', '/dev/zero': 'a device', [home.folder]: 'a folder' };
  for (const [path, kind] of Object.entries(kinds)) {
    expect(await run(['--config', path, 'get', 'bids']), path).toEqual({
      code: 2,
      out: '',
      err: `${path} can't be read: it is ${kind}.\n`,
    });
    expect(await run(['replay', path]), path).toEqual({
      code: 2,
      out: '',
      err: `${path} can't be read: it is ${kind}.\n`,
    });
    expect((await run(['market', '--db', path])).err, path).toContain(`can't be used: it is ${kind}.`);
  }
  const token = await run(['--config', config, '--profile', 'piped', 'get', 'bids'], {
    SPOTDECK_TOKEN: undefined,
    SPOTDECK_BASE_URL: undefined,
    SPOTDECK_PROJECT: undefined,
  });
  expect(token).toEqual({ code: 3, out: '', err: `The token in ${pipe} can't be read: it is a named pipe.\n` });
  const logged = await run(['get', 'bids', '--debug', pipe]);
  expect([logged.code, logged.err]).toEqual([0, `The log ${pipe} can't be written: it is a named pipe.\n`]);
  const nothing = await run(['--config', '/dev/null', 'get', 'bids']);
  expect([nothing.code, nothing.err]).toEqual([0, '']);
});

/** Commands that read the config file, each with arguments that work with a good one. */
const COMMANDS: readonly (readonly string[])[] = [
  [],
  ['demo'],
  ['config', 'check'],
  ['doctor'],
  ['profiles'],
  ['get', 'bids'],
  ['watch', '--once'],
  ['top'],
  ['exporter', '--listen', '127.0.0.1:0'],
  ['autopilot'],
  ['autopilot', '--hold', 'night'],
  ['notify'],
  ['bid', 'pause', 'train-llama', '--yes'],
  ['api-key', 'rotate', '--yes'],
  ['login'],
  ['logout'],
];

test('a config file that others can change is refused by every command with one sentence and 2, and nothing is asked of the service', async () => {
  const market = await openMarket(STILL);
  await using wire = await openWire(market.origin);
  const { home, run } = openProgram({ ...market.env, SPOTDECK_BASE_URL: wire.origin });
  const path = join(home.folder, 'config.toml');
  writeFileSync(path, 'ascii = true\n');
  const env = { SPOTDECK_CONFIG: path };
  chmodSync(path, 0o606);
  for (const args of COMMANDS)
    expect(await run(args, env), args.join(' ')).toEqual({
      code: 2,
      signal: null,
      out: '',
      err: `Others can change ${path}, so it is not used.\nLet only yourself change it: chmod go-w ${path}\n`,
    });
  expect(wire.asked).toEqual([]);
  chmodSync(path, 0o644);
  expect(await run(['config', 'check'], env)).toMatchObject({ code: 0 });
});
