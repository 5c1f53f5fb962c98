import { expect, test } from 'vitest';
import { auctions } from '../../../src/features/extras/auctions.ts';
import { priceHistory } from '../../../src/features/extras/price-history.ts';
import { priceNow } from '../../../src/features/extras/price-now.ts';
import { chartLines } from '../../../src/features/money/chart/chart-lines.ts';
import { moneyTabShown, pricesListed } from '../../../src/features/money/page.ts';
import { adviceForPairs } from '../../../src/features/money/prices/advice.ts';
import { priceColumns } from '../../../src/features/money/prices/columns.ts';
import { suggestedPrice } from '../../../src/features/money/prices/pane.ts';
import { pairPricesOf } from '../../../src/features/money/prices/rows.ts';
import { contradictionsOf } from '../../../src/features/money/service-prices.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/lib/duration.ts';
import { formatMoney } from '../../../src/lib/money.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { timePassed } from '../../../src/store/transitions.ts';
import { textsOf } from '../../screen/ink/seen.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { type Answered, afterAnswers } from '../extras/answering.ts';
import { recordsKnown } from './known.ts';
import { recordsOf, standing, steadyRecords } from './made-records.ts';

const PAIR = { type: '8xh100', region: 'eu-n1', sign: '$' };
const lists = consoleWith({ bids: [bid('filled', { limit_price: '$11.50' })] });

const auction = (price: string, more: object = {}) => ({
  fid: 'auction',
  instance_type: PAIR.type,
  region: PAIR.region,
  capacity: 3,
  last_instance_price: price,
  lowest_allocated_price: null,
  ...more,
});

/** A console with a week of own bids, whose service says prices. */
const saying = (price: string, state: ConsoleState = recordsKnown(lists, steadyRecords)): Promise<ConsoleState> =>
  afterAnswers(state, auctions, () => ({ json: [auction(price), auction('$1.00', { instance_type: '1xl40s' })] }));

const advice = (state: ConsoleState, typed = '') => adviceForPairs([PAIR], typed, contextOf(state));

test('the price of the service stands in the place of what own bids show, with what is free', async () => {
  const state = await saying('$11.10');
  expect(advice(state, '11.50')?.texts).toEqual([
    'Price $11.10 (service), 3 free; 3 % above the price; $11.50 would have held 100 % of the last 7 days.',
    'Price $11.10 (service), 3 free; 3 % above the price; $11.50 held 100 %',
    'Price $11.10 (service); 3 % above the price; $11.50 held 100 %',
    'Price $11.10 (service); 3 % above the price',
  ]);
});

test('what is suggested is never below the price now', async () => {
  const state = pricesListed(await saying('$12.34'));
  expect(advice(state)?.values).toEqual({ often: '$12.34', mostly: '$12.34' });
  const row = state.lists.prices.rows.get('8xh100/eu-n1/$')?.row;
  expect(row && suggestedPrice(row)).toBe('$12.34');
  expect(advice(await saying('$11.10'))?.values.often).toBe('$11.50');
});

test('a price of another currency, and one of 90 seconds ago, leave what own bids show, and it says so', async () => {
  const own = advice(recordsKnown(lists, steadyRecords));
  expect(advice(await saying('€11.10'))?.texts[0]).toBe(own?.texts[0].replace('(2 bids)', '(2 own bids)'));
  expect(advice(await saying('€11.10'))?.values).toEqual(own?.values);
  const state = await saying('$11.10');
  expect(advice(timePassed(state, NOON + 2 * MINUTE_MS))?.texts[0]).toBe(own?.texts[0]);
});

test('Prices have a row for each pair that only the service knows, with price and free capacity', async () => {
  const state = pricesListed(await saying('$11.10'));
  const rows = [...state.lists.prices.rows.values()].map(({ row }) => row);
  const cells = (id: string): readonly (string | undefined)[] =>
    rows.map((row) => priceColumns.find((column) => column.id === id)?.cell(row, contextOf(state)).text);
  expect(rows.map(({ fid }) => fid)).toEqual(['8xh100/eu-n1/$', '1xl40s/eu-n1/$']);
  expect([cells('now'), cells('free'), cells('high'), cells('bids')]).toEqual([
    ['$11.10', '$1.00'],
    ['3', '3'],
    ['', ''],
    ['2', '0'],
  ]);
});

const before = (ms: number): string => new Date(NOON - ms).toISOString();
const history = (...prices: readonly (number | null)[]): Answered => ({
  json: {
    series: [
      {
        instance_type: PAIR.type,
        region: PAIR.region,
        timestamps: prices.map((_, n) => before(((prices.length - n - 1) * 7 * DAY_MS) / prices.length)),
        spot_prices: prices,
      },
    ],
    complete: true,
  },
});

test('prices of the service from before the first look say how often a limit price was enough', async () => {
  const shown = moneyTabShown(await saying('$11.10', recordsKnown(lists, recordsOf([]))), 2);
  const asked = await afterAnswers(shown, priceHistory, () =>
    history(1000, 1000, 1000, 1000, 1400, 1000, 1000, 1000, 1000, 1000, 1110),
  );
  expect(advice(asked, '11.10')?.texts[0]).toBe(
    'Price $11.10 (service), 3 free; $11.10 would have held 90 % of the last 7 days.',
  );
  expect(advice(asked)?.values).toEqual({ often: '$11.10', mostly: '$14.00' });
});

test('in the chart prices of the service and own bids are told apart, by signs and in the legend', async () => {
  const wanted = { pair: PAIR, spanMs: 7 * DAY_MS };
  const shown = moneyTabShown(await saying('$11.10', recordsKnown(lists, steadyRecords, [wanted])), 2);
  const asked = await afterAnswers(shown, priceHistory, () => history(1000, 1050, 1110));
  const lines = textsOf(chartLines(asked, { ...wanted, at: null }, { width: 120, height: 20 })).join('\n');
  expect(lines).toContain('─ price (service)   ░ the price was not above this (own bids)');
  const without = textsOf(chartLines(shown, { ...wanted, at: null }, { width: 120, height: 20 })).join('\n');
  expect(without.match(/─{3}/g)?.length ?? 0).toBeLessThan(lines.match(/─{3}/g)?.length ?? 0);
});

test('the form of a new bid asks what its quantity must offer, and says it', async () => {
  const operator = operatorAt(await saying('$11.10'));
  await operator.press('n');
  for (const text of ['train', '8xh100', 'eu-n1']) {
    await operator.type(text);
    await operator.press('Tab');
  }
  const state = await afterAnswers(operator.state(), priceNow, () => ({
    json: {
      spot_price_cents: 1110,
      minimum_price_cents: null,
      lowest_allocated_bid_cents: null,
      dynamic_win_price_cents: 1160,
      available_capacity: 3,
      total_capacity: 20,
    },
  }));
  expect(advice(state)?.texts[0]).toBe(
    'Price $11.10 (service), 3 free; 1 wins from $11.60; $11.60 would have held 100 % of the last 7 days.',
  );
  expect(advice(state)?.values.often).toBe('$11.60');
  expect(advice(state, '11.55')?.texts[0]).toMatch(
    /^Price \$11\.10 \(service\), 3 free; 1 wins from \$11\.60; 4 % above the price; /,
  );
  expect(advice(state, '11.60')?.texts[0]).toMatch(
    /^Price \$11\.10 \(service\), 3 free; wins 1 now; 4 % above the price; /,
  );
});

test('a price of the service above the limit price of a bid that has its instances is a contradiction, an older bid is none', async () => {
  const records = recordsOf([standing('filled', 'allocated', 11.5)]);
  const found = (state: ConsoleState, known = records) =>
    contradictionsOf(state, pairPricesOf(known)).map(({ service, high }) => [formatMoney(service), high]);
  expect(found(await saying('$11.60'))).toEqual([['$11.60', 11_500_000n]]);
  expect(found(await saying('$11.50'))).toEqual([]);
  expect(found(await saying('€99.00'))).toEqual([]);
  expect(found(recordsKnown(lists, records))).toEqual([]);
  const earlier = recordsOf([standing('filled', 'allocated', 11.5)], NOON - 5 * MINUTE_MS);
  expect(found(await saying('$11.60'), earlier)).toEqual([]);
});
