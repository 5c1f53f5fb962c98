import type { WriteStream } from 'node:tty';
import { widthOf } from '../../../lib/width.ts';
import type { Canvas } from '../../dialogs/theme.ts';
import { frameChange } from './output.ts';
import { withColumnsSet } from './set-columns.ts';

/** The terminal's single writer. */
export type DirectOutput = {
  /** For Ink. Only changed columns are written. */
  readonly output: WriteStream;
  /** Unchanged, with the stream's original `write`. */
  readonly write: (text: string) => boolean;
  /** Writes only the changed columns. False, with nothing written, when the frame on screen is unknown or has another height. */
  readonly replaceFrame: (lines: readonly string[]) => boolean;
  /** Runs a function and discards its output. */
  readonly muted: <Result>(act: () => Result) => Result;
  /** Ends an unfinished frame and discards later output of the stream. `write` still writes. */
  readonly close: () => void;
};

/** A synchronized update: the terminal shows it at once. */
export const FRAME_BEGINS = '\u001b[?2026h';
export const FRAME_ENDS = '\u001b[?2026l';

/** A terminal reads a shorter output at once, and shows no part of it. */
const ONE_READ = 1000;

/** Modes set by Ink between frames, without a change to any cell. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: modes begin with the escape character
const MODES = /^(?:\u001b\[\?(?:25|2004|2026)[hl])*$/;

/** Ink writes it before a frame that replaces everything. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences begin with the escape character
const CLEARS = /^(?:\u001b\[[\d;]*[HJ])+/;

/** The empty line after a last line break stays empty. */
function paintedOn(canvas: Canvas | null, lines: readonly string[], columns: number): readonly string[] {
  if (canvas === null) return lines;
  return lines.map((line, n) => (line === '' && n === lines.length - 1 ? line : onCanvas(line, columns, canvas)));
}

/** Ink's sequence before the next frame. */
const eraseLines = (count: number): string => `${'\u001b[2K\u001b[1A'.repeat(Math.max(0, count - 1))}\u001b[2K\u001b[G`;

/** Works even if the stream's `write` is replaced. Frames are drawn on the theme's canvas. */
export function directOutput(terminal: WriteStream, canvas: () => Canvas | null = () => null): DirectOutput {
  const write = terminal.write.bind(terminal);
  let isMuted = false;
  let isClosed = false;
  let inFrame = false;
  /** Null after any other output. */
  let shown: readonly string[] | null = null;
  /** The cursor has left the last line; Ink expects it there. */
  let isAway = false;
  const back = (): string => {
    if (!isAway) return '';
    isAway = false;
    return `\u001b[${terminal.rows}H`;
  };
  /** Null when the frame cannot be changed into the next one. */
  const replaced = (before: readonly string[], next: readonly string[]): string | null => {
    const change = frameChange(before, next, terminal.columns, terminal.rows);
    if (change !== null && change !== '' && next.length === terminal.rows) isAway = true;
    return change;
  };

  const changed = (text: string): string => {
    if (text === FRAME_BEGINS) inFrame = true;
    if (text === FRAME_ENDS) inFrame = false;
    if (MODES.test(text)) return text;
    const before = shown;
    shown = null;
    if (isMuted) {
      // Ink then draws again from the cursor on.
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
      // Ink ends a low frame with a line break.
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

/** Behind texts without a background of their own, and blanks. */
export function onCanvas(line: string, columns: number, canvas: Canvas): string {
  const opened = `\u001b[0;${inkOf(canvas)};${groundOf(canvas)}m`;
  const painted = line.replace(STYLE, (_, codes: string) => `\u001b[${withCanvas(codes, canvas)}m`);
  const blanks = ' '.repeat(Math.max(0, columns - widthOf(line.replace(SEQUENCE, ''))));
  return `${opened}${painted}${blanks === '' ? '' : opened + blanks}${RESET}`;
}

const inkOf = ({ text }: Canvas): string => `38;5;${text}`;
const groundOf = ({ background }: Canvas): string => `48;5;${background}`;

function withCanvas(codes: string, canvas: Canvas): string {
  const parts = codes.split(';');
  const replaced: string[] = [];
  for (let n = 0; n < parts.length; n++) {
    const part = String(Number(parts[n]));
    if (part === '0') replaced.push('0', inkOf(canvas), groundOf(canvas));
    else if (part === '39') replaced.push(inkOf(canvas));
    else if (part === '49') replaced.push(groundOf(canvas));
    else if (part === '38' || part === '48') {
      // A kind of colour and its number follow.
      replaced.push(...parts.slice(n, n + 3));
      n += 2;
    } else replaced.push(part);
  }
  return replaced.join(';');
}
