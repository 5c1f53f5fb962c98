import { expect, test } from 'vitest';
import { type Console, openConsole } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';

/** Opens the demo on a screen too small for its counts, and waits for its bids, and its instances, without which their cost is not shown. */
async function openSmall(columns: number, rows: number, ...args: readonly string[]): Promise<Console> {
  const console = await openConsole({
    args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0', ...args],
    columns,
    rows,
  });
  await console.see('live');
  await console.see('train-llama');
  await console.see(/\$5[\d.]+\/h/);
  return console;
}

test('twelve suggestions scroll at 80 × 24, Up at the top and Esc go back to the text, and only then Esc asks to close', async () => {
  const console = await openSmall(80, 24);
  console.type('nfirst\t');
  await console.see('12 suggestions');
  console.press(...Array.from({ length: 12 }, () => 'Down' as const));
  await console.see('12 of 12');
  console.press('Esc');
  await console.see('12 suggestions');
  console.press('Down');
  await console.see('1 of 12');
  console.press('Up');
  await console.see('12 suggestions');
  await console.see(/Name\* +first/);
  console.press('Esc');
  await console.see('The input in this form will be lost.');
});

test('several SSH keys are chosen in the list, found by typing, and clicked', async () => {
  const console = await openDemo();
  console.press('n', ...Array.from({ length: 5 }, () => 'Tab' as const));
  await console.see('[ ] laptop');
  console.press('Down', 'Enter');
  await console.see(/▸ SSH keys +\S+ /);
  console.type('lap');
  await console.see('find lap');
  await console.gone('[ ] ci');
  console.press('Down', 'Space');
  await console.see('▸ [x] laptop');
  await console.until('it listens to the mouse', () => console.modes().mouse !== 'none');
  expect(console.mouse('click', '[x] ci')).toBe(true);
  await console.see('[ ] ci');
  expect(console.mouse('click', 'Instance type')).toBe(true);
  await console.see('▸ Instance type*');
  expect(console.mouse('click', '8xh100.us-central1-a  last')).toBe(true);
  await console.see(/▸ Quantity\*/);
  await console.see(/Region\* +us-central1-a/);
  await console.see(/SSH keys +ops, laptop/);
});

test.each([
  [80, 24],
  [40, 10],
])('at %i × %i, also in ASCII, the field, its error and three suggestions are on screen', async (columns, rows) => {
  const console = await openSmall(columns, rows, '--ascii');
  console.type('nfirst');
  await console.see(/Name\* +first/);
  console.do('review');
  await console.see('x Give an instance type.');
  const at = console.rowOf(/> Instance.*\*/);
  for (const line of [2, 3, 4]) expect(console.line(at + line)).toMatch(/\dx\w+\.\w+/);
  expect(console.line(at + 5)).toMatch(/12 suggestions|\dx\w+/);
  console.press('Down', 'Down', 'Enter');
  await console.see(/> Quantity\*/);
});
