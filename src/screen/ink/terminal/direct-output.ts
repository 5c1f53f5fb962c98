import type { WriteStream } from 'node:tty';
import { widthOf } from '../../../lib/width.ts';
import type { Canvas } from '../../dialogs/theme.ts';
import { frameChange } from './output.ts';
import { withColumnsSet } from './set-columns.ts';

/** Terminal output with a single writer. */
export type DirectOutput = {
  /** Stream for Ink. Of a frame that replaces another, only the changed columns are written. */
  readonly output: WriteStream;
  /** Writes a text unchanged, with the stream's original `write`, even if another library replaces that later. */
  readonly write: (text: string) => boolean;
  /**
   * Replaces the frame on screen by other lines, past Ink: only the changed columns are written. False, with nothing written, when what
   * is on screen is not known, or has another number of lines.
   */
  readonly replaceFrame: (lines: readonly string[]) => boolean;
  /** Runs a function and discards its output. */
  readonly muted: <Result>(act: () => Result) => Result;
  /** Ends a frame that was not finished, and discards all later output of the stream. `write` still writes. */
  readonly close: () => void;
};

/** Escape sequences of a synchronized update: the terminal shows the output between them at once. */
export const FRAME_BEGINS = '\u001b[?2026h';
export const FRAME_ENDS = '\u001b[?2026l';

/** Length of an output that a terminal reads at once, so that it shows no part of it; on a slow line the first of it is seen sooner. */
const ONE_READ = 1000;

/** Modes that Ink sets between frames without a change to any cell: cursor visibility, bracketed paste, synchronized updates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: modes begin with the escape character
const MODES = /^(?:\u001b\[\?(?:25|2004|2026)[hl])*$/;

/** What Ink writes before a frame that replaces everything on screen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences begin with the escape character
const CLEARS = /^(?:\u001b\[[\d;]*[HJ])+/;

/** The lines of a frame on a canvas. The empty line after a last line break stays empty, as nothing is drawn there. */
function paintedOn(canvas: Canvas | null, lines: readonly string[], columns: number): readonly string[] {
  if (canvas === null) return lines;
  return lines.map((line, n) => (line === '' && n === lines.length - 1 ? line : onCanvas(line, columns, canvas)));
}

/** The sequence with which Ink erases a frame of `count` lines, from last to first, before it writes the next one. */
const eraseLines = (count: number): string => `${'\u001b[2K\u001b[1A'.repeat(Math.max(0, count - 1))}\u001b[2K\u001b[G`;

/** Creates an output that works even if the stream's `write` is replaced, and that can be muted. Frames are drawn on the canvas of the theme. */
export function directOutput(terminal: WriteStream, canvas: () => Canvas | null = () => null): DirectOutput {
  const write = terminal.write.bind(terminal);
  let isMuted = false;
  let isClosed = false;
  let inFrame = false;
  /** The lines on screen; null after any other output. */
  let shown: readonly string[] | null = null;
  /** Whether the cursor is not in the last line of what is on screen, where Ink has left it. */
  let isAway = false;
  /** Brings the cursor back to the last line. */
  const back = (): string => {
    if (!isAway) return '';
    isAway = false;
    return `\u001b[${terminal.rows}H`;
  };
  /** The output that replaces the frame on screen; null when it cannot be changed into the next one. */
  const replaced = (before: readonly string[], next: readonly string[]): string | null => {
    const change = frameChange(before, next, terminal.columns, terminal.rows);
    if (change !== null && change !== '' && next.length === terminal.rows) isAway = true;
    return change;
  };

  /** The part of a text from Ink that has to be written. */
  const changed = (text: string): string => {
    if (text === FRAME_BEGINS) inFrame = true;
    if (text === FRAME_ENDS) inFrame = false;
    if (MODES.test(text)) return text;
    const before = shown;
    shown = null;
    if (isMuted) {
      // Who mutes Ink draws anew, from where the cursor then is.
      isAway = false;
      return text;
    }
    if (!inFrame) return back() + text;
    const erased = before === null ? '' : eraseLines(before.length);
    const follows = before !== null && text.startsWith(erased);
    const start = follows ? erased : (CLEARS.exec(text)?.[0] ?? '');
    const painted = paintedOn(canvas(), text.slice(start.length).split('\n'), terminal.columns);
    shown = painted;
    return (follows ? replaced(before, painted) : null) ?? back() + start + painted.map(withColumnsSet).join('\n');
  };
  const writeChanged = (text: Uint8Array | string, ...rest: readonly [((error?: Error | null) => void)?]): boolean => {
    const rewritten = typeof text === 'string' ? changed(text) : text;
    return isMuted || isClosed || write(rewritten, ...rest);
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
    replaceFrame: (lines) => {
      if (shown === null || inFrame || isMuted || isClosed) return false;
      // Ink ends a frame that is lower than the screen with a line break.
      const all = shown.length > lines.length && shown.at(-1) === '' ? [...lines, ''] : lines;
      const painted = paintedOn(canvas(), all, terminal.columns);
      const change = replaced(shown, painted);
      if (change === null) return false;
      shown = painted;
      if (change !== '') write(change.length > ONE_READ ? `${FRAME_BEGINS}${change}${FRAME_ENDS}` : change);
      return true;
    },
    muted: (act) => {
      isMuted = true;
      try {
        return act();
      } finally {
        isMuted = false;
      }
    },
    close: () => {
      isClosed = true;
      write(FRAME_ENDS);
    },
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: styles begin with the escape character
const STYLE = /\u001b\[([\d;]*)m/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const SEQUENCE = /\u001b\[[0-?]*[ -/]*[@-~]/g;
const RESET = '\u001b[0m';

/** A line with the canvas behind every column: behind its texts without a background of their own, and its blanks. */
export function onCanvas(line: string, columns: number, canvas: Canvas): string {
  const opened = `\u001b[0;${inkOf(canvas)};${groundOf(canvas)}m`;
  const painted = line.replace(STYLE, (_, codes: string) => `\u001b[${withCanvas(codes, canvas)}m`);
  const blanks = ' '.repeat(Math.max(0, columns - widthOf(line.replace(SEQUENCE, ''))));
  return `${opened}${painted}${blanks === '' ? '' : opened + blanks}${RESET}`;
}

const inkOf = ({ text }: Canvas): string => `38;5;${text}`;
const groundOf = ({ background }: Canvas): string => `48;5;${background}`;

/** Replaces the codes that set the terminal's own colours by those of the canvas. */
function withCanvas(codes: string, canvas: Canvas): string {
  const parts = codes.split(';');
  const replaced: string[] = [];
  for (let n = 0; n < parts.length; n++) {
    const part = String(Number(parts[n]));
    if (part === '0') replaced.push('0', inkOf(canvas), groundOf(canvas));
    else if (part === '39') replaced.push(inkOf(canvas));
    else if (part === '49') replaced.push(groundOf(canvas));
    else if (part === '38' || part === '48') {
      // The next two are a kind of colour and its number.
      replaced.push(...parts.slice(n, n + 3));
      n += 2;
    } else replaced.push(part);
  }
  return replaced.join(';');
}
