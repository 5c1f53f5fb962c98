import { expect, test } from 'vitest';
import type { Console } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { passes } from '../driver/time.ts';

const ESC = '\u001b';

/** Sends the parts of a sequence, with a time between them, in milliseconds. */
async function torn(console: Console, ms: number, parts: readonly string[]): Promise<void> {
  for (const [n, part] of parts.entries()) {
    if (n > 0) await passes(ms);
    console.part(part);
  }
}

/** A console with a filter, which Escape would clear, and the cursor on the first of three bids. */
async function filtered(): Promise<Console> {
  const console = await openDemo();
  console.type('/name:sweep\r');
  await console.see('3 of 14');
  await console.seeSelected('Bids', 'sweep-c');
  return console;
}

test.each([
  ['after Escape for 30 ms', 30, [ESC, '[B']],
  ['after its second character for 60 ms', 60, [`${ESC}[`, 'B']],
  ['in each place for 40 ms', 40, [ESC, '[', 'B']],
] as const)(
  'an arrow that the line tears apart %s moves the cursor once, and the filter stays',
  async (_, ms, parts) => {
    const console = await filtered();
    await torn(console, ms, parts);
    await console.seeSelected('Bids', 'sweep-a');
    await passes(2000);
    await console.seeSelected('Bids', 'sweep-a');
    expect(console.shows('3 of 14')).toBe(true);
  },
);

test.each([
  ['a turn of the mouse’s wheel', 60, [`${ESC}[<65;20;`, '44M']],
  ['a click as old terminals say it', 60, [`${ESC}[M`, ' !M']],
  ['the answer to a question for the background', 30, [ESC, ']11;rgb:ffff/ffff/ffff\u0007']],
  ['an arrow whose end never comes', 0, [`${ESC}[1;5`]],
] as const)(
  'of %s that the line tears apart no character acts as a key, and the next key does',
  async (_, ms, parts) => {
    const console = await filtered();
    await torn(console, ms, parts);
    await passes(2000);
    expect(console.shows('3 of 14')).toBe(true);
    console.press('j');
    await console.seeSelected('Bids', 'sweep-a');
  },
);

test('what comes of Page Up half a second after its Escape has cleared the filter goes to no other pane', async () => {
  const console = await filtered();
  await torn(console, 500, [ESC, '[5~']);
  await console.seeLoaded('1 Bids ─ 14 ─');
  await passes(2000);
  await console.seeSelected('Bids', 'sweep-c');
  console.press('j');
  await console.gone(/▌ +sweep-c/);
});
