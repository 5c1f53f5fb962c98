import { expect, test } from 'vitest';
import { moneyTabShown } from '../../../src/features/money/page.ts';
import { prices } from '../../../src/features/money/prices/pane.ts';
import { wantedIn } from '../../../src/features/money/reader.ts';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { asciiGlyphs, spokenGlyphs } from '../../../src/resources/glyphs.ts';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { messageLines, paneLines } from '../../../src/screen/ink/pane-lines.ts';
import { hintsOf } from '../../../src/screen/keymap/foot.ts';
import { point } from '../../../src/screen/keymap/mouse.ts';
import { visibleRows } from '../../../src/store/lists/visible-rows.ts';
import { paneFocused, resized } from '../../../src/store/panes/cursor.ts';
import { tabsOf } from '../../../src/store/panes/tabs.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { calm } from '../../screen/keymap/clicks.ts';
import { type Operator, operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { asRecording, bid, consoleWith } from '../../store/made.ts';
import { recordsKnown } from './known.ts';
import { recordsOf, standing, steadyBids, steadyRecords, suggested } from './made-records.ts';

const lists = consoleWith({ bids: [bid('a'), bid('b', { region: 'us-c3' }), bid('c', { instance_type: '4xa100' })] });
const two = recordsOf([
  ...steadyBids,
  standing('other', 'allocated', 3, { type: '4xa100', region: 'us-c3' }),
  standing('lower', 'open', 2.9, { type: '4xa100', region: 'us-c3' }),
]);

/** Opens the pane from the palette. */
async function opened(state: ConsoleState): Promise<Operator> {
  const operator = operatorAt(state);
  await operator.press(':');
  await operator.type('prices\n');
  return operator;
}

const shown = (state: ConsoleState): readonly string[] => visibleRows(state, 'prices').rows.map(({ row }) => row.fid);

/** The texts of a row by column. */
function cells(state: ConsoleState, at = 0): Readonly<Record<string, string>> {
  const row = visibleRows(state, 'prices').rows[at]?.row;
  if (row === undefined) throw new Error('no such row');
  return Object.fromEntries(prices.columns.map(({ id, cell }) => [id, cell(row, contextOf(state)).text]));
}

test(':prices shows a row for each type and region with what is known, Esc, q and $ go back', async () => {
  const operator = await opened(recordsKnown(lists, two));
  expect(operator.state().focus).toBe('prices');
  expect(shown(operator.state())).toEqual(['4xa100/us-c3/$', '8xh100/eu-n1/$']);
  expect(cells(operator.state(), 1)).toMatchObject({
    type: '8xh100',
    region: 'eu-n1',
    waits: '$11.20',
    high: '$11.50',
    holds90: suggested('often'),
    holds99: suggested('mostly'),
    bids: '2',
    note: '',
  });
  for (const key of ['Esc', 'q', '$']) {
    await operator.press(key);
    expect([operator.state().focus, operator.top(), operator.left.quits]).toEqual(['bids', null, 0]);
    await operator.press(':');
    await operator.type('prices\n');
  }
});

test('$ is one page: arrows and Tab go through Now, Spent and Prices, and Esc, q and $ leave each for the pane before', async () => {
  const shownTab = ({ state, top }: Operator): string => {
    const [page] = state().dialogs;
    return page?.kind === 'money' ? page.tab : `${top() ?? state().focus}`;
  };
  const operator = operatorAt(paneFocused(recordsKnown(lists, two), 'instances'));
  const seen = [];
  for (const key of ['$', 'Right', 'Right', 'Right', 'Left', 'Tab', 'Shift-Tab', 'Shift-Tab', 'Tab', 'Tab', '$']) {
    await operator.press(key);
    seen.push(shownTab(operator));
  }
  expect(seen).toEqual([
    ...['Now', 'Spent', 'prices', 'Now', 'prices', 'Now', 'prices', 'Spent', 'prices', 'Now'],
    'instances',
  ]);
  for (const key of ['Esc', 'q', '$'])
    for (const at of [0, 1, 2]) {
      const page = operatorAt(moneyTabShown(paneFocused(recordsKnown(lists, two), 'instances'), at));
      await page.press(key);
      expect([shownTab(page), page.left.quits]).toEqual(['instances', 0]);
    }
});

test('a row key, the palette and the keys of panes work in every tab of $, and a click on a tab of Prices shows it', async () => {
  const operator = operatorAt(recordsKnown(lists, two));
  await operator.press('$', 'Tab', '2');
  expect([operator.top(), operator.state().focus]).toEqual([null, 'instances']);
  await operator.press('$', ':');
  await operator.type('spend\n');
  expect(operator.state().dialogs).toEqual([{ kind: 'money', tab: 'Spent', top: 0 }]);
  const prices = operatorAt(moneyTabShown(recordsKnown(lists, two), 2));
  point(prices.controller, { kind: 'click', column: 8, row: 1 }, calm(prices.state()));
  expect(prices.state().dialogs).toEqual([{ kind: 'money', tab: 'Spent', top: 0 }]);
});

test('the pane has the tabs of money above it while it is shown, and no number', () => {
  const state = moneyTabShown(recordsKnown(lists, two), 2);
  const tabs = (now: ConsoleState) => tabsOf(now).map(({ text }) => text);
  expect(tabs(state)).toEqual([' Now  ', ' Spent  ', '[Prices] ']);
  expect(tabs(lists).join('')).not.toContain('Prices');
});

test('rows are sorted, filtered and grouped as in every pane', async () => {
  const operator = await opened(recordsKnown(lists, two));
  await operator.press('/');
  await operator.type('high>5 region:eu\n');
  expect(shown(operator.state())).toEqual(['8xh100/eu-n1/$']);
  await operator.press('Esc', ',', 'T');
  expect(shown(operator.state())).toEqual(['8xh100/eu-n1/$', '4xa100/us-c3/$']);
  await operator.press('z', 'b');
  expect(operator.state().views.prices.group).toBe('type');
});

test('new records do not move the cursor, and come only while the pane is on screen', async () => {
  const operator = await opened(recordsKnown(lists, two));
  await operator.press('Down');
  expect(operator.at()).toBe('8xh100/eu-n1/$');
  const more = recordsOf([
    ...(two.records[0]?.bids ?? []),
    standing('first', 'allocated', 1, { type: '1xl40s', region: 'us-c3' }),
  ]);
  const next = operatorAt(recordsKnown(operator.state(), more));
  expect([next.at(), shown(next.state())]).toEqual([
    '8xh100/eu-n1/$',
    ['1xl40s/us-c3/$', '4xa100/us-c3/$', '8xh100/eu-n1/$'],
  ]);
  await next.press('Esc');
  expect(wantedIn(next.state(), false)).toBeNull();
  const away = recordsKnown(next.state(), two);
  expect(away.lists.prices).toBe(next.state().lists.prices);
});

test('n opens a new bid of that type and region with the limit price that would have held 90 %', async () => {
  const operator = await opened(recordsKnown(lists, two));
  await operator.press('Down', 'n');
  const open = operator.state().dialogs.at(-1);
  expect(open?.kind === 'form' && [open.form.id, open.values.text, open.dirty]).toEqual([
    'place-bid',
    expect.objectContaining({ type: '8xh100', region: 'eu-n1', price: suggested('often'), name: '', quantity: '' }),
    false,
  ]);
});

test('n does nothing in a read-only console', async () => {
  const readOnly = consoleWith({ bids: [bid('a')], readOnly: true });
  const operator = await opened(recordsKnown(readOnly, two));
  await operator.press('n');
  expect([operator.top(), operator.notice()]).toEqual([null, expect.stringMatching(/read-only/i)]);
});

test('i goes to the bids of that type and region, or says that there are none', async () => {
  const operator = await opened(recordsKnown(lists, two));
  await operator.press('i');
  expect(operator.notice()).toBe('There is no bid of 4xa100 in us-c3 in the list.');
  await operator.press('Down', 'i');
  expect([operator.state().focus, visibleRows(operator.state(), 'bids').rows.map(({ row }) => row.fid)]).toEqual([
    'bids',
    ['a'],
  ]);
});

test('Enter says in sentences what is known', async () => {
  const operator = await opened(recordsKnown(lists, two));
  await operator.press('Down', 'Enter');
  const row = visibleRows(operator.state(), 'prices').rows[1]?.row;
  const lines = row === undefined ? [] : prices.detail(row, contextOf(operator.state())).flatMap(({ lines }) => lines);
  const texts = Object.fromEntries(lines.map(({ label, text }) => [label, text]));
  expect(operator.top()).toBe('row-page');
  expect(texts).toMatchObject({
    'In short':
      'Last 7 days: filled from $11.50, waiting at $11.20 (2 bids); $11.50 would have held 100 % of the time.',
    'It is':
      'at most $11.50: a bid with that limit price had its instances; a bid at $11.20 waited, outbid or without room',
    '90 %': `${suggested('often')} would have held 100 % of the time`,
  });
});

test('before the records are read the pane is loading; without a bid it says how prices come about', async () => {
  const loading = await opened(lists);
  const text = (state: ConsoleState) =>
    messageLines(state, 'prices', 200)
      .map((line) => line.map(({ text }) => text).join(''))
      .join(' ');
  expect(text(loading.state())).toContain('Loading');
  expect(wantedIn(loading.state(), false)).not.toBeNull();
  const empty = recordsKnown(loading.state(), recordsOf([]));
  expect(text(empty)).toContain('No prices yet');
});

test('records of another project take the rows of this one with them', async () => {
  const operator = await opened(recordsKnown(lists, two));
  const forgotten = recordsKnown(operator.state(), null);
  expect([shown(forgotten), forgotten.lists.prices.fetchedAt]).toEqual([[], null]);
});

test('a recording has no prices, and says so', async () => {
  const operator = await opened(asRecording(lists));
  expect([operator.state().focus, operator.notice()]).toEqual([
    'bids',
    'This is a recording: it has no prices of earlier days.',
  ]);
});

test('an old price says its age, and is not drawn as one of now', async () => {
  const old = recordsOf(steadyBids, NOON - 5 * HOUR_MS);
  const operator = await opened(recordsKnown(lists, old));
  const row = visibleRows(operator.state(), 'prices').rows[0]?.row;
  const cell = (id: string) => {
    const column = prices.columns.find((one) => one.id === id);
    return row === undefined ? undefined : column?.cell(row, contextOf(operator.state()));
  };
  expect(cell('seen')).toEqual({ text: '5h', tone: 'warn' });
  expect(cell('high')).toEqual({ text: '$11.50', tone: 'dim' });
  expect(cell('waits')).toEqual({ text: '$11.20', tone: 'dim' });
});

test('where too little was seen a row has no suggested price and says so', async () => {
  const operator = await opened(recordsKnown(lists, recordsOf([standing('waits', 'open', 11.2, { before: 60_000 })])));
  expect(cells(operator.state())).toMatchObject({
    holds90: '–',
    holds99: '–',
    note: 'not enough seen yet',
  });
});

test.each([
  ['unicode', {}],
  ['ascii', { glyphs: asciiGlyphs }],
  ['a screen reader', { glyphs: spokenGlyphs }],
])('on 40 columns and with %s type, high and what holds are there, and every line has its width', async (_, glyphs) => {
  for (const size of [
    { columns: 160, rows: 45 },
    { columns: 80, rows: 24 },
    { columns: 40, rows: 10 },
  ]) {
    const state = resized({ ...moneyTabShown(recordsKnown(lists, two), 2), ...glyphs }, size);
    const lines = paneLines(state, { name: 'prices', width: size.columns, height: size.rows - 3 }, themeFor('16'));
    const text = JSON.stringify(lines);
    expect(text).toContain('8xh100');
    expect(text).toContain('$11.50');
    expect(
      hintsOf(state)
        .map(({ text }) => text)
        .join(''),
    ).toContain('n new bid');
  }
});

test('steady prices are drawn as the known time; in words for a screen reader', () => {
  const state = { ...moneyTabShown(recordsKnown(lists, steadyRecords), 2), glyphs: spokenGlyphs };
  expect(cells(state)['trend']).toBe('steady');
});

test('G in Money goes to the last lines, and one k goes a line up from there', async () => {
  const many = Array.from({ length: 60 }, (_, n) => bid(`bid-${n}`, { instance_type: `type-${n}` }));
  const operator = operatorAt(consoleWith({ bids: many }));
  const topOf = () => operator.state().dialogs.flatMap((own) => (own.kind === 'money' ? [own.top] : []))[0] ?? 0;
  await operator.press('$', 'G');
  const last = topOf();
  expect(last).toBeGreaterThan(20);
  await operator.press('j');
  expect(topOf()).toBe(last);
  await operator.press('k');
  expect(topOf()).toBe(last - 1);
});
