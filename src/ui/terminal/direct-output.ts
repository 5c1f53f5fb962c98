import type { WriteStream } from 'node:tty';
import { frameChange } from './output.ts';

/** The terminal's output as its only writer has it. */
export type DirectOutput = {
  /** The stream, for Ink. Of a frame that Ink writes over the one before, only the changed columns are written. */
  readonly output: WriteStream;
  /** Writes a text as it is, with the `write` that the stream had when this was made, whoever replaces it later. */
  readonly write: (text: string) => boolean;
  /** Does something of which nothing is written. */
  readonly muted: <Result>(act: () => Result) => Result;
};

/** What is written between the two is shown at once. */
export const FRAME_BEGINS = '\u001b[?2026h';
export const FRAME_ENDS = '\u001b[?2026l';

/** What Ink writes beside its frames that changes no cell: the cursor shown or hidden, pastes in brackets, a frame begun or ended. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: modes begin with the escape character
const MODES = /^(?:\u001b\[\?(?:25|2004|2026)[hl])*$/;

/** How Ink erases a frame of so many lines, from its last line up to its first, before it writes the next frame. */
const eraseLines = (count: number): string => `${'\u001b[2K\u001b[1A'.repeat(Math.max(0, count - 1))}\u001b[2K\u001b[G`;

/** A way to the terminal that stays open when `write` of the stream itself is replaced, and that can be closed for a moment. */
export function directOutput(terminal: WriteStream): DirectOutput {
  const write = terminal.write.bind(terminal);
  let isMuted = false;
  let inFrame = false;
  /** The lines on screen with the cursor in the last of them; null when something else was written since. */
  let shown: readonly string[] | null = null;

  /** What is to be written of a text that Ink writes. */
  const changed = (text: string): string => {
    if (text === FRAME_BEGINS) inFrame = true;
    if (text === FRAME_ENDS) inFrame = false;
    if (MODES.test(text)) return text;
    const before = shown;
    shown = null;
    if (!inFrame || isMuted) return text;
    const erased = before === null ? '' : eraseLines(before.length);
    const follows = before !== null && text.startsWith(erased);
    const lines = (follows ? text.slice(erased.length) : text).split('\n');
    shown = lines;
    return (follows ? frameChange(before, lines, terminal.columns) : null) ?? text;
  };
  const writeChanged = (text: Uint8Array | string, ...rest: readonly [((error?: Error | null) => void)?]): boolean => {
    const rewritten = typeof text === 'string' ? changed(text) : text;
    return isMuted || write(rewritten, ...rest);
  };

  const output = new Proxy(terminal, {
    get: (target, name) => {
      if (name === 'write') return writeChanged;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    output,
    write,
    muted: (act) => {
      isMuted = true;
      try {
        return act();
      } finally {
        isMuted = false;
      }
    },
  };
}
