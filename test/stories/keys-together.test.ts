import { test } from 'vitest';
import { openDemo } from '../driver/demo.ts';

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
