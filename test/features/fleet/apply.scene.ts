import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { closeAfterTest, node, openMarket, program } from '../../driver/console.ts';
import { openTerminal } from '../../driver/terminal.ts';
import { renderPng } from '../../screenshots/render.ts';
import { openScript } from '../../stories/script.ts';
import { STILL } from '../../stories/service.ts';

const PICTURE = fileURLToPath(new URL('../../../screenshots/fleet.png', import.meta.url));

/** Changes that a person makes to the file of the demo's fleet. */
const CHANGES = [
  ['limit_price = "$1.75"', 'limit_price = "$1.95"'],
  ['name = "pretrain-b200"', 'name = "pretrain-b200"\npaused = true'],
  ['name = "sweep-c"', 'name = "sweep-d"'],
  ['instance_quantity = 8\nlimit_price = "$11.50"', 'instance_quantity = 6\nlimit_price = "$11.50"'],
  ['name = "scratch"', 'name = "scratch-2"'],
] as const;

test('fleet', async () => {
  const market = await openMarket(STILL);
  const { home, run } = await openScript(market);
  const { out } = await run(['export']);
  const text = CHANGES.reduce((before, [from, to]) => before.replace(from, to), out);
  writeFileSync(join(home.folder, 'fleet.toml'), text);
  const terminal = openTerminal({
    command: node,
    args: [program, 'apply', 'fleet.toml', '--replace'],
    cwd: home.folder,
    env: market.env,
    columns: 140,
    rows: 12,
  });
  closeAfterTest(terminal);
  await terminal.see('to confirm:');
  const { png, missing } = renderPng(terminal, 'dark');
  expect(missing).toEqual([]);
  writeFileSync(PICTURE, png);
});
