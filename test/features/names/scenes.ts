import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '../../driver/terminal.ts';
import { type Scene, usual } from '../../screenshots/scene.ts';
import { NAMES_FROM, namedService } from './named-service.ts';

/** The detail of a bid whose type has a name of the service. */
async function named(terminal: Terminal): Promise<void> {
  await terminal.see(/pretrain-b200 .* B200 × 8 /, { timeout: 30_000 });
  terminal.type('/pretrain\r');
  await terminal.see('1 of 14');
  terminal.press('Enter');
  await terminal.see('Named by');
}

async function opening() {
  const { env } = await namedService();
  const config = join(mkdtempSync(join(tmpdir(), 'spotdeck-')), 'config.toml');
  writeFileSync(config, NAMES_FROM, { mode: 0o600 });
  return { args: [], env: { ...env, SPOTDECK_CONFIG: config } };
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [{ ...usual, file: 'names', opening, script: named }];
