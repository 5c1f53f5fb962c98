import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MACHINE_PROBLEMS } from '../../../src/features/machines/reading.ts';
import { asciiGlyphs, spokenGlyphs, unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { paneLines } from '../../../src/screen/ink/pane-lines.ts';
import { columnsIn } from '../../../src/store/lists/content-widths.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { type ConsoleState, withView } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { expectToFit, fullOf, size, theme } from '../../screen/ink/full-panes.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';
import { busy, failing, idleSince, MINUTE, withMachines } from './reader/read-machines.ts';

const machine = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((utilization) => busy(utilization)),
  fc.integer({ min: 0, max: 2000 }).map((minutes) => idleSince(NOON - minutes * MINUTE)),
  fc.constantFrom(...MACHINE_PROBLEMS).map(failing),
);

test('with machines of every kind, in groups and after minutes without a sample', () => {
  fc.assert(
    fc.property(
      fc.array(machine, { minLength: 1, maxLength: 20 }),
      size,
      fc.constantFrom('bids', 'instances'),
      fc.constantFrom(null, 'status', 'region'),
      fc.constantFrom(0, MINUTE, 3 * MINUTE, 11 * MINUTE),
      (machines, of, focus, group, ms) => {
        const read = withMachines(
          fullOf(machines.map((_, n) => `m${n}`)),
          Object.fromEntries(machines.map((brought, n) => [`fid-${n}`, brought])),
        );
        const grouped = withView({ ...read, size: of, now: NOON + ms }, focus, { group });
        for (const glyphs of [unicodeGlyphs, asciiGlyphs, spokenGlyphs])
          expectToFit(paneFocused({ ...grouped, glyphs }, focus));
      },
    ),
    { numRuns: 60 },
  );
});

test('a change of one field marks its cell alone, not those that are drawn to their width', () => {
  const before = withMachines(
    consoleWith({ bids: [bid('a')], instances: [instance('i', { bid: 'a' })], size: { columns: 160, rows: 45 } }),
    { i: busy() },
  );
  const changed = rowsArrived(
    before,
    'bids',
    whole(bid('a', { status: 'Preempting' })),
    { at: NOON, sequence: 1 },
    NOON,
  );
  const trendOn = (width: number): number =>
    columnsIn(changed, 'bids', width).find(({ id }) => id === 'trend')?.width ?? 10;
  const width = Array.from({ length: 100 }, (_, n) => 40 + n).find((each) => trendOn(each) < 10) ?? 0;
  expect(width).toBeGreaterThan(40);
  const marked = (state: ConsoleState): readonly string[] =>
    paneLines(paneFocused(state, 'volumes'), { name: 'bids', width, height: 8 }, theme).flatMap((line) =>
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the line is painted with them
      [...line.matchAll(/\u001b\[[\d;]*\b7m([^\u001b]*)/g)].map(([, text = '']) => text.trim()),
    );
  expect([marked(before), marked(changed)]).toEqual([[], ['▲ preempting ~5m']]);
});
