import { describe, expect, test } from 'vitest';
import { parsePrice } from '../../../src/lib/money.ts';
import { resumeImpact } from '../../../src/resources/bids/confirm.ts';
import { resumedOverBudget } from '../../../src/resources/bids/exposure.ts';
import { placeBidForm } from '../../../src/resources/bids/place-form.ts';
import { updateBidForm } from '../../../src/resources/bids/update-form.ts';
import type { Context } from '../../../src/resources/context.ts';
import { committedLine, exposureLine } from '../../../src/store/header.ts';
import { headerTexts } from '../../../src/store/header-line.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { bid, connected, consoleWith, instance } from '../../store/made.ts';
import { filledIn } from '../opened.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A fleet of two bids that run, one of them as a service writes it. */
function fleetWith(fields: Fields, budget: string | null = '$100'): ConsoleState {
  const state = consoleWith({
    bids: [
      bid('train', { limit_price: '$15.00', instance_quantity: 2, region: 'us' }),
      bid('odd', { instance_quantity: 4, ...fields }),
    ],
    instances: [
      ...['t1', 't2'].map((fid) => instance(fid, { bid: 'train' })),
      ...['o1', 'o2', 'o3', 'o4'].map((fid) => instance(fid, { bid: 'odd' })),
    ],
  });
  return { ...state, connected: { ...connected, budget: budget === null ? null : parsePrice(budget) } };
}
const badges = (state: ConsoleState): string =>
  headerTexts(state)
    .badges.long.map(({ text }) => text.trim())
    .join();

const UNREADABLE: readonly (readonly [string, Fields])[] = [
  ['a price in words', { limit_price: 'twelve' }],
  ['no price', { limit_price: null }],
  ['a decimal comma', { limit_price: '$1,5' }],
  ['a negative price', { limit_price: '-$50.00' }],
  ['a price that is a number', { limit_price: 15 }],
];

describe.each(UNREADABLE)('beside a running bid with %s', (_, fields) => {
  const state = fleetWith(fields);
  const context = contextOf(state);

  test('the header says what the rest costs at least, and that nobody knows whether the budget is kept', () => {
    expect(exposureLine(state)).toEqual({
      short: '≥$30.00/h',
      medium: '≥$30.00/h, 1 unknown',
      long: 'at least $30.00/h, 1 unknown',
    });
    expect(badges(state)).toBe('▲ BUDGET AT LEAST 30 %');
  });

  test('a new bid has to be typed again while nobody knows whether the budget is kept, and the form says why', () => {
    const form = placeBidForm(null, context);
    const values = { name: 'n', type: '8xh100', region: 'us', quantity: '1', price: '15' };
    const checked = filledIn(form, values, { keys: ['key'] }, context);
    expect(checked.ok ? checked.retype?.why : null).toContain(
      'With it running and open bids cost at least $45.00 /h, perhaps over the budget of $100.00: the cost of odd is not known.',
    );
    expect(form.remarks({ text: values, picked: {} }, context).map(({ text }) => text)).toEqual([
      '$15.00 × 1 = $15.00 /h at most',
      'Max cost if all filled: at least $30.00 → at least $45.00 /h',
      '▲ The cost of odd is not known.',
      '▲ At least 45 % of the budget of $100.00 /h',
    ]);
  });

  test('one that is over the budget anyway is said to be over it', () => {
    const values = { name: 'n', type: '8xh100', region: 'us', quantity: '10', price: '15' };
    const checked = filledIn(placeBidForm(null, context), values, { keys: ['key'] }, context);
    expect(checked.ok ? checked.retype?.why : null).toContain('cost at least $180.00 /h, over the budget of $100.00.');
  });

  test('its own new price has to be typed again, because it can not be compared with the old one', () => {
    const [odd] = [...state.lists.bids.rows.values()].filter(({ row }) => row.fid === 'odd');
    if (odd === undefined) throw new Error('no bid');
    const now: Context = contextOf(fleetWith(fields, null));
    const checked = filledIn(updateBidForm(odd.row), { price: '500' }, {}, now);
    expect(checked.ok ? checked.retype?.why : null).toContain(
      "The old price can't be read, so $500.00 can't be compared with it.",
    );
  });
});

test.each([
  [{ instance_quantity: null }, 'at least $40.00 committed'],
  [{ instance_quantity: -5 }, 'at least $40.00 committed'],
  [{ instance_quantity: 0 }, 'at least $40.00 committed'],
])('with %j what runs is known, and what it costs if it is filled is not', (fields, committed) => {
  const state = fleetWith({ limit_price: '$2.50', ...fields });
  expect(exposureLine(state).long).toBe('$40.00/h at most');
  expect(committedLine(state)).toBe(committed);
});

test('a bid that asks for nothing and has nothing costs nothing', () => {
  const idle = bid('idle', { instance_quantity: 0, status: 'Open' });
  expect(committedLine(consoleWith({ bids: [idle] }))).toBe('');
});

test('before a bid without a readable price is resumed, the question says that nobody knows what it costs', () => {
  const paused = bid('odd', { status: 'Paused', limit_price: 'twelve' });
  const state = { ...consoleWith({ bids: [paused] }), connected: { ...connected, budget: parsePrice('$100') } };
  const context = contextOf(state);
  expect(resumeImpact([paused.row], context).meaning).toBe(
    'it can cost an unknown amount more, perhaps over the budget of $100.00/h: the cost of odd is not known',
  );
  expect(resumedOverBudget([paused.row], context)).toContain('perhaps over the budget');
});

describe('what may be charged', () => {
  const state = (status: string | null) =>
    consoleWith({
      bids: [bid('a', { limit_price: '$2.00' })],
      instances: [instance('1', { bid: 'a' }), instance('2', { bid: 'a', status })],
    });

  test.each([
    ['STATUS_RUNNING', '$4.00'],
    ['STATUS_PREEMPTING', '$4.00'],
    ['STATUS_STOPPING', '$4.00'],
    ['STATUS_RELOCATING', '$4.00'],
    ['STATUS_ERROR', '$4.00'],
    ['STATUS_UNHEARD_OF', '$4.00'],
    [null, '$4.00'],
    ['STATUS_STARTING', '$2.00'],
    ['STATUS_PREEMPTED', '$2.00'],
    ['STATUS_TERMINATED', '$2.00'],
    ['STATUS_STOPPED', '$2.00'],
  ])('an instance that is %s makes the upper bound %s', (status, cost) => {
    expect(exposureLine(state(status)).long).toBe(`${cost}/h at most`);
  });

  test('an instance of no listed bid makes it a lower bound, one of a reservation does not', () => {
    const bids = [bid('a', { limit_price: '$2.00' })];
    const costBeside = (more: Fields) =>
      exposureLine(consoleWith({ bids, instances: [instance('1', { bid: 'a' }), instance('2', more)] })).long;
    expect(costBeside({ bid: 'gone' })).toBe('at least $2.00/h, 1 unknown');
    expect(costBeside({ bid: null })).toBe('at least $2.00/h, 1 unknown');
    expect(costBeside({ bid: { fid: 'a' } })).toBe('at least $2.00/h, 1 unknown');
    expect(costBeside({ bid: 'a', status: 7 })).toBe('$4.00/h at most');
    expect(costBeside({ bid: null, reservation: 'res' })).toBe('$2.00/h at most');
  });

  test('rows that could not be read, and pages that were not, make it a lower bound', () => {
    const all = state('STATUS_RUNNING');
    const { bids } = all.lists;
    const unread = { ...bids, unreadable: [{ fid: null, why: 'it has no identifier', raw: '{}' }] };
    expect(exposureLine({ ...all, lists: { ...all.lists, bids: unread } }).long).toBe('at least $4.00/h, 1 unknown');
    const cut = { ...bids, warnings: ['page-limit'] as const };
    expect(exposureLine({ ...all, lists: { ...all.lists, bids: cut } }).long).toBe('at least $4.00/h, 1 unknown');
  });
});
