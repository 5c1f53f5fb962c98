import { describe, expect, test } from 'vitest';
import { parsePrice } from '../../../src/lib/money.ts';
import { changeBids } from '../../../src/resources/bids/change-plan.ts';
import { getBackForm } from '../../../src/resources/bids/get-back-form.ts';
import { updateBidForm } from '../../../src/resources/bids/update-form.ts';
import { pauseBid } from '../../../src/resources/bids/writes.ts';
import type { Context } from '../../../src/resources/context.ts';
import type { FormResult, Values } from '../../../src/resources/form.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { writeSent } from '../../../src/store/writes/pending-writes.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';
import { bodyOf, filledIn, wrongIn } from '../opened.ts';

const launch = (...volumes: readonly string[]) => ({ launch_specification: { volumes, ssh_keys: [] } });
const opened = bid('train-llama', { limit_price: '$0.75', instance_quantity: 8, ...launch('ckpt', 'old') });
const form = updateBidForm(opened.row);
const running = Array.from({ length: 8 }, (_, n) => instance(`i-${n}`, { bid: 'train-llama' }));

/** The bid as the lists have it by now, changed by somebody else. */
const by = (more: Readonly<Record<string, unknown>>): Context =>
  contextOf(
    consoleWith({
      bids: [bid('train-llama', { limit_price: '$0.75', instance_quantity: 8, ...launch('ckpt', 'old'), ...more })],
      instances: running,
    }),
  );

const typed = (price: string, volumes: readonly string[] = ['ckpt', 'old']): Values => ({
  text: { price },
  picked: { volumes },
});
const reviewOf = (checked: FormResult): readonly string[] =>
  checked.ok ? checked.review.map(({ field, value }) => `${field}: ${value}`) : Object.values(wrongIn(checked));
const check = (price: string, context: Context, volumes?: readonly string[]): FormResult =>
  form.check(typed(price, volumes), context);

describe('the form that changes one bid, when somebody else has changed it since', () => {
  test('shows the price as it is now, and asks for a price again that halves it by now', () => {
    const checked = check('0.80', by({ limit_price: '$1.60' }));
    expect(reviewOf(checked)).toContain('Limit price: $1.60 → $0.80');
    expect(checked.ok && checked.retype?.why).toContain(
      '$0.80 is half the old price of $1.60 or less, and 8 instances are running.',
    );
    const asOpened = check('0.80', by({}));
    expect(asOpened.ok && asOpened.retype).toBeNull();
    const tenfold = check('7.40', by({ limit_price: '$0.74' }));
    expect(tenfold.ok && tenfold.retype?.why).toContain('ten times the old price of $0.74');
  });

  test('computes +10% and -0.50 from the price of now', () => {
    expect(reviewOf(check('+10%', by({ limit_price: '$1.60' })))).toContain('Limit price: $1.60 → $1.76');
    expect(reviewOf(check('-0.50', by({ limit_price: '$1.60' })))).toContain('Limit price: $1.60 → $1.10');
    expect(reviewOf(check('-0.50', by({ limit_price: '$0.40' })))).toEqual([
      'A price has to be above zero: $0.40 would become -$0.10.',
    ]);
  });

  test('sends no volumes of then with a price, and no price of then with volumes', async () => {
    const context = by({ limit_price: '$1.60', ...launch('ckpt', 'new') });
    expect(await bodyOf(check('1.70', context))).toMatchObject({ body: { limit_price: '$1.70' } });
    expect(await bodyOf(check('1.70', context))).not.toMatchObject({ body: { volumes: expect.anything() } });
    expect(reviewOf(check('$0.75', context, ['ckpt', 'old', 'more']))).toEqual([
      'Bid: train-llama',
      'Volumes: ckpt, new → ckpt, new, more',
    ]);
    expect(await bodyOf(check('$0.75', by(launch('ckpt', 'old', 'new')), ['ckpt', 'more']))).toEqual({
      params: { bid_fid: 'train-llama' },
      body: { volumes: ['ckpt', 'new', 'more'] },
    });
  });

  test('says that nothing has changed when the typed price is the one of now', () => {
    const nothing = ['Nothing has changed, so there is nothing to send.'];
    expect(reviewOf(check('1.6', by({ limit_price: '$1.60' })))).toEqual(nothing);
    expect(reviewOf(check('$0.75', by({ limit_price: '$1.60' })))).toEqual(nothing);
  });

  test('says under the fields what has changed, and the price of now in the help', () => {
    const context = by({ limit_price: '$1.60', ...launch('ckpt') });
    expect(form.remarks(typed('$0.75'), context).map(({ text }) => text)).toEqual([
      '$1.60 × 8 = $12.80 /h at most',
      'Max cost if all filled: $12.80 → $12.80 /h',
      '▲ The limit price is $1.60 now; it was $0.75 when this form was opened.',
      '▲ Its volumes have changed since this form was opened: ckpt.',
    ]);
    expect(form.fields[0]?.helpNow?.(context)).toContain('It is now $1.60.');
  });

  test('refuses, in a sentence, a bid that has ended, is gone, or has a change under way', () => {
    expect(reviewOf(check('0.80', by({ status: 'Terminated' })))).toEqual([
      "train-llama has ended, so it can't be changed.",
    ]);
    expect(reviewOf(check('0.80', contextOf(consoleWith())))).toEqual(["train-llama is gone, so it can't be changed."]);
    const pending = writeSent(consoleWith({ bids: [opened] }), 1, pauseBid(opened.row), NOON);
    expect(reviewOf(check('0.80', contextOf(pending)))).toEqual([
      'The last change to train-llama is still in progress.',
    ]);
  });
});

describe('forms of several bids, when somebody else has changed one since', () => {
  test('change each from the price of now', () => {
    const several = changeBids.open([opened.row], { production: false, note: null });
    expect(reviewOf(filledIn(several, { price: '+10%' }, {}, by({ limit_price: '$1.60' })))).toEqual([
      'train-llama: $1.60 → $1.76',
    ]);
    expect(reviewOf(filledIn(several, { price: '+10%' }, {}, by({ status: 'Terminated' })))).toEqual([
      'No bid would change. train-llama: it has ended.',
    ]);
  });

  test('a proposed price never lowers one that was raised meanwhile; a typed one does what it says', () => {
    const back = getBackForm([{ bid: opened.row, price: parsePrice('$3.00') }], { production: false });
    const raised = by({ limit_price: '$4.00', status: 'Open' });
    expect(back.start.text).toEqual({ 'train-llama': '$3.00' });
    expect(reviewOf(filledIn(back, back.start.text, {}, raised))).toEqual([
      'No limit price would change, so there is nothing to send.',
    ]);
    expect(back.remarks(back.start, raised).map(({ text }) => text)).toEqual([
      'train-llama: $3.00 would fill it, so its price stays.',
    ]);
    expect(back.fields[0]?.helpNow?.(raised)).toContain('Limit price, now $4.00: $3.00 would fill it');
    expect(reviewOf(filledIn(back, { 'train-llama': '3.50' }, {}, raised))).toEqual(['train-llama: $4.00 → $3.50']);
    expect(reviewOf(filledIn(back, back.start.text, {}, by({ limit_price: '$1.60', status: 'Open' })))).toEqual([
      'train-llama: $1.60 → $3.00',
    ]);
  });
});

describe('what a change of a price does to what runs, and to the cost of the fleet', () => {
  const remarksOf = (price: string, context: Context): readonly string[] =>
    form.remarks(typed(price), context).map(({ text }) => text);

  test('a lower price of a running bid can lose instances, and says so', () => {
    expect(remarksOf('0.70', by({}))).toContain('▲ A lower price can lose instances, and 8 are running.');
    expect(remarksOf('-10%', by({}))).toContain('▲ A lower price can lose instances, and 8 are running.');
    expect(remarksOf('0.80', by({})).join()).not.toContain('lose');
    expect(remarksOf('0.70', contextOf(consoleWith({ bids: [opened] }))).join()).not.toContain('lose');
    const unread: Context = { ...by({}), isRead: () => false };
    expect(remarksOf('0.70', unread)).toContain('▲ A lower price can lose instances, and some may be running.');
  });

  test('of several bids it says how many instances of how many bids', () => {
    const other = bid('idle', { limit_price: '$0.75', status: 'Open' });
    const several = changeBids.open([opened.row, other.row], { production: false, note: null });
    const context = contextOf(consoleWith({ bids: [opened, other], instances: running }));
    expect(several.remarks({ text: { price: '-10%' }, picked: {} }, context).map(({ text }) => text)).toEqual([
      '2 of 2 limit prices change',
      'Max cost if all filled: $9.00 → $8.16 /h',
      '▲ A lower price can lose instances, and 8 are running on 1 bid.',
    ]);
  });

  test('the price of a paused bid changes no total, and its form shows none', () => {
    const context = contextOf(
      consoleWith({ bids: [bid('train-llama', { limit_price: '$0.75', status: 'Paused', ...launch('ckpt', 'old') })] }),
    );
    expect(remarksOf('9.00', context).slice(1)).toEqual([
      'It is paused: the cost of the fleet stays the same until it is resumed.',
    ]);
    const several = changeBids.open([opened.row], { production: false, note: null });
    expect(several.remarks({ text: { price: '9.00' }, picked: {} }, context).map(({ text }) => text)).toEqual([
      '1 of 1 limit price changes',
      'It is paused: the cost of the fleet stays the same until it is resumed.',
    ]);
  });
});
