import { expect, test } from 'vitest';
import { bids } from '../../../src/resources/bids/bids.ts';
import { meets } from '../../../src/resources/filter/match.ts';
import { parseFilter } from '../../../src/resources/filter/parse.ts';
import { instances } from '../../../src/resources/instances.ts';
import { searchColumns } from '../../../src/store/lists/place-columns.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { bid, consoleWith, instance, volume } from '../../store/made.ts';
import { bodyOf, filledIn, newForm } from '../opened.ts';

const NAMES = new Map([
  ['it_9XQ', '8×H100'],
  ['eu-n1', 'Frankfurt'],
  ['b-gone', 'old bid'],
]);
const row = bid('b-1', { instance_type: 'it_9XQ', region: 'eu-n1' });
const plain = consoleWith({
  bids: [row, bid('b-2', { instance_type: 'it_other' })],
  instances: [instance('i-1', { bid: 'b-gone' })],
  volumes: [volume('v-1', { region: 'eu-n1' })],
});
const state: ConsoleState = { ...plain, connected: { ...plain.connected, aliases: NAMES } };
const context = contextOf(state);

const cellOf = (id: string) => bids.columns.find((column) => column.id === id)?.cell(row.row, context).text;

test('a type, a region and a bid that is not listed are shown by their aliases', () => {
  expect([cellOf('type'), cellOf('region')]).toEqual(['8×H100', 'Frankfurt']);
  const owner = instances.columns.find(({ id }) => id === 'bid');
  expect(owner?.cell(instance('i-1', { bid: 'b-gone' }).row, context).text).toBe('old bid');
});

test('the detail shows name and identifier, and copies the identifier', () => {
  const lines = bids.detail(row.row, context).flatMap((section) => section.lines);
  expect(lines.find(({ label }) => label === 'Instance type')).toMatchObject({
    text: '8×H100 (it_9XQ)',
    copy: 'it_9XQ',
  });
});

test.each(['type:8×h100', 'type:=it_9xq', 'it_9XQ', '8×H100 frankfurt', 'region:eu-n1'])(
  'the filter %j finds the row by name and by identifier',
  (text) => {
    const filter = parseFilter(text, bids.columns);
    expect(filter.ok && meets(row.row, filter.value, searchColumns(bids.columns, null, false, context), context)).toBe(
      true,
    );
  },
);

test('an alias typed in a form is sent as its identifier, and the review shows both', async () => {
  const values = { name: 'eval', type: '8×h100', region: 'Frankfurt', price: '2', quantity: '1' };
  const checked = filledIn(newForm('bids', context), values, {}, context);
  expect(await bodyOf(checked)).toMatchObject({ body: { instance_type: 'it_9XQ', region: 'eu-n1' } });
  expect(checked.ok && checked.review).toContainEqual({ field: 'Instance type', value: '8×H100 (it_9XQ)' });
  const size = { name: 'data', size: '500', region: 'frankfurt', interface: 'Block' };
  expect(await bodyOf(filledIn(newForm('volumes', context), size, {}, context))).toMatchObject({
    body: { region: 'eu-n1' },
  });
});

test('forms suggest the aliases, and an identifier can be typed as well', async () => {
  const form = newForm('bids', context);
  const offered = form.fields.find(({ id }) => id === 'type')?.suggest?.({ text: {}, picked: {} }, context);
  expect(offered?.map(({ value }) => value)).toEqual(['8×H100', 'it_other']);
  const values = { name: 'eval', type: 'it_9XQ', region: 'us-c3', price: '2', quantity: '1' };
  expect(await bodyOf(filledIn(form, values, {}, context))).toMatchObject({
    body: { instance_type: 'it_9XQ', region: 'us-c3' },
  });
});
