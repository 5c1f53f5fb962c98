import { expect, test } from 'vitest';
import { parsePrice } from '../../../src/lib/money.ts';
import { changeBids } from '../../../src/resources/bids/change-plan.ts';
import type { FormResult, Values } from '../../../src/resources/form.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, connected, consoleWith } from '../../store/made.ts';
import { filledIn, wrongIn } from '../opened.ts';

const east = bid('east', { limit_price: '$2.00', status: 'Open', region: 'east', instance_quantity: 10 });
const west = bid('west', { limit_price: '$3.00', status: 'Open', region: 'west', instance_quantity: 10 });
const euro = bid('euro', { limit_price: '€2.00', status: 'Open', region: 'east' });
const strange = bid('strange', { limit_price: 'a lot', status: 'Paused', region: 'east' });
const old = bid('old', { limit_price: '$1.00', status: 'Terminated', region: 'east' });
const fleet = { bids: [east, west, euro, strange, old], instances: [] };

function changing(
  rows: (typeof fleet)['bids'],
  text: Values['text'],
  picked: Values['picked'] = {},
  budget = '',
  production = false,
): FormResult {
  const state = consoleWith(fleet);
  const context = contextOf({ ...state, connected: { ...connected, budget: parsePrice(budget) } });
  const form = changeBids.open(
    rows.map(({ row }) => row),
    { production, note: null },
  );
  return filledIn(form, text, picked, context);
}

test("bids that can't be changed and bids that would not change are left out with the reason", () => {
  const checked = changing(fleet.bids, { price: '+1' });
  if (!checked.ok) throw new Error('refused');
  expect(checked.writes.map(({ fid, price }) => [fid, price])).toEqual([
    ['east', '$3.00'],
    ['west', '$4.00'],
  ]);
  expect(checked.review).toEqual([
    { field: 'east', value: '$2.00 → $3.00' },
    { field: 'west', value: '$3.00 → $4.00' },
    { field: 'euro', value: 'left out: its price is in €' },
    { field: 'strange', value: "left out: its price can't be read" },
    { field: 'old', value: 'left out: it has ended' },
  ]);
  expect(checked.leftOut).toHaveLength(3);
  const set = changing([east, west], { price: '3' });
  expect(set.ok && [set.writes.length, set.leftOut, set.review.at(-1)?.value]).toEqual([
    1,
    [],
    'left out: its price stays',
  ]);
});

test('a price that would be zero or below refuses the change of all, and names the bid', () => {
  expect(wrongIn(changing([east, west], { price: '-2' }))).toEqual({
    limit_price: 'A price has to be above zero. east: $2.00 would become $0.00.',
  });
});

test('volumes are set for bids of one region only, and an empty field leaves them', () => {
  const picked = { volumes: ['vol_1'] };
  expect(wrongIn(changing([east, west], {}, picked))['volumes']).toContain('several regions');
  const checked = changing([east, euro], {}, picked);
  expect(checked.ok && checked.writes.map(({ fid, price }) => [fid, price])).toEqual([
    ['east', null],
    ['euro', null],
  ]);
  expect(wrongIn(changing([east], {}))['']).toBe('Nothing has changed, so there is nothing to send.');
});

test('a startling price of one bid, and a production profile, have the number of bids typed', () => {
  const typed = (price: string, production: boolean): string => {
    const checked = changing([east, west], { price }, {}, '', production);
    return checked.ok ? (checked.retype?.why ?? 'sent') : 'refused';
  };
  expect(typed('+900%', false)).toMatch(
    /^east: .*\n.*is ten times the old price of .*\nType 2, the number of bids, to change them\.$/,
  );
  expect(typed('+1%', true)).toMatch(/^This is a production profile\.\nType 2, the number of bids/);
  expect(typed('+1%', false)).toBe('sent');
});

test('bids that pass the budget only together need their number typed; lowering a price never does', () => {
  const checked = changing([east, west], { price: '+0.60' }, {}, '$60');
  if (!checked.ok || checked.retype === null) throw new Error('not asked');
  expect(checked.retype.why).toContain('cost up to $62.00 /h, over the budget of $60.00.');
  expect(['2', ' 2 ', '3', '$2'].map(checked.retype.accepts)).toEqual([true, true, false, false]);
  const one = changing([east], { price: '+0.60' }, {}, '$60');
  expect(one.ok && one.retype).toBeNull();
  const lower = changing([east, west], { price: '-0.10' }, {}, '$40');
  expect(lower.ok && lower.retype).toBeNull();
});
