import { expect, onTestFinished, test, vi } from 'vitest';
import { openSample, openSampleInShell } from './sample.ts';

test('the program gets a clean environment and its own home', async () => {
  vi.stubEnv('CI', 'true');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const terminal = await openSample({ columns: 150 });
  await terminal.see('term xterm-256color ci no');
  expect(terminal.line(1)).toContain(`home ${terminal.home}`);
});

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

test('the terminal responds to queries of the program', async () => {
  const terminal = await openSample();
  terminal.press('d');
  await terminal.see(`last ${Buffer.from('d\x1b[0n').toString('hex')}.`);
});

test('bytes are counted from a mark on', async () => {
  const terminal = await openSample();
  await terminal.idle();
  const mark = terminal.mark();
  expect(terminal.bytesSince(mark)).toBe(0);
  terminal.press('j');
  await terminal.seeSelected('Bids', '訓練');
  expect(terminal.since(mark)).toContain('訓練');
  expect(terminal.bytesSince(mark)).toBeGreaterThan(terminal.since(mark).length);
});

const busy = {
  alternateScreen: true,
  cursorVisible: false,
  bracketedPaste: true,
  mouse: 'vt200',
  changed: [25, 1000, 1006, 1049, 2004],
};
const whole = { alternateScreen: false, cursorVisible: true, bracketedPaste: false, mouse: 'none', changed: [] };

test('a program that quits restores the terminal', async () => {
  const terminal = await openSampleInShell();
  expect(terminal.modes()).toMatchObject(busy);
  terminal.press('q');
  expect(await terminal.aftermath()).toEqual({ status: 3, canonical: true, echo: true, signals: true });
  expect(terminal.modes()).toMatchObject(whole);
});

test('a program that handles SIGTERM restores the terminal too', async () => {
  const terminal = await openSampleInShell({ args: ['--tidy'] });
  terminal.kill('SIGTERM');
  expect(await terminal.aftermath()).toEqual({ status: 0, canonical: true, echo: true, signals: true });
  expect(terminal.modes()).toMatchObject(whole);
});

test('after a kill, raw mode and every mode left on are reported', async () => {
  const terminal = await openSampleInShell();
  terminal.kill('SIGKILL');
  expect(await terminal.aftermath()).toEqual({ status: 137, canonical: false, echo: false, signals: false });
  expect(terminal.modes()).toMatchObject(busy);
});

test('a crash is reported with its exit code, and its last output stays readable', async () => {
  const terminal = await openSample();
  terminal.press('x');
  expect(await terminal.ended()).toEqual({ code: 1, signal: null });
  expect(terminal.modes()).toMatchObject(busy);
  expect(terminal.raw()).toContain('planted crash');
});

test('an end by a signal is reported with its name', async () => {
  const terminal = await openSample();
  terminal.kill('SIGTERM');
  expect(await terminal.ended()).toEqual({ code: null, signal: 'SIGTERM' });
});
