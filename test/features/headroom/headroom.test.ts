import { describe, expect, test } from 'vitest';
import { unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { columnsIn } from '../../../src/store/lists/content-widths.ts';
import { filterTyped } from '../../../src/store/panes/cursor.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { type ConsoleState, withView } from '../../../src/store/state.ts';
import { frozen, rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, shownFids, whole } from '../../store/made.ts';
import { priced } from './prices.ts';

const { columns, detail } = loadedFeatures.panes.bids;

function cellOf(state: ConsoleState, fid: string, width?: number) {
  const column = columns.find(({ id }) => id === 'headroom');
  const row = state.lists.bids.rows.get(fid)?.row;
  if (column === undefined || row === undefined) throw new Error(`There is no headroom of ${fid}.`);
  const context = contextOf(state);
  return width === undefined ? column.cell(row, context) : column.draw?.(row, context, width, false);
}

const NONE = { text: unicodeGlyphs.none, tone: 'dim' };
const textOf = (state: ConsoleState, fid: string): string => cellOf(state, fid)?.text ?? '';

const at = (limit: string, more: object = {}) => ({ limit_price: limit, instance_type: 'h100', ...more });
const fleet = [
  bid('far', at('$12.00')),
  bid('thin', at('$10.90')),
  bid('out', at('$9.50', { status: 'Open' })),
  bid('paused', at('$12.00', { status: 'Paused' })),
  bid('other', at('$12.00', { instance_type: 'b200' })),
  bid('euro', at('€12.00')),
];
const read = () => priced(consoleWith({ bids: fleet }), { h100: [10, 3] });
const filtered = (state: ConsoleState, filter: string): readonly string[] =>
  shownFids(filterTyped(state, 'bids', filter), 'bids').toSorted();

describe('the column of headroom', () => {
  test('has amount and part of the price, warned when thin, bad when outbid, and nothing where the price is not known', async () => {
    const state = await read();
    expect(fleet.map(({ row }) => [row.fid, cellOf(state, row.fid)])).toEqual([
      ['far', { text: '$2.00  20%', tone: 'plain' }],
      ['thin', { text: '$0.90   9%', tone: 'warn' }],
      ['out', { text: '-$0.50  -5%', tone: 'bad' }],
      ['paused', NONE],
      ['other', NONE],
      ['euro', NONE],
    ]);
    expect(cellOf(state, 'far', 8)).toEqual({ text: '20%', tone: 'plain' });
  });

  test('takes no room before the service has said a price, and none again when it has not for a minute and a half', async () => {
    const ids = (state: ConsoleState) => columnsIn(state, 'bids', 200).map(({ id }) => id);
    const state = await read();
    expect(ids(consoleWith({ bids: fleet }))).not.toContain('headroom');
    expect(ids(state)).toContain('headroom');
    const later = timePassed(state, NOON + 90_000);
    expect(cellOf(later, 'far')).toEqual(NONE);
    expect(ids(later)).not.toContain('headroom');
  });

  test('shows exactly 10 % as not thin, and a price of nothing as any part of it', async () => {
    const state = await priced(
      consoleWith({ bids: [bid('a', at('$11')), bid('b', at('$1', { instance_type: 'free' }))] }),
      {
        h100: [10],
        free: [0],
      },
    );
    expect([cellOf(state, 'a'), cellOf(state, 'b')]).toEqual([
      { text: '$1.00  10%', tone: 'plain' },
      { text: '$1.00 >999%', tone: 'plain' },
    ]);
  });

  test('sorts the thinnest first, and bids of no known price last', async () => {
    const sorted = withView(await read(), 'bids', { sort: { column: 'headroom', descending: false } });
    expect(shownFids(sorted, 'bids').slice(0, 3)).toEqual(['out', 'thin', 'far']);
  });

  test('is compared with percentages and with amounts', async () => {
    const state = await read();
    expect(filtered(state, 'headroom<10%')).toEqual(['out', 'thin']);
    expect(filtered(state, 'headroom>=9% headroom<=9%')).toEqual(['thin']);
    expect(filtered(state, 'headroom<0')).toEqual(['out']);
    expect(filtered(state, 'headroom<-4%')).toEqual(['out']);
    expect(filtered(state, 'headroom>0.50')).toEqual(['far', 'thin']);
    expect(filtered(state, 'headroom<€100')).toEqual([]);
  });

  test('follows each new list and price in rows already drawn', async () => {
    const state = await read();
    expect(filtered(state, 'headroom<10%')).toEqual(['out', 'thin']);
    const dearer = await priced(state, { h100: [11.5], b200: [11] });
    expect(filtered(dearer, 'headroom<10%')).toEqual(['far', 'other', 'out', 'thin']);
    const poll = { at: NOON, sequence: 5 };
    const raised = rowsArrived(dearer, 'bids', whole(bid('far', at('$20')), ...fleet.slice(1)), poll, NOON);
    expect(filtered(raised, 'headroom<10%')).toEqual(['other', 'out', 'thin']);
    expect([textOf(raised, 'far'), textOf(raised, 'out')]).toEqual(['$8.50  73%', '-$2.00 -18%']);
  });

  test('stays as it was on a frozen screen, whatever the price does meanwhile', async () => {
    const state = frozen(await read());
    const dearer = await priced(await priced(state, { h100: [11.5] }), { h100: [30] }, NOON + 40_000);
    expect(textOf(timePassed(dearer, NOON + 300_000), 'far')).toBe('$2.00  20%');
    expect(textOf({ ...dearer, frozen: null }, 'far')).toBe('-$18.00 -60%');
  });
});

test('the page of a bid says its headroom with price, free capacity and age', async () => {
  const state = timePassed(await read(), NOON + 12_000);
  const lineOf = (fid: string) => {
    const row = state.lists.bids.rows.get(fid)?.row;
    const [first] = row === undefined ? [] : detail(row, contextOf(state));
    return first?.lines.find(({ label }) => label === 'Headroom');
  };
  expect(lineOf('thin')).toEqual({
    label: 'Headroom',
    text: '$0.90, 9 % above the price of $10.00; 3 free; 12s ago',
    tone: 'warn',
  });
  expect(lineOf('out')?.text).toBe('$0.50, 5 % below the price of $10.00; 3 free; 12s ago');
  expect(lineOf('other')).toBeUndefined();
});

test('! goes to bids that are being preempted, then to thin ones, the thinnest first', async () => {
  const rows = [
    bid('far', at('$12.00')),
    bid('thin', at('$10.90')),
    bid('thinner', at('$10.10')),
    bid('gone', at('$10.95', { status: 'Preempting' })),
    bid('waits', at('$10.50', { status: 'Open' })),
  ];
  const state = withView(consoleWith({ bids: rows }), 'bids', { cursor: 'far' });
  const read = await priced(state, { h100: [10] });
  const operator = operatorAt(rowsArrived(read, 'bids', whole(...rows), { at: NOON, sequence: 5 }, NOON));
  const visited: (string | undefined)[] = [];
  for (let n = 0; n < 4; n++) {
    await operator.press('!');
    visited.push(operator.at());
  }
  expect(visited).toEqual(['gone', 'thinner', 'thin', 'gone']);
});
