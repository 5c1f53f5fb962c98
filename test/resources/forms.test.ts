import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VOLUME_NAME } from '../../src/contract/volume.ts';
import { updateBidForm } from '../../src/resources/bids/update-form.ts';
import { contextOf } from '../../src/store/row-context.ts';
import { bid, consoleWith, volume } from '../store/made.ts';
import { bodyOf, filledIn, newForm, wrongIn } from './opened.ts';

const VOLUME = { name: 'data', size: '500', region: 'eu-n1', interface: 'Block' };
const BID = { name: 'eval', type: '8xh100', region: 'eu-n1', price: '2' };

describe('the required fields are those of the interface', () => {
  test.each([
    ['bids', ['name', 'type', 'region', 'quantity', 'price']],
    ['volumes', ['name', 'size', 'region', 'interface']],
    ['sshKeys', ['name']],
    ['apiKeys', ['name', 'expires']],
  ] as const)('of a new row of %s', (list, required) => {
    const { fields } = newForm(list);
    expect(fields.filter((field) => field.required === true).map(({ id }) => id)).toEqual(required);
  });
});

describe('numbers are whole', () => {
  test.each([
    ['4', 4],
    [' 12 ', 12],
    ['007', 7],
  ])('a quantity of %j is %i', async (quantity, sent) => {
    expect(await bodyOf(filledIn(newForm('bids'), { ...BID, quantity }))).toMatchObject({
      body: { instance_quantity: sent },
    });
  });

  test.each(['', '0', '1.5', '-1', '4x', '1e3', '４', '0x10', '99999999999999999999'])(
    'a quantity of %j is refused at its field',
    (quantity) => {
      const wrong = wrongIn(filledIn(newForm('bids'), { ...BID, quantity }));
      expect(Object.keys(wrong)).toEqual(['instance_quantity']);
      expect(wrong['instance_quantity']).toMatch(/whole number/);
    },
  );

  test.each(['', '1.5', '-1', '2 TB', '1,000', '99999999999999999999'])('a size of %j is refused', (size) => {
    expect(Object.keys(wrongIn(filledIn(newForm('volumes'), { ...VOLUME, size })))).toEqual(['size_gb']);
  });
});

describe('the name of a volume', () => {
  const named = (name: string) => wrongIn(filledIn(newForm('volumes'), { ...VOLUME, name }));

  test.each(['a', 'data', 'data-1', 'a--b', 'x'.repeat(64)])('%s is fine', (name) => {
    expect(named(name)).toEqual({});
  });

  test.each(['', 'Data', '1data', '-data', 'data-', 'da ta', 'da_ta', 'dätä', 'data.1', 'x'.repeat(65)])(
    '%j is refused, at its field, in words',
    (name) => {
      expect(Object.keys(named(name))).toEqual(['name']);
      expect(named(name)['name']).toMatch(/^Use .*\.$/);
    },
  );

  test('is refused exactly when the rule of the interface refuses it', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'z', '0', '-', 'A', '_', ' ', 'é'), maxLength: 70 });
    fc.assert(
      fc.property(name, (text) => {
        const trimmed = text.trim();
        expect(named(text)).toEqual(
          VOLUME_NAME.pattern.test(trimmed) && trimmed.length <= VOLUME_NAME.maxLength ? {} : named('-'),
        );
      }),
    );
  });
});

describe('changing a bid sends only what changed', () => {
  const old = bid('a', { launch_specification: { volumes: ['v-1', 'v-2'], ssh_keys: [] } });
  const context = contextOf(consoleWith({ bids: [old] }));
  const form = updateBidForm(old.row);
  const same = ['v-1', 'v-2'];

  test.each([
    ['$2.50', ['v-2', 'v-1'], null],
    ['2.5', same, null],
    [' 2.500 ', same, null],
    ['3', same, { limit_price: '$3.00' }],
    ['€2.50', same, { limit_price: '€2.50' }],
    ['2.5', ['v-1'], { volumes: ['v-1'] }],
    ['2.5', [], { volumes: [] }],
    ['2.5', ['v-1', 'v-2', 'v-3'], { volumes: ['v-1', 'v-2', 'v-3'] }],
    ['3', ['v-3'], { limit_price: '$3.00', volumes: ['v-3'] }],
  ])('%s with %j sends %j', async (price, volumes, body) => {
    const checked = filledIn(form, { price }, { volumes }, context);
    if (body === null) expect(wrongIn(checked)).toEqual({ '': expect.stringContaining('Nothing has changed') });
    else expect(await bodyOf(checked)).toEqual({ params: { bid_fid: 'a' }, body });
  });

  test('an emptied price is refused, not sent as nothing', () => {
    expect(Object.keys(wrongIn(filledIn(form, { price: '' }, { volumes: same }, context)))).toEqual(['limit_price']);
  });

  test('an unreadable price that was not edited is not sent', async () => {
    const market = bid('a', { limit_price: 'market' });
    const odd = updateBidForm(market.row);
    expect(odd.start.text['price']).toBe('market');
    const shown = contextOf(consoleWith({ bids: [market] }));
    const checked = filledIn(odd, { price: 'market' }, { volumes: ['v-1'] }, shown);
    expect(await bodyOf(checked)).toMatchObject({ body: { volumes: ['v-1'] } });
  });
});

describe('volumes of a new bid', () => {
  const context = contextOf(
    consoleWith({ volumes: [volume('v-eu', { name: 'imagenet' }), volume('v-us', { name: 'ckpt', region: 'us-c3' })] }),
  );
  const form = newForm('bids', context);

  test('are suggested when they are in its region', () => {
    const field = form.fields.find(({ id }) => id === 'volumes');
    const offered = (region: string) =>
      field?.suggest?.({ text: { region }, picked: {} }, context).map(({ value }) => value);
    expect(offered('us-c3')).toEqual(['v-us']);
    expect(offered('')).toEqual(['v-eu', 'v-us']);
  });

  test('in another region cause a warning and are sent all the same: the service decides', async () => {
    const text = { ...BID, quantity: '1' };
    const picked = { volumes: ['v-us'] };
    expect(form.remarks({ text, picked }, context).map((remark) => remark.text)).toContain(
      'ckpt is in us-c3, not in eu-n1.',
    );
    expect(await bodyOf(filledIn(form, text, picked, context))).toMatchObject({
      body: { launch_specification: { volumes: ['v-us'] } },
    });
  });
});
