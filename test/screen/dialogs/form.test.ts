import { describe, expect, test } from 'vitest';
import { paneFocused, rowSelected } from '../../../src/store/panes/cursor.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, consoleWith, sshKey, volume } from '../../store/made.ts';
import { askedBy, openForm as form, type Operator, operatorAt } from '../keys/press-keys.ts';

const lists = consoleWith({
  bids: [
    bid('a', {
      name: 'train',
      launch_specification: { volumes: ['v-eu'], ssh_keys: ['s-1'], startup_script: 'nvidia-smi' },
    }),
    // Higher than most prices typed in these tests, so that a price has to be typed again only in the tests of that.
    bid('z-dear', { limit_price: '$100.00' }),
  ],
  volumes: [
    volume('v-eu', { name: 'imagenet', interface: 'File' }),
    volume('v-us', { name: 'ckpt', region: 'us-c3', interface: 'File' }),
  ],
  sshKeys: [sshKey('s-1', { name: 'ops' }), sshKey('s-2', { name: 'me' })],
});

const start = rowSelected(lists, 'bids', 'a');

const focus = (operator: Operator): string => form(operator).form.fields[form(operator).focus]?.id ?? '';
const step = (operator: Operator): string => form(operator).step.kind;
const review = (operator: Operator): Readonly<Record<string, string>> => {
  const { step } = form(operator);
  if (step.kind !== 'review') throw new Error(`the form is at ${step.kind}: ${JSON.stringify(form(operator).errors)}`);
  return Object.fromEntries(step.question.effect.review.map(({ field, value }) => [field, value]));
};

describe('placing a bid', () => {
  test('a quantity takes digits only, typed or pasted, and says that something was left out until it is deleted', async () => {
    const operator = operatorAt(start);
    const quantity = () => [form(operator).values.text['quantity'], form(operator).errors['quantity']];
    await operator.press('n');
    await operator.type('eval\t8xa100\tus-c3\t1.5');
    expect(quantity()).toEqual(['15', 'Only digits are taken: something typed was left out.']);
    operator.paste('many');
    expect(quantity()).toEqual(['15', 'Only digits are taken: something typed was left out.']);
    await operator.press('Backspace');
    expect(quantity()).toEqual(['1', undefined]);
  });

  test('n, the fields in order, the review and Enter send exactly what was typed', async () => {
    const operator = operatorAt(start);
    await operator.press('n');
    await operator.type('eval-night\t8xa100\tus-c3\t8\t0.75\t');
    // The key of the newest bid is chosen already.
    await operator.type('me');
    await operator.press('Space', 'Tab', 'Space', 'Tab');
    operator.paste('#!/bin/sh\necho on');
    await operator.press('Tab');
    await operator.type('k8s-1\n');
    expect(review(operator)).toEqual({
      Name: 'eval-night',
      'Instance type': '8xa100',
      Region: 'us-c3',
      Quantity: '8',
      'Limit price': '$0.75',
      'SSH keys': 'ops, me',
      Volumes: 'ckpt',
      'Startup script': '2 lines',
      Cluster: 'k8s-1',
    });
    expect(operator.left.submitted).toEqual([]);
    await operator.press('Enter');
    expect(await askedBy(operator.left.submitted[0])).toEqual([
      'placeBid',
      {
        body: {
          project: 'proj_demo',
          name: 'eval-night',
          instance_type: '8xa100',
          region: 'us-c3',
          instance_quantity: 8,
          limit_price: '$0.75',
          launch_specification: {
            ssh_keys: ['s-1', 's-2'],
            volumes: ['v-us'],
            startup_script: '#!/bin/sh\necho on',
            kubernetes_cluster: 'k8s-1',
          },
        },
      },
    ]);
  });

  test('Enter pressed twice sends once', async () => {
    const operator = operatorAt(start);
    await operator.press('n');
    await operator.type('eval\t8xa100\tus-c3\t8\t0.75');
    await operator.press('Ctrl-s', 'Enter', 'Enter', 'Enter', 'Esc');
    expect(operator.left.submitted).toHaveLength(1);
    expect(step(operator)).toBe('sending');
  });

  test('a missing value is reported at its field, the first such field has the cursor, and the text stays', async () => {
    const operator = operatorAt(start);
    await operator.press('n');
    await operator.type('eval\t8xa100\t\t0\tcheap');
    await operator.press('Ctrl-s');
    expect(step(operator)).toBe('fields');
    expect(form(operator).errors).toEqual({
      region: 'Give a region.',
      quantity: 'Give a whole number of instances, at least 1.',
      price: 'Give a price like 2.50 or $2.50.',
    });
    expect(focus(operator)).toBe('region');
    await operator.type('eu-n1');
    expect(form(operator).errors).not.toHaveProperty('region');
    expect(form(operator).values.text).toMatchObject({ name: 'eval', quantity: '0', price: 'cheap' });
  });

  test('every empty required field is reported at once, though the check stops at another one', async () => {
    const operator = operatorAt(paneFocused(start, 'apiKeys'));
    await operator.press('n', 'Tab');
    await operator.type('yesterday');
    await operator.press('Ctrl-s');
    expect(form(operator).errors).toEqual({
      name: 'Name is required.',
      expires: 'Give 7d, 30d, 90d, 1y, a date like 2027-01-31, or never.',
    });
    expect(focus(operator)).toBe('name');
  });

  test('Right takes a suggestion, and free text is allowed', async () => {
    const operator = operatorAt(start);
    await operator.press('n', 'Tab');
    await operator.type('8x');
    await operator.press('Right');
    expect(operator.text()).toBe('8xh100');
    await operator.press('Backspace');
    await operator.type('1-new');
    expect(operator.text()).toBe('8xh101-new');
  });

  test('without suggestions the key for them leaves the text unchanged', async () => {
    const operator = operatorAt(start);
    await operator.press('n');
    await operator.type('eval');
    await operator.press('Ctrl-n', 'Ctrl-p', 'Right');
    expect(operator.text()).toBe('eval');
    expect(form(operator).choice).toBeNull();
  });

  test('@path inserts the file, and a missing file is reported at the field', async () => {
    const operator = operatorAt(start, { files: { '~/start.sh': 'echo hello\n' } });
    await operator.press('n');
    await operator.type('eval\t8xa100\tus-c3\t8\t0.75\t\t\t@~/nowhere');
    await operator.press('Ctrl-s');
    expect(form(operator).errors).toEqual({ script: 'There is no file ~/nowhere.' });
    expect(operator.text()).toBe('@~/nowhere');
    await operator.press('Ctrl-u');
    await operator.type('@~/start.sh');
    await operator.press('Ctrl-s');
    await operator.press('Enter');
    expect(await askedBy(operator.left.submitted[0])).toMatchObject([
      'placeBid',
      { body: { launch_specification: { startup_script: 'echo hello\n' } } },
    ]);
  });

  test('Ctrl-E returns the script as the editor saved it', async () => {
    const operator = operatorAt(start, { edited: { ok: true, value: { text: 'echo edited\n', note: null } } });
    await operator.press('n', 'Up', 'Up', 'Ctrl-e');
    expect(operator.text()).toBe('echo edited\n');
  });

  test('N prefills the form from the bid under the cursor', async () => {
    const operator = operatorAt(start);
    await operator.press('N', 'Ctrl-s', 'Enter');
    expect(await askedBy(operator.left.submitted[0])).toEqual([
      'placeBid',
      {
        body: {
          project: 'proj_demo',
          name: 'train-2',
          instance_type: '8xh100',
          region: 'eu-n1',
          instance_quantity: 4,
          limit_price: '$2.50',
          launch_specification: { volumes: ['v-eu'], ssh_keys: ['s-1'], startup_script: 'nvidia-smi' },
        },
      },
    ]);
  });
});

describe('suggestions', () => {
  const twoTypes = rowSelected(
    consoleWith({
      bids: [
        bid('a', { instance_type: '8xh100', region: 'eu-n1' }),
        bid('b', { instance_type: '8xa100', region: 'us-c3' }),
        bid('c', { instance_type: '8xa100', region: 'us-w1', instance_quantity: 16 }),
        bid('d', { instance_type: '8xa100', region: 'us-w1', instance_quantity: 2, limit_price: '$9.00' }),
      ],
      sshKeys: [sshKey('s-1', { name: 'ops' }), sshKey('s-2', { name: 'me' })],
    }),
    'bids',
    'a',
  );

  test('Down enters the list, Enter takes one and goes to the next field', async () => {
    const operator = operatorAt(twoTypes);
    await operator.press('n', 'Tab', 'Down', 'Down', 'Enter');
    // The region follows from it, so the next field to fill in is the quantity.
    expect(focus(operator)).toBe('quantity');
    expect(form(operator).values.text['type']).toBe('8xh100');
  });

  test('typing narrows the list and is never changed by it: Tab and Enter keep the text', async () => {
    const operator = operatorAt(twoTypes);
    await operator.press('n', 'Tab');
    await operator.type('8xa');
    await operator.press('Enter');
    expect(form(operator).values.text['type']).toBe('8xa');
    await operator.press('Shift-Tab', 'Down', 'Tab');
    expect(form(operator).values.text['type']).toBe('8xa');
  });

  test('Up at the top of the list goes back to the text, and from the text to the field above', async () => {
    const operator = operatorAt(twoTypes);
    await operator.press('n', 'Tab', 'Down', 'Down', 'Up');
    expect(form(operator).choice).toBe('8xa100');
    await operator.press('Up');
    expect([form(operator).choice, focus(operator)]).toEqual([null, 'type']);
    await operator.press('Up');
    expect(focus(operator)).toBe('name');
  });

  test('Down at the end of the list stays there', async () => {
    const operator = operatorAt(twoTypes);
    await operator.press('n', 'Tab', 'Down', 'Down', 'Down', 'Down');
    expect([form(operator).choice, focus(operator)]).toEqual(['8xh100', 'type']);
  });

  test('Esc leaves the list first and only then the form', async () => {
    const operator = operatorAt(twoTypes);
    await operator.press('n', 'Tab', 'Down', 'Esc');
    expect([form(operator).choice, focus(operator)]).toEqual([null, 'type']);
    await operator.press('Esc');
    expect(operator.top()).toBeNull();
  });

  test('a letter typed in the list goes to the text', async () => {
    const operator = operatorAt(twoTypes);
    await operator.press('n', 'Tab', 'Down');
    await operator.type('8xb200');
    expect([form(operator).choice, operator.text()]).toEqual([null, '8xb200']);
  });

  test('rows that arrive do not move the cursor to another suggestion, and one that is gone is not taken', async () => {
    const operator = operatorAt(twoTypes);
    await operator.press('n', 'Tab', 'Down');
    expect(form(operator).choice).toBe('8xa100');
    const { lists } = consoleWith({
      bids: ['e', 'f', 'g'].map((fid) => bid(fid, { instance_type: '1xl40s' })),
    });
    operator.controller.store.setState({ lists: { ...operator.state().lists, bids: lists.bids } });
    await operator.press('Enter');
    expect([form(operator).values.text['type'], form(operator).choice, focus(operator)]).toEqual(['', null, 'type']);
  });

  test('of several choices Space and Enter toggle the one under the cursor, and Tab goes on', async () => {
    const operator = operatorAt(twoTypes);
    await operator.press('n', 'Up', 'Up', 'Up', 'Up');
    expect(focus(operator)).toBe('keys');
    await operator.press('Down', 'Space', 'Down', 'Enter');
    expect(form(operator).values.picked['keys']).toEqual(['s-1', 's-2']);
    await operator.press('Up', 'Enter', 'Tab');
    expect([form(operator).values.picked['keys'], focus(operator)]).toEqual([['s-2'], 'volumes']);
  });

  test('the quantities of bids for the type are suggested first', async () => {
    const operator = operatorAt(twoTypes);
    await operator.press('n', 'Tab');
    await operator.type('8xa100\t\t');
    const field = form(operator).form.fields.find(({ id }) => id === 'quantity');
    const suggested = field?.suggest?.(form(operator).values, contextOf(operator.state()));
    expect(suggested?.map(({ value }) => value)).toEqual(['16', '2', '4', '1']);
  });
});

describe('the region follows from the type', () => {
  const regionOf = (operator: Operator): string => form(operator).values.text['region'] ?? '';
  const seen = consoleWith({
    bids: [
      bid('a', { instance_type: '8xh100', region: 'eu-n1' }),
      bid('b', { instance_type: '8xa100', region: 'us-c3' }),
      bid('c', { instance_type: '8xa100', region: 'us-w1' }),
    ],
  });

  test('that is known in one region only, and the first typed letter replaces it', async () => {
    const operator = operatorAt(seen);
    await operator.press('n', 'Tab');
    await operator.type('8xh100\t');
    expect(regionOf(operator)).toBe('eu-n1');
    await operator.press('Shift-Tab');
    await operator.type('us');
    expect(regionOf(operator)).toBe('us');
  });

  test('and the cursor passes it: a quantity typed blindly is the quantity, and Shift-Tab reaches the region', async () => {
    for (const next of ['Tab', 'Enter'] as const) {
      const operator = operatorAt(seen);
      await operator.press('n', 'Tab');
      await operator.type('8xh100');
      await operator.press(next);
      await operator.type('2');
      expect(form(operator).values.text).toMatchObject({ region: 'eu-n1', quantity: '2' });
      await operator.press('Shift-Tab');
      expect(focus(operator)).toBe('region');
    }
  });

  test('and where none follows, the cursor stops at it', async () => {
    const operator = operatorAt(seen);
    await operator.press('n', 'Tab');
    await operator.type('8xa100\t');
    expect(focus(operator)).toBe('region');
  });

  test('in N too: a new type does not keep the region of the old one, and the old type brings it back', async () => {
    const operator = operatorAt(rowSelected(seen, 'bids', 'b'));
    await operator.press('N', 'Tab');
    expect([form(operator).values.text['type'], regionOf(operator)]).toEqual(['8xa100', 'us-c3']);
    await operator.type('8xh100');
    expect(regionOf(operator)).toBe('eu-n1');
    await operator.press('Ctrl-u');
    await operator.type('1xl40s');
    expect(regionOf(operator)).toBe('');
    await operator.press('Ctrl-u');
    await operator.type('8xa100');
    expect(regionOf(operator)).toBe('us-c3');
  });

  test('a type that is known in other regions only is sent when the region is typed again', async () => {
    const operator = operatorAt(seen);
    await operator.press('n');
    await operator.type('new\t8xh100\t1\t2.50');
    await operator.press('Shift-Tab', 'Shift-Tab');
    await operator.type('us-c3');
    await operator.press('Ctrl-s', 'Enter');
    await operator.type('eu-n1 1\n');
    expect(operator.left.submitted).toEqual([]);
    await operator.press('Ctrl-u');
    await operator.type('us-c3 1\n');
    expect(operator.left.submitted).toHaveLength(1);
  });

  test('never over what the operator entered, typed or chosen', async () => {
    for (const enter of [
      ['u', 's', '-', 'w', '1'],
      ['Down', 'Down', 'Enter'],
    ]) {
      const operator = operatorAt(seen);
      await operator.press('n', 'Tab', 'Tab', ...enter);
      const entered = regionOf(operator);
      expect(entered).toMatch(/^us-/);
      await operator.press(...(enter.includes('Enter') ? ['Up'] : []), 'Up');
      await operator.type('8xh100');
      expect(regionOf(operator)).toBe(entered);
    }
  });

  test('a region that the operator emptied stays empty', async () => {
    const operator = operatorAt(seen);
    await operator.press('n', 'Tab');
    await operator.type('8xh100\t');
    await operator.press('Shift-Tab', 'Ctrl-u', 'Tab');
    await operator.type('4');
    expect(regionOf(operator)).toBe('');
  });
});

describe('changing a bid', () => {
  test('only the price is sent when only the price was changed', async () => {
    const operator = operatorAt(start);
    await operator.press('e');
    await operator.type('3');
    await operator.press('Ctrl-s');
    expect(review(operator)).toEqual({ Bid: 'train', 'Limit price': '$2.50 → $3.00' });
    await operator.press('Enter');
    expect(await askedBy(operator.left.submitted[0])).toEqual([
      'updateBid',
      { params: { bid_fid: 'a' }, body: { limit_price: '$3.00' } },
    ]);
  });

  test('a price of ten times the old one has to be typed again before it is sent, in any spelling', async () => {
    const operator = operatorAt(start);
    await operator.press('e');
    await operator.type('25');
    await operator.press('Ctrl-s', 'Enter');
    expect(operator.left.submitted).toEqual([]);
    await operator.type('$2.50\n');
    expect(operator.left.submitted).toEqual([]);
    await operator.press('Ctrl-u');
    await operator.type(' 25\n');
    expect(await askedBy(operator.left.submitted[0])).toMatchObject(['updateBid', { body: { limit_price: '$25.00' } }]);
  });
});

describe('leaving a form', () => {
  test('an unchanged form closes at once', async () => {
    const operator = operatorAt(start);
    await operator.press('n', 'Tab', 'Esc');
    expect(operator.top()).toBeNull();
  });

  test('a changed form asks first, and only y discards it', async () => {
    const operator = operatorAt(start);
    await operator.press('n');
    await operator.type('eval');
    await operator.press('Esc', 'Esc');
    expect(operator.text()).toBe('eval');
    await operator.press('Esc', 'y');
    expect(operator.top()).toBeNull();
    expect(operator.left.submitted).toEqual([]);
  });

  test('Esc in the review returns to the unchanged fields', async () => {
    const operator = operatorAt(start);
    await operator.press('e');
    await operator.type('3');
    await operator.press('Ctrl-s', 'Esc');
    expect(step(operator)).toBe('fields');
    expect(form(operator).values.text).toEqual({ price: '3' });
  });
});
