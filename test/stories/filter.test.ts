import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';

const DEMO = { args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'] };

test('a filter narrows the rows, shows what was found, says what can not be read, and comes back with the arrow', async () => {
  const console = await openConsole(DEMO);
  await console.seeLoaded('14 bids');
  console.type('/price>20 !eu');
  await console.seeRows('1 Bids', [/pretrain-b200/, /train-llama/]);
  await console.see('2 of 14');
  console.type(' trllama\r');
  await console.see('1 of 14');
  const row = console.rowOf('train-llama');
  expect(console.styleAt(row, 'tr').underline).toBe(true);
  expect(console.styleAt(row, 'allocated').underline).toBe(false);
  console.press('Esc');
  await console.see('1 Bids ─ 14');
  console.type('/age<');
  await console.see('character 5: Give a time such as 90s, 15m, 2h, 3d or 1w after age<.');
  await console.see('14 of 14');
  console.press('Up');
  await console.see('/ price>20 !eu trllama');
  await console.see('1 of 14');
  console.press('Esc');
  await console.see('1 Bids ─ 14 ─ limit');
});
