import { expect, test } from 'vitest';
import { bytesOf, type Key } from './keys.ts';
import { openSample } from './sample.ts';

const sent: readonly (readonly [Key, string])[] = [
  ['Enter', '0d'],
  ['Tab', '09'],
  ['Shift-Tab', '1b5b5a'],
  ['Up', '1b5b41'],
  ['End', '1b5b46'],
  ['PgDn', '1b5b367e'],
  ['Space', '20'],
  ['Backspace', '7f'],
  ['Ctrl-S', '13'],
  ['Ctrl-C', '03'],
  ['Alt-u', '1b75'],
  [':', '3a'],
  ['G', '47'],
];

test('named keys arrive as the bytes a terminal sends', async () => {
  const terminal = await openSample();
  for (const [key, bytes] of sent) {
    terminal.press(key);
    await terminal.see(new RegExp(`last [0-9a-f]*${bytes}\\.`));
  }
});

test('cursor keys follow the mode the program asked for', async () => {
  const terminal = await openSample();
  terminal.press('a');
  await terminal.until('application cursor keys', () => terminal.modes().changed.includes(1));
  terminal.press('Down');
  await terminal.see('1b4f42.');
});

test('a key after Esc does not arrive together with it', async () => {
  const terminal = await openSample();
  terminal.press('Esc', 'j');
  // The program moves only when "j" is a chunk of its own; together they would read as Alt-j.
  await terminal.seeSelected('Bids', '訓練');
  await terminal.see('last 1b6a.');
});

test('an unknown name is refused before anything is sent', async () => {
  const terminal = await openSample();
  const wrong: readonly string[] = ['Return', 'ctrl-s', 'jj', '', 'é'];
  for (const name of wrong) expect(() => bytesOf(name)).toThrow(`no key named ${JSON.stringify(name)}`);
  // @ts-expect-error: not a key, which the compiler knows as well
  expect(() => terminal.press('j', 'Return')).toThrow('no key named');
  terminal.press('k');
  await terminal.see('bytes 1 last 6b.');
});

test('a burst arrives whole, and so does more than a pipe holds', async () => {
  const terminal = await openSample();
  terminal.type(`${'jkl'.repeat(100)}\r`);
  await terminal.see('bytes 301 ');
  await terminal.see('6a6b6c0d.');
  terminal.type('0123456789'.repeat(20_000));
  await terminal.see('bytes 200301 ');
});

test('a paste is marked where the program asked for it, with the line ends terminals send', async () => {
  const terminal = await openSample();
  terminal.paste('a\nb\r\nc');
  await terminal.see(`bytes ${5 + 12} `);
  await terminal.see(Buffer.from('\rb\rc\x1b[201~').subarray(-12).toString('hex'));
});
