import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProgram } from '../attacks/program.ts';
import { openMarket } from '../driver/console.ts';
import { openWire } from '../faults/wire.ts';
import { STILL } from './service.ts';

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
