import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortDuration } from '../../../src/lib/duration.ts';
import { asciiGlyphs, spokenGlyphs, unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { paneLines } from '../../../src/screen/ink/pane-lines.ts';
import { columnsIn } from '../../../src/store/lists/content-widths.ts';
import { layoutOf, panesOn } from '../../../src/store/panes/layout.ts';
import { type ConsoleState, withView } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';
import { seen } from './seen.ts';

const LONGEST_MS = 120 * 60_000;

const listed = (status: string) => ({
  bids: [bid('run-a', { status }), bid('run-b')],
  instances: [instance('run-a-0', { bid: 'run-a', status: `STATUS_${status}` }), instance('run-b-0', { bid: 'run-b' })],
});

/** A calm console, and the same one once a bid and its instance are being preempted. */
function beforeAndAfter(columns: number, rows: number): readonly [ConsoleState, ConsoleState] {
  const calm = consoleWith({ ...listed('Running'), size: { columns, rows } });
  const asked = { at: NOON + 2000, sequence: 1 };
  const { bids, instances } = listed('Preempting');
  const withInstances = rowsArrived(calm, 'instances', whole(...instances), asked, NOON);
  return [calm, rowsArrived(withInstances, 'bids', whole(...bids), asked, NOON)];
}

const panes = ['bids', 'instances'] as const;
const size = fc.record({ columns: fc.integer({ min: 40, max: 220 }), rows: fc.integer({ min: 12, max: 60 }) });
const glyphs = fc.constantFrom(unicodeGlyphs, asciiGlyphs, spokenGlyphs);

describe('the time left of a preempted row', () => {
  test('is never cut, at any second and any size of the screen', () => {
    fc.assert(
      fc.property(size, fc.integer({ min: 0, max: LONGEST_MS }), glyphs, (size, leftMs, glyphs) => {
        const [, preempting] = beforeAndAfter(size.columns, size.rows);
        // The columns are placed when the preemption is first seen, and the time runs on.
        for (const name of panes) columnsIn(preempting, name, size.columns);
        const later = { ...preempting, glyphs, preemptionMs: LONGEST_MS, now: NOON + LONGEST_MS - leftMs };
        for (const pane of panesOn(layoutOf(later))) {
          const row = paneLines(later, pane, themeFor('16'))
            .map(seen)
            .find((line) => line.includes('preempting'));
          if (row !== undefined)
            expect(row).toContain(leftMs === 0 ? 'overdue' : `preempting ~${shortDuration(leftMs)}`);
        }
      }),
    );
  });

  test('is left out as a whole where the operator has made the column too narrow for it', () => {
    const [, preempting] = beforeAndAfter(160, 45);
    for (let width = 1; width <= 20; width += 1) {
      const narrow = withView({ ...preempting, now: NOON + 250_000 }, 'bids', {
        columns: [
          { id: 'name', width: null },
          { id: 'status', width },
        ],
      });
      const [pane] = panesOn(layoutOf(narrow));
      const row =
        pane === undefined
          ? ''
          : (paneLines(narrow, pane, themeFor('16'))
              .map(seen)
              .find((line) => line.includes('run-a')) ?? '');
      const whole = row.includes('~50s');
      expect(whole, row).toBe(width >= '~50s'.length);
      expect(row.includes('~'), row).toBe(whole);
    }
  });
});

test('columns stay where they are when the first bid is preempted', () => {
  fc.assert(
    fc.property(size, ({ columns, rows }) => {
      const [calm, preempting] = beforeAndAfter(columns, rows);
      for (const name of panes) expect(columnsIn(preempting, name, columns)).toEqual(columnsIn(calm, name, columns));
    }),
  );
});
