import { expect, test } from 'vitest';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { paneLines } from '../../../src/screen/ink/pane-lines.ts';
import { columnsIn } from '../../../src/store/lists/content-widths.ts';
import { layoutOf, panesOn } from '../../../src/store/panes/layout.ts';
import { pointed } from '../../../src/store/panes/mouse.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { seen } from './seen.ts';

const theme = themeFor('16');
const rows = ['train-llama', 'eval'].map((name) => bid(name, { limit_price: '$12.50', instance_type: '8xh100.eu-n1' }));

/** The column that is sorted by after a click in the line of headers of Bids; null when the click sorts nothing. */
function sortedBy(state: ConsoleState, column: number): string | null {
  const unsorted = {
    ...state,
    views: { ...state.views, bids: { ...state.views.bids, sort: { column: '', descending: false } } },
  };
  return pointed(unsorted, { kind: 'click', column, row: 3 }).views.bids.sort.column || null;
}

test.each([40, 60, 80, 100, 119])(
  'on a screen of %i columns a click on a header, or on the gap after it, sorts by it',
  (width) => {
    const state = consoleWith({ bids: rows, size: { columns: width, rows: 24 } });
    const [pane] = panesOn(layoutOf(state));
    if (pane === undefined) throw new Error('there is no pane');
    const line = seen(paneLines(state, pane, theme)[1] ?? '');
    const columns = columnsIn(state, 'bids', pane.width);
    expect(columns.length).toBeGreaterThan(1);
    for (const [n, { id, header, gap }] of columns.entries()) {
      const from = line.indexOf(header);
      expect(from, header).toBeGreaterThan(0);
      expect(sortedBy(state, from)).toBe(id);
      expect(sortedBy(state, from + header.length - 1)).toBe(id);
      if (n > 0) expect(sortedBy(state, columnStart(columns, n) - gap)).toBe(columns[n - 1]?.id);
    }
    expect(sortedBy(state, width - 1)).toBeNull();
  },
);

/** Where a column begins: after the border, the cursor, the mark and a blank. */
const columnStart = (columns: readonly { readonly width: number; readonly gap: number }[], n: number): number =>
  columns.slice(0, n).reduce((sum, { width, gap }) => sum + width + gap, 4) + (columns[n]?.gap ?? 0);
