import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { node, program } from '../../driver/built.ts';
import { closeAfterTest, openMarket } from '../../driver/console.ts';
import { openTerminal } from '../../driver/terminal.ts';
import { renderPng } from '../../screenshots/render.ts';
import { openScript } from '../../stories/script.ts';
import { STILL } from '../../stories/service.ts';
import { editedFleet } from './edited-fleet.ts';

const PICTURE = fileURLToPath(new URL('../../../screenshots/fleet-apply.png', import.meta.url));

test('fleet-apply', async () => {
  const market = await openMarket(STILL);
  const { home, run } = await openScript(market);
  const { out } = await run(['export']);
  writeFileSync(join(home.folder, 'fleet.toml'), editedFleet(out));
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
