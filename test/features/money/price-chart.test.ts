import { expect, test } from 'vitest';
import type { BidRecords, BidState, BidSteps } from '../../../src/features/money/bid-record.ts';
import { chartLines } from '../../../src/features/money/chart/chart-lines.ts';
import { priceTab } from '../../../src/features/money/chart/tab.ts';
import { moneyTabShown } from '../../../src/features/money/page.ts';
import type { MarkKey } from '../../../src/features/money/price.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/duration.ts';
import { asciiGlyphs, type Glyphs, spokenGlyphs, unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { dialogHeight, dialogWidth, WIDEST } from '../../../src/screen/dialogs/view.ts';
import { textsOf } from '../../screen/ink/seen.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { recordsKnown } from './known.ts';
import { recordsOf } from './made-records.ts';

/** How a bid stood from some minutes before noon on, at a limit price in dollars. */
type Stood = readonly [minutes: number, state: BidState, dollars: number];

/** The steps of a bid of four instances, each seen two seconds after the last look without it. */
function stood(name: string, ...all: readonly Stood[]): BidSteps {
  return {
    traits: { bid: `bid_${name}`, name, type: '8xh100', region: 'eu-n1' },
    steps: all.map(([minutes, state, dollars], n) => {
      const at = NOON - minutes * MINUTE_MS;
      const limit = { sign: '$', micros: BigInt(Math.round(dollars * 1e6)) };
      const running = state === 'allocated' || state === 'preempting' ? 4 : 0;
      return { at, since: n === 0 ? at : at - 2000, state, limit, quantity: 4, running };
    }),
  };
}

const serving = stood('serving', [240, 'allocated', 12]);
const records = recordsOf([
  serving,
  stood('sweep-a', [240, 'allocated', 11.5], [60, 'preempting', 11.5], [58, 'open', 11.5]),
  stood('sweep-b', [240, 'open', 11], [180, 'allocated', 11], [60, 'open', 11]),
  stood('night', [240, 'paused', 11.2]),
]);

const lists = consoleWith({
  bids: [
    bid('bid_serving', { name: 'serving', limit_price: '$12.00' }),
    bid('bid_sweep-a', { name: 'sweep-a', limit_price: '$11.50', status: 'Open' }),
    bid('bid_sweep-b', { name: 'sweep-b', limit_price: '$11.00', status: 'Open' }),
  ],
});
const PAIR = { type: '8xh100', region: 'eu-n1', sign: '$' };

/** The lines of the chart of four hours. */
function chart(
  known: BidRecords | null,
  at: MarkKey | null = null,
  { glyphs = unicodeGlyphs, width = 70, height = 18 }: { glyphs?: Glyphs; width?: number; height?: number } = {},
): readonly string[] {
  const state = { ...recordsKnown(lists, known, [{ pair: PAIR, spanMs: 4 * HOUR_MS }]), glyphs };
  const lines = chartLines(state, { pair: PAIR, spanMs: 4 * HOUR_MS, at }, { width, height });
  return textsOf(lines).map((line) => line.trimEnd());
}

/** Where the loss of a bid an hour before noon is. */
const LOST: MarkKey = { bid: 'bid_sweep-b', at: NOON - HOUR_MS };

test('the price is shaded up to what it was at most, with the limit prices through it, each named at its right, and a loss is a tick in its column', () => {
  expect(chart(records, LOST)).toEqual([
    '  $12.08                                  │',
    '         ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ serving $12.00',
    '                                         ░│░░░░░░░░░░',
    '                                         ░│░░░░░░░░░░',
    '         ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✖╌╌╌╌╌╌╌╌╌╌ sweep-a $11.50',
    '         ░░░░░░░░░░░                     ░│░░░░░░░░░░',
    '         ░░░░░░░░░░░                     ░│░░░░░░░░░░',
    '         ············································ night $11.20',
    '         ╌╌╌╌╌╌╌╌╌╌╌●━━━━━━━━━━━━━━━━━━━━━✖╌╌╌╌╌╌╌╌╌╌ sweep-b $11.00',
    '  $10.92 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│░░░░░░░░░░',
    '         ┴──────────┴──────────┴──────────↑─────────┴',
    '         08:00    09:00      10:00      11:00     now',
    'sweep-b was lost at 11:00: its limit was $11.00, the price at most',
    '$12.00: outbid or without room.',
    '░ the price was not above this',
    '━ limit of a bid with its instances   ╌ limit of one that waits',
    '· limit of one that is paused   ✖ bid lost   ● bid filled',
    '$11.00 would have held at least 49 % of 7 days, but lost lately',
  ]);
});

test('with ASCII and without colours limits, losses and fills are told from each other, and without a cursor it counts them', () => {
  const lines = chart(records, null, { glyphs: asciiGlyphs });
  expect(lines.join('')).toMatch(/^[ -~]+$/);
  expect(lines).toContain('         =================================x---------- sweep-a $11.50');
  expect(lines).toContain('         -----------*=====================x---------- sweep-b $11.00');
  expect(lines).toContain('         :::::::::::::::::::::::::::::::::::::::::::: night $11.20');
  expect(lines).toContain('2 losses and 1 fill in the last 4h.');
});

test('times in which nobody looked are gaps, of the price and of the limit prices', () => {
  const [first] = records.records;
  const seen = [
    { from: NOON - 8 * 24 * HOUR_MS, to: NOON - 150 * MINUTE_MS },
    { from: NOON - 90 * MINUTE_MS, to: NOON },
  ];
  const lines = chart({ ...records, records: [{ project: 'proj_demo', bids: first?.bids ?? [], observed: seen }] });
  expect(lines).toContain('         ━━━━━━━━━━━━━━━━━          ━━━━━━━━━━━━━━━━━ serving $12.00');
  for (const line of lines.slice(0, 10)) expect(line.slice(9 + 17, 9 + 27).trim()).toBe('');
});

test('a limit price far above the price is named with an arrow and leaves the scale to the price', () => {
  const far = recordsOf([...(records.records[0]?.bids ?? []), stood('panic', [240, 'paused', 90])]);
  const [top] = chart(far);
  expect(top).toMatch(/^ +\$12\.\d\d +↑ panic \$90\.00$/);
});

test('bids whose limit prices are close to each other are all named, from the highest to the lowest', () => {
  const close = ['a', 'b', 'c', 'd'].map((name, n) => stood(name, [240, 'open', 11.04 - n / 100]));
  const all = recordsOf([...(records.records[0]?.bids ?? []), ...close, stood('same', [240, 'open', 11.04])]);
  const named = chart(all, null, { height: 30 }).flatMap(
    (line) => /[a-z][\w, -]* \$1[12]\.\d\d$/.exec(line)?.[0].trim() ?? [],
  );
  expect(named).toEqual([
    'serving $12.00',
    'sweep-a $11.50',
    'night $11.20',
    'a, same $11.04',
    'b $11.03',
    'c $11.02',
    'd $11.01',
    'sweep-b $11.00',
  ]);
  // On three rows those next to each other share one.
  const few = chart(all, null, { width: 34, height: 6 })
    .slice(0, 3)
    .map((line) => line.slice(25));
  expect(few).toEqual(['serving', 'sweep-a', 'night, a…']);
});

test('a screen reader has the bound, and of each bid its limit price, how it stands and when it was lost', () => {
  expect(chart(records, null, { glyphs: spokenGlyphs, width: 150 })).toEqual([
    'The price of 8xh100 in eu-n1 is at most $12.00: a bid with that limit price had its instances; a bid at $11.50 waited, outbid or without room.',
    '2 losses and 1 fill in the last 4h.',
    'serving: limit $12.00, has its instances, not lost.',
    'sweep-a: limit $11.50, waits, lost at 11:00.',
    'night: limit $11.20, is paused, not lost.',
    'sweep-b: limit $11.00, waits, lost at 11:00.',
  ]);
  expect(chart(records, LOST, { glyphs: spokenGlyphs, width: 150 })[1]).toContain('sweep-b was lost at 11:00');
});

test('while the journal is read it says so, and where nothing was seen it says what shows a price', () => {
  expect(chart(null)).toEqual(['◐ Reading the prices of 8xh100 in eu-n1…']);
  expect(chart(recordsOf([])).join(' ')).toBe(
    'No bid of 8xh100 in eu-n1 was seen in the last 4h, so its price is not known. ' +
      'Each bid that is filled while a console or spotdeck watch runs shows something of it; - looks further back.',
  );
});

test.each([
  { columns: 160, rows: 45 },
  { columns: 120, rows: 35 },
  { columns: 80, rows: 24 },
  { columns: 40, rows: 10 },
])('on $columns × $rows it fits, with the sentence of the cursor and a tick', ({ columns, rows }) => {
  const room = { width: dialogWidth(columns, WIDEST), height: dialogHeight(rows) };
  for (const glyphs of [unicodeGlyphs, asciiGlyphs]) {
    const lines = chart(records, LOST, { glyphs, ...room });
    expect(lines.length).toBeLessThanOrEqual(room.height);
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(room.width);
    expect(lines.join(' ')).toMatch(/sweep-b (was lost at|lost) 11:00: .*price at most \$12\.00/);
    expect(lines.slice(0, 3).join('') + lines.slice(3, -1).join('')).toContain(glyphs.bad);
  }
});

/** The operator at the page of the price, where the chart is its first tab. */
async function opened() {
  const operator = operatorAt(moneyTabShown(recordsKnown(lists, records), 2));
  await operator.press('Enter');
  return operator;
}
type Operator = Awaited<ReturnType<typeof opened>>;
const pageOf = ({ state }: Operator) => {
  const top = state().dialogs.at(-1);
  return top?.kind === 'row-page' ? top : null;
};
/** What the chart says of the loss or fill under its cursor. */
const happened = (operator: Operator): string => {
  const page = pageOf(operator);
  const lines = page === null ? [] : priceTab.lines(operator.state(), page, { width: 100, height: 30 });
  return textsOf(lines).find((line) => /was (lost|filled)/.test(line)) ?? '';
};

test('Enter in the prices opens the chart on the last loss; j and k go along losses and fills, and Enter to the bid', async () => {
  const operator = await opened();
  expect(pageOf(operator)).toMatchObject({ pane: 'prices', tab: 'price' });
  expect(happened(operator)).toContain('sweep-b was lost at 11:00');
  await operator.press('k');
  expect(happened(operator)).toContain('sweep-a was lost at 11:00');
  await operator.press('k');
  expect(happened(operator)).toContain('sweep-b was filled');
  await operator.press('j', 'Enter');
  expect([operator.top(), operator.state().focus, operator.state().views.bids.cursor]).toEqual([
    null,
    'bids',
    'bid_sweep-a',
  ]);
});

test('+ and - zoom through the time spans, and a mark that is out of the picture is under the cursor again once it is back', async () => {
  const operator = await opened();
  const span = () => (pageOf(operator)?.views.price?.spanMs ?? 0) / HOUR_MS;
  await operator.press('k');
  expect(span()).toBe(6);
  await operator.press('+', '+', '+', '+');
  expect(span()).toBe(0.5);
  expect(happened(operator)).toBe('No bid was filled or lost in the last 30m.');
  await operator.press('-', '-');
  expect([span(), happened(operator)]).toEqual([2, expect.stringContaining('sweep-a was lost')]);
});

test('the cursor stays on its loss when more arrive', async () => {
  const operator = await opened();
  await operator.press('k');
  const more = recordsOf([
    ...(records.records[0]?.bids ?? []).filter(({ traits }) => traits.name !== 'serving'),
    stood('serving', [240, 'allocated', 12], [5, 'open', 12]),
  ]);
  const next = operatorAt(recordsKnown(operator.state(), more));
  expect(happened(next)).toContain('sweep-a was lost');
  await next.press('j', 'j');
  expect(happened(next)).toContain('serving was lost');
});

test('the page of a bid has the price of its type and region, where its own keys change that bid', async () => {
  const operator = operatorAt(recordsKnown(lists, records));
  await operator.press('G', 'Enter', 'Left', 'Left');
  expect(pageOf(operator)).toMatchObject({ pane: 'bids', fid: 'bid_sweep-b', tab: 'price' });
  await operator.press('e');
  expect(operator.state().dialogs.at(-1)).toMatchObject({ kind: 'form', form: { title: 'Change sweep-b' } });
});
