import { expect, test } from 'vitest';
import type { BidSteps } from '../../../src/features/money/bid-record.ts';
import { priceStrip } from '../../../src/features/money/settings.ts';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { NO_VALUES } from '../../../src/lib/typed-key.ts';
import { spokenGlyphs } from '../../../src/resources/glyphs.ts';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { bodyLines } from '../../../src/screen/ink/screen-lines.ts';
import { rowSelected } from '../../../src/store/panes/cursor.ts';
import { layoutOf, STRIP } from '../../../src/store/panes/layout.ts';
import { targetAt } from '../../../src/store/panes/mouse.ts';
import { stacksOn } from '../../../src/store/panes/pane-sizes.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { seen } from '../../screen/ink/seen.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { recordsKnown } from './known.ts';
import { recordsOf } from './made-records.ts';

const steps: BidSteps = {
  traits: { bid: 'train', name: 'train', type: '8xh100', region: 'eu-n1' },
  steps: [
    {
      at: NOON - 12 * HOUR_MS,
      since: NOON - 12 * HOUR_MS,
      state: 'allocated',
      limit: { sign: '$', micros: 12_000_000n },
      quantity: 4,
      running: 4,
    },
  ],
};

const plain = consoleWith({
  bids: [
    bid('train', { name: 'train', limit_price: '$12.00', instance_type: '8xh100', region: 'eu-n1' }),
    bid('other', { name: 'other', limit_price: '$2.00', instance_type: '1xl40s', region: 'us-1' }),
  ],
});
/** The strip is drawn only where it is asked for. */
const lists = { ...plain, connected: { ...plain.connected, own: priceStrip.put(NO_VALUES, true) } };
const known = recordsKnown(lists, recordsOf([steps]));

const at = (state: ConsoleState, rows: number, columns = 160): ConsoleState => ({ ...state, size: { columns, rows } });
const drawn = (state: ConsoleState): readonly string[] => bodyLines(state, themeFor('16')).map(seen);

test('from 60 rows on the price of the bid under the cursor stands above Bids, and follows the cursor', () => {
  const lines = drawn(rowSelected(at(known, 60), 'bids', 'train'));
  expect(lines[1]).toMatch(/^╭ Price of 8xh100 in eu-n1, 24h ─/);
  expect(lines.slice(1, 1 + STRIP.lines).join('\n')).toMatch(/━━━+ train \$12\.00/);
  expect(lines[1 + STRIP.lines]).toMatch(/^╭ 1 Bids ─ 2/);
  const other = drawn(rowSelected(at(known, 60), 'bids', 'other'));
  expect(other[1]).toMatch(/^╭ Price of 1xl40s in us-1, 24h ─/);
  expect(other[2]).toMatch(/No bid of 1xl40s in us-1 was seen in/);
});

test('every line of the screen is as wide as the screen, with the strip and without', () => {
  for (const rows of [30, 45, 59, 60, 80])
    for (const columns of [120, 160, 220]) {
      const lines = drawn(at(known, rows, columns));
      expect(lines).toHaveLength(rows - 1);
      expect(lines.slice(1).filter((line) => line.length !== columns)).toEqual([]);
    }
});

test.each([
  ['on 59 rows', at(known, 59)],
  ['on a narrow screen', at(known, 60, 100)],
  ['with a pane that has the whole screen', { ...at(known, 60), zoomed: true }],
  ['for a screen reader', { ...at(known, 60), glyphs: spokenGlyphs }],
  ['without any bid', at(consoleWith({}), 60)],
  ['where the setting does not ask for it', { ...at(known, 60), connected: { ...known.connected, own: NO_VALUES } }],
] as const)('there is none %s', (_, state) => {
  expect(drawn(state).join('\n')).not.toContain('Price of');
});

test('a click on it does nothing, and one on a row below it hits that row', () => {
  const state = at(known, 60);
  const [left] = stacksOn(layoutOf(state));
  expect(left?.[0]).toMatchObject({ name: 'bids', top: 1 + STRIP.lines });
  expect(targetAt(state, { kind: 'click', column: 10, row: 3 })).toEqual({ kind: 'nothing' });
  expect(targetAt(state, { kind: 'click', column: 10, row: 1 + STRIP.lines + 2 })).toMatchObject({
    kind: 'row',
    pane: 'bids',
  });
});

test('while the journal is read it says so', () => {
  expect(drawn(at(lists, 60))[2]).toMatch(/Reading the prices of (8xh100 in eu-n1|1xl40s in us-1)/);
});
