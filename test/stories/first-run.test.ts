import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import type { Terminal } from '../driver/terminal.ts';
import { FIRST } from './first-screen.ts';

/** Number of times that the program has entered the alternate screen. */
const entered = (console: Terminal): number => console.raw().split('\u001b[?1049h').length - 1;

test('without a profile the first screen offers the demo, and Enter opens it on the same screen', async () => {
  const console = await openConsole({ ...FIRST, columns: 120, rows: 35 });
  await console.see(/▸ d {2}Open the demo/);
  expect(existsSync(join(console.home, '.local/share/spotdeck/market.db'))).toBe(false);
  console.press('Down');
  await console.see(/▸ c {2}Connect to a service/);
  console.press('Up', 'Enter');
  await console.seeLoaded('14 bids');
  await console.see('DEMO');
  expect(entered(console)).toBe(1);
  console.press('q');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
});

test.each([
  { columns: 40, rows: 10 },
  { columns: 200, rows: 60 },
])('the first screen is whole at $columns × $rows, and d opens the demo', async (size) => {
  const console = await openConsole({ ...FIRST, ...size });
  for (const text of [
    'A console for GPU fleets',
    'Open the demo',
    'No account needed',
    'Connect to a service',
    'q quit',
  ])
    await console.see(text);
  console.press('d');
  await console.seeLoaded('train-llama');
});

test('a click opens the demo, also after the terminal has another size', async () => {
  const console = await openConsole({ ...FIRST, columns: 40, rows: 10 });
  console.resize(100, 30);
  await console.see('No account needed: a market inside this program.');
  await console.until('it listens to the mouse', () => console.modes().mouse !== 'none');
  console.mouse('click', 'A console for GPU fleets');
  console.mouse('click', 'Welcome');
  console.mouse('click', 'No account needed');
  await console.seeLoaded('train-llama');
});

test('other keys on the first screen do nothing and say so, ? lists its keys', async () => {
  const console = await openConsole({ ...FIRST, columns: 80, rows: 24 });
  console.press('x');
  await console.see('x does nothing here');
  console.press('1', 'Space', 'n', ':', 'P', 'Delete');
  await console.see('Delete does nothing here');
  console.press('?');
  await console.see(/d +Open the demo/);
  console.press('Esc');
  await console.see('Welcome to spotdeck');
  expect(console.shows('DEMO')).toBe(false);
});

test('in ASCII and without colours the first screen shows the selected choice by a sign', async () => {
  const console = await openConsole({ ...FIRST, args: ['--ascii'], env: { NO_COLOR: '1' } });
  await console.see(/> d {2}Open the demo/);
  console.press('j');
  await console.see(/> c {2}Connect to a service/);
  expect(console.raw()).toMatch(/^\p{ASCII}*$/u);
});
