import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';

const STILL = ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'];

test('keys that arrive in one piece are handled one by one', async () => {
  const console = await openDemo({ sorted: true });
  console.type('jjjj');
  await console.seeSelected('Bids', 'distill');
});

test('a filter and its Enter in one piece apply the filter', async () => {
  const console = await openDemo({ sorted: true });
  console.type('/trai\rj');
  await console.see('3 of 14');
  await console.seeSelected('Bids', 'train-llama');
});

test('a form opened, typed into and left field by field in one piece has every character in its place', async () => {
  const console = await openDemo();
  console.type('nabc\tdef\tghi\t12\t3.50');
  await console.see(/Name\*\s+abc\s/);
  await console.see(/Instance type\*\s+def\s/);
  await console.see(/Region\*\s+ghi\s/);
  await console.see(/Quantity\*\s+12\s/);
  await console.see('$3.50 × 12 = $42.00 /h at most');
});

test('Esc and a key that follows at once are two keys', async () => {
  const console = await openDemo({ sorted: true });
  console.press('?');
  await console.see('Pause the bid');
  console.type('\u001bj');
  await console.gone('Pause the bid');
  await console.seeSelected('Bids', 'train-llama');
});

test('two hundred keys in one burst are two hundred moves', async () => {
  const console = await openConsole({ args: [...STILL, '--instances', '3000'] });
  await console.see(/● live/, { timeout: 20_000 });
  console.press('2', 'E', 'g');
  console.type('j'.repeat(200));
  await console.see('201/3000');
});

test('a text is edited as in any shell: Home, Ctrl-W, Ctrl-K, and a joined emoji goes as one', async () => {
  const console = await openDemo();
  console.press('n');
  console.type('one two 👩‍👩‍👧');
  console.press('Backspace');
  await console.see(/Name\*\s+one two\s/);
  console.press('Ctrl-W');
  await console.see(/Name\*\s+one\s{3}/);
  console.press('Home');
  console.type('x');
  await console.see(/Name\*\s+xone\s/);
  console.press('Ctrl-K');
  await console.see(/Name\*\s+x\s{3}/);
  expect(console.shows('�')).toBe(false);
});
