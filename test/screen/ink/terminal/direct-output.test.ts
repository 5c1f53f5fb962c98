import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directOutput, FRAME_BEGINS, FRAME_ENDS } from '../../../../src/screen/ink/terminal/direct-output.ts';
import { FakeOutput } from '../fake-terminal.ts';

const [COLUMNS, ROWS] = [20, 5];

/** A frame as Ink writes it, over a frame of `over` lines. */
const frame = (over: number, lines: readonly string[]): string =>
  `${'\u001b[2K\u001b[1A'.repeat(Math.max(0, over - 1))}${over === 0 ? '' : '\u001b[2K\u001b[G'}${lines.join('\n')}`;

/** The lines on screen after Ink has written frames over each other. */
async function shownAfter(...frames: readonly (readonly string[])[]): Promise<readonly string[]> {
  const terminal = new FakeOutput(COLUMNS, ROWS);
  const { output } = directOutput(terminal);
  let over = 0;
  for (const lines of frames) {
    for (const text of [FRAME_BEGINS, frame(over, lines), FRAME_ENDS]) output.write(text);
    over = lines.length;
  }
  await terminal.drawn();
  return terminal.lines().map((line) => line.trimEnd());
}

const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '─', '漢'), maxLength: 10 });
const lines = fc.array(line, { minLength: 1, maxLength: ROWS });

test('the screen shows the last of any sequence of frames', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(lines, { minLength: 1, maxLength: 4 }), async (frames) => {
      const shown = await shownAfter(...frames);
      const last = frames.at(-1) ?? [];
      expect(shown.slice(0, last.length)).toEqual(last.map((one) => one.trimEnd()));
    }),
    { numRuns: 200 },
  );
});

test('only the changed columns of a frame are written', () => {
  const terminal = new FakeOutput(COLUMNS, ROWS);
  const { output } = directOutput(terminal);
  output.write(FRAME_BEGINS);
  output.write(frame(0, ['one 1', 'two', 'three']));
  output.write(FRAME_ENDS);
  output.write('\u001b[?2004h');
  const from = terminal.raw.length;
  output.write(FRAME_BEGINS);
  output.write(frame(3, ['one 2', 'two', 'three']));
  output.write(FRAME_ENDS);
  expect(terminal.raw.slice(from)).toBe(`${FRAME_BEGINS}\u001b[2F\u001b[5G2\u001b[2E${FRAME_ENDS}`);
});

test('a frame is written in full after other output, or after muted output', () => {
  const terminal = new FakeOutput(COLUMNS, ROWS);
  const { output, muted } = directOutput(terminal);
  const written = (text: string): string => {
    const from = terminal.raw.length;
    output.write(FRAME_BEGINS);
    output.write(text);
    output.write(FRAME_ENDS);
    return terminal.raw.slice(from);
  };
  written(frame(0, ['one', 'two']));
  output.write('\u001b[2K');
  const second = frame(2, ['one', 'too']);
  expect(written(second)).toBe(FRAME_BEGINS + second + FRAME_ENDS);
  muted(() => output.write('\u001b[2K'));
  const third = frame(2, ['one', 'two']);
  expect(written(third)).toBe(FRAME_BEGINS + third + FRAME_ENDS);
});

test('a screen that is emptied is drawn from where it then begins, wherever the last change left the cursor', () => {
  const terminal = new FakeOutput(COLUMNS, ROWS);
  const { output, replaceFrame, muted } = directOutput(terminal);
  const all = Array.from({ length: ROWS }, (_, n) => `line ${n}`);
  output.write(FRAME_BEGINS);
  output.write(frame(0, all));
  output.write(FRAME_ENDS);
  expect(replaceFrame(['other', ...all.slice(1)])).toBe(true);
  muted(() => output.write('\u001b[2K'));
  const from = terminal.raw.length;
  output.write(FRAME_BEGINS);
  output.write(frame(0, all));
  expect(terminal.raw.slice(from)).toBe(FRAME_BEGINS + frame(0, all));
});

test('after close an unfinished frame has ended, and nothing that Ink still writes reaches the terminal', () => {
  const terminal = new FakeOutput(COLUMNS, ROWS);
  const { output, write, close } = directOutput(terminal);
  output.write(FRAME_BEGINS);
  const from = terminal.raw.length;
  close();
  output.write(FRAME_BEGINS);
  output.write(frame(0, ['one']));
  write('restored');
  expect(terminal.raw.slice(from)).toBe(`${FRAME_ENDS}restored`);
});
