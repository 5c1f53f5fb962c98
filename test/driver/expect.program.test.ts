import { expect, test } from 'vitest';
import { openSample, openSampleInShell } from './sample.ts';

async function failureOf(promise: Promise<void>): Promise<string> {
  return promise.then(
    () => 'it did not fail',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

test('a failed expectation prints what was expected, the size and the screen', async () => {
  const terminal = await openSample({ columns: 70, rows: 12 });
  const message = await failureOf(terminal.see('render-farm', { timeout: 100 }));
  expect(message).toMatch(
    /^see "render-farm": not seen within 100 ms\n70×12, running, \d+ bytes written, modes changed: 25 1000/,
  );
  expect(message).toContain(`   ┌${'─'.repeat(70)}┐\n 0 │sample 70x12`);
  expect(message).toContain('\n 4 ││ 訓練 データ');
  expect(message).toContain(`11 │${' '.repeat(70)}│\n   └`);
});

test('a failed expectation of rows shows the best partial match', async () => {
  const terminal = await openSample();
  const rows = await failureOf(terminal.seeRows('Volumes', ['imagenet', 'scratch'], { timeout: 100 }));
  expect(rows).toContain('why: the first 1 are there, but no "scratch" right under them');
  const pane = await failureOf(terminal.seeRows('Sessions', ['x'], { timeout: 100 }));
  expect(pane).toContain('why: no pane is titled "Sessions"');
  const selected = await failureOf(terminal.seeSelected('Bids', 'sweep-a', { timeout: 100 }));
  expect(selected).toContain('why: selected is " train-llama"');
  const gone = await failureOf(terminal.gone('imagenet', { timeout: 100 }));
  expect(gone).toContain('why: row 3 still shows it');
});

test('a program that ends fails the wait at once, not at the timeout', async () => {
  const terminal = await openSample();
  const failure = failureOf(terminal.see('never', { timeout: 25_000 }));
  terminal.press('x');
  expect(await failure).toMatch(/not seen before the program ended\n80×24, ended with code 1/);
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
