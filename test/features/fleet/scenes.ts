import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMarket } from '../../driver/console.ts';
import type { Terminal } from '../../driver/terminal.ts';
import { type Scene, usual } from '../../screenshots/scene.ts';
import { openScript } from '../../stories/script.ts';
import { STILL } from '../../stories/service.ts';
import { editedFleet } from './edited-fleet.ts';

/** Differences, some marked, above the rows. */
async function differences(terminal: Terminal): Promise<void> {
  await terminal.see('7 differ from fleet.toml', { timeout: 30_000 });
  await terminal.see('not in file');
  terminal.type(':fleet\r');
  await terminal.see('fleet.toml: 7 differences from proj_demo');
  terminal.press('*', 'g');
  terminal.press('j', 'j', 'j', 'j', 'j', 'Space');
  await terminal.see(/\[x] - bid sweep-c +is cancelled/);
}

async function opening() {
  const market = await openMarket(STILL);
  const { run } = await openScript(market);
  const { out } = await run(['export']);
  const folder = mkdtempSync(join(tmpdir(), 'spotdeck-'));
  const config = join(folder, 'config.toml');
  writeFileSync(config, 'fleet = "fleet.toml"\n', { mode: 0o600 });
  writeFileSync(join(folder, 'fleet.toml'), editedFleet(out));
  return { args: [], env: { ...market.env, SPOTDECK_CONFIG: config } };
}

export const scenes: readonly Scene[] = [{ ...usual, file: 'fleet', opening, script: differences }];
