import type { Gesture } from '../../state/panes/mouse.ts';

/** Asks the terminal for clicks and the wheel, in the form that knows no widest screen. */
export const MOUSE_ON = '\u001b[?1000h\u001b[?1006h';
export const MOUSE_OFF = '\u001b[?1006l\u001b[?1000l';

// biome-ignore lint/suspicious/noControlCharactersInRegex: a report begins with the escape character
const REPORT = /^\u001b\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])$/;

/** The buttons that mean something here; with Shift, Alt or Ctrl they are other numbers. */
const BUTTONS: ReadonlyMap<string, Gesture['kind']> = new Map([
  ['0', 'click'],
  ['64', 'wheel-up'],
  ['65', 'wheel-down'],
]);

/** Whether a piece of input is a mouse's and not a key. */
export function isMouse(piece: string): boolean {
  return piece.startsWith('\u001b[<');
}

/** What a mouse did; null for what means nothing here, such as a button let go. */
export function gestureOf(report: string): Gesture | null {
  const [, button = '', column, row, how] = REPORT.exec(report) ?? [];
  const kind = BUTTONS.get(button);
  if (kind === undefined || how !== 'M') return null;
  return { kind, column: Number(column) - 1, row: Number(row) - 1 };
}
