import { expect, test } from 'vitest';
import { doubleClicks, gestureOf } from '../../../../src/screen/ink/terminal/input.ts';

const report = (button: number, end: 'M' | 'm' = 'M') => `\u001b[<${button};12;5${end}`;
const kindOf = (button: number, end?: 'M' | 'm') => gestureOf(report(button, end))?.kind ?? null;

test('presses, movements with the button down, releases and the wheel are gestures; other buttons and plain movements are not', () => {
  expect([kindOf(0), kindOf(32), kindOf(0, 'm'), kindOf(64), kindOf(65)]).toEqual([
    'click',
    'drag',
    'release',
    'wheel-up',
    'wheel-down',
  ]);
  expect([kindOf(2), kindOf(35), kindOf(2, 'm'), kindOf(4), kindOf(34)]).toEqual([null, null, null, null, null]);
  expect(gestureOf(report(0))).toEqual({ kind: 'click', column: 11, row: 4 });
});

test('two quick clicks at one position are a double click; a third begins anew', () => {
  let now = 0;
  const counted = doubleClicks(() => now);
  const click = (ms: number, column = 3) => {
    now += ms;
    const { kind } = counted({ kind: 'click', column, row: 4 });
    counted({ kind: 'release', column, row: 4 });
    return kind;
  };
  expect([click(0), click(200), click(200)]).toEqual(['click', 'double-click', 'click']);
  expect([click(1000), click(500), click(100, 9)]).toEqual(['click', 'click', 'click']);
});

test('a drag between two clicks keeps them apart', () => {
  const counted = doubleClicks(() => 0);
  const kinds = (['click', 'drag', 'release', 'click'] as const).map(
    (kind) => counted({ kind, column: 1, row: 1 }).kind,
  );
  expect(kinds).toEqual(['click', 'drag', 'release', 'click']);
});
