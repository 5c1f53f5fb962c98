import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openConsole, openInTerminal, openMarket } from '../driver/console.ts';
import { STILL } from './service.ts';

const noting = fileURLToPath(new URL('sqlite-loaded.mjs', import.meta.url));

test('the console keeps and reads its journal without loading SQLite in the thread of the screen', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'noted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const noted = join(folder, 'sqlite');
  const market = await openMarket(STILL);
  const env = { ...market.env, NODE_OPTIONS: `--import=${noting}`, SQLITE_NOTED: noted };
  const console = await openConsole({ args: [], env });
  await console.seeLoaded('14 bids');
  // Costs, a story and what was done are read from the journal.
  console.press('$', 'Right', '-');
  await console.see('By day');
  console.press('Esc', 'h');
  await console.see('[Story]');
  console.press('Esc', 'q');
  expect(await console.exited).toMatchObject({ code: 0 });
  expect(existsSync(noted) ? readFileSync(noted, 'utf8') : '').toBe('');
  // A command has its journal in its own thread, and that is noted.
  const command = openInTerminal(['digest', '--since', '1h'], { env });
  expect(await command.exited).toMatchObject({ code: 0 });
  expect(existsSync(noted)).toBe(true);
});
