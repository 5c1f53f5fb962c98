import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openConsole } from '../../driver/console.ts';
import { textsIn } from './svg-parts.ts';

const picture = fileURLToPath(new URL('../../../screenshots/card.svg', import.meta.url));

test('card', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'card-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'card.svg');
  const console = await openConsole({ args: ['demo', '--seed', '7'], env: {} });
  await console.see('SIMULATED until here');
  console.type('W');
  await console.see('Cost in the 8h observed');
  console.type('y');
  await console.see('Save a card to');
  console.press('Ctrl-U');
  console.type(file);
  console.press('Enter');
  await console.see('The card was saved');
  const svg = readFileSync(file, 'utf8');
  expect(textsIn(svg)).toContain('SIMULATED');
  writeFileSync(picture, svg);
  console.press('Esc');
  console.do('quit');
  await console.ended();
});
