import type { Gesture } from '../../state/panes/mouse.ts';

/** Turns reports of clicks and the wheel on, in the SGR format, which has no limit on columns. */
export const MOUSE_ON = '\u001b[?1000h\u001b[?1006h';
export const MOUSE_OFF = '\u001b[?1006l\u001b[?1000l';

// biome-ignore lint/suspicious/noControlCharactersInRegex: a report begins with the escape character
const REPORT = /^\u001b\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])$/;

/** Buttons with an effect; with Shift, Alt or Ctrl their numbers differ. */
const BUTTONS: ReadonlyMap<string, Gesture['kind']> = new Map([
  ['0', 'click'],
  ['64', 'wheel-up'],
  ['65', 'wheel-down'],
]);

/** Whether a piece of input is a mouse report and not a key. */
export function isMouse(piece: string): boolean {
  return piece.startsWith('\u001b[<');
}

/** Returns the gesture of a mouse report; null for one without an effect, such as a released button. */
export function gestureOf(report: string): Gesture | null {
  const [, button = '', column, row, how] = REPORT.exec(report) ?? [];
  const kind = BUTTONS.get(button);
  if (kind === undefined || how !== 'M') return null;
  return { kind, column: Number(column) - 1, row: Number(row) - 1 };
}
