import type { Gesture } from '../../../store/panes/mouse.ts';

/**
 * Turns reports of clicks, the wheel and movements with a pressed button on, in the SGR format, which has no limit on columns.
 * A terminal that knows no reports of movements keeps to those of clicks.
 */
export const MOUSE_ON = '\u001b[?1000h\u001b[?1002h\u001b[?1006h';
export const MOUSE_OFF = '\u001b[?1006l\u001b[?1002l\u001b[?1000l';

// biome-ignore lint/suspicious/noControlCharactersInRegex: a report begins with the escape character
const REPORT = /^\u001b\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])$/;

/** Buttons with an effect; with Shift, Alt or Ctrl their numbers differ. */
const BUTTONS: ReadonlyMap<string, Gesture['kind']> = new Map([
  ['0', 'click'],
  ['32', 'drag'],
  ['64', 'wheel-up'],
  ['65', 'wheel-down'],
]);

/** Whether a piece of input is a mouse report and not a key. */
export function isMouse(piece: string): boolean {
  return piece.startsWith('\u001b[<');
}

/** The gesture of a mouse report; null for one without an effect. */
export function gestureOf(report: string): Gesture | null {
  const [, button = '', column, row, how] = REPORT.exec(report) ?? [];
  const kind = how === 'm' && button === '0' ? 'release' : BUTTONS.get(button);
  if (kind === undefined || (how !== 'M' && kind !== 'release')) return null;
  return { kind, column: Number(column) - 1, row: Number(row) - 1 };
}

/** Longest time between the two clicks of a double click, in milliseconds. */
const DOUBLE_CLICK_MS = 400;

/** A function that turns the second of two quick clicks at one position into a double click. `steady` is in milliseconds. */
export function doubleClicks(steady: () => number): (gesture: Gesture) => Gesture {
  let last: { readonly column: number; readonly row: number; readonly at: number } | null = null;
  return (gesture) => {
    if (gesture.kind !== 'click') {
      if (gesture.kind !== 'release') last = null;
      return gesture;
    }
    const { column, row } = gesture;
    const at = steady();
    const again = last !== null && last.column === column && last.row === row && at - last.at < DOUBLE_CLICK_MS;
    last = again ? null : { column, row, at };
    return again ? { ...gesture, kind: 'double-click' } : gesture;
  };
}
