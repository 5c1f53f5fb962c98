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

test('named keys are sent as the bytes of a terminal', async () => {
  const terminal = await openSample();
  for (const [key, bytes] of sent) {
    terminal.press(key);
    await terminal.see(new RegExp(`last [0-9a-f]*${bytes}\\.`));
  }
});

test('cursor keys follow the mode that the program set', async () => {
  const terminal = await openSample();
  terminal.press('a');
  await terminal.until('application cursor keys', () => terminal.modes().changed.includes(1));
  terminal.press('Down');
  await terminal.see('1b4f42.');
});

test('a key after Esc does not arrive in the same read', async () => {
  const terminal = await openSample();
  terminal.press('Esc', 'j');
  // The program moves only when "j" is a chunk by itself; in one chunk they would be Alt-j.
  await terminal.seeSelected('Bids', '訓練');
  await terminal.see('last 1b6a.');
});

test('an unknown key name fails before anything is sent', async () => {
  const terminal = await openSample();
  const wrong: readonly string[] = ['Return', 'ctrl-s', 'jj', '', 'é'];
  for (const name of wrong) expect(() => bytesOf(name)).toThrow(`no key named ${JSON.stringify(name)}`);
  // @ts-expect-error: an unknown key, which the compiler rejects too
  expect(() => terminal.press('j', 'Return')).toThrow('no key named');
  terminal.press('k');
  await terminal.see('bytes 1 last 6b.');
});

test('a burst arrives complete, also one larger than the buffer of a pipe', async () => {
  const terminal = await openSample();
  terminal.type(`${'jkl'.repeat(100)}\r`);
  await terminal.see('bytes 301 ');
  await terminal.see('6a6b6c0d.');
  terminal.type('0123456789'.repeat(20_000));
  await terminal.see('bytes 200301 ');
});

test('a paste is bracketed where the program enabled that, with the line ends of a terminal', async () => {
  const terminal = await openSample();
  terminal.paste('a\nb\r\nc');
  await terminal.see(`bytes ${5 + 12} `);
  await terminal.see(Buffer.from('\rb\rc\x1b[201~').subarray(-12).toString('hex'));
});
