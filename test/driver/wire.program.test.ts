import { expect, test } from 'vitest';
import { openSample, openSampleInShell } from './sample.ts';

test('a copy by OSC 52 is decoded; bells and notifications are counted', async () => {
  const terminal = await openSample();
  expect(terminal.clipboard()).toBeNull();
  terminal.press('y');
  await terminal.until('something in the clipboard', () => terminal.clipboard() !== null);
  expect(terminal.clipboard()).toBe('ssh ops@203.0.113.7 # ü');
  terminal.press('b');
  await terminal.until('the bell', () => terminal.bells() === 1);
  expect(terminal.notifications()).toEqual(['instance lost']);
});

const busy = {
  alternateScreen: true,
  cursorVisible: false,
  bracketedPaste: true,
  mouse: 'vt200',
  changed: [25, 1000, 1006, 1049, 2004],
};

test('after a kill, raw mode and every mode left on are reported', async () => {
  const terminal = await openSampleInShell();
  terminal.kill('SIGKILL');
  expect(await terminal.aftermath()).toEqual({ status: 137, canonical: false, echo: false, signals: false });
  expect(terminal.modes()).toMatchObject(busy);
});
