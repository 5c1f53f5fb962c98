import { describe, expect, test } from 'vitest';
import { placeBidForm } from '../../../src/resources/bids/place-form.ts';
import { changeBid, whyChanged } from '../../../src/resources/bids/writes.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { askedBy } from '../../screen/keys/press-keys.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { bodyOf, filledIn } from '../opened.ts';

describe("a price is sent in one spelling, whatever the service's own", () => {
  test.each([
    ['$1,204.00', '$1204.00'],
    ['1204', '$1204.00'],
    ['$ 1204.0', '$1204.00'],
    ['€1,204.00', '€1204.00'],
    ['1,204.50 USD', '1204.50 USD'],
  ])('%s is put back by undo, and sent for a bid like it, as %s', async (written, sent) => {
    const { row } = bid('a', { limit_price: written });
    const { undo } = changeBid(row, { limit_price: '$1.00' });
    expect(await askedBy(undo ?? undefined)).toMatchObject(['updateBid', { body: { limit_price: sent } }]);
    const context = contextOf(consoleWith({ bids: [{ row, raw: '' }] }));
    const form = placeBidForm(row, context);
    expect(await bodyOf(filledIn(form, form.start.text, form.start.picked, context))).toMatchObject({
      body: { limit_price: sent },
    });
  });

  test('an unreadable price is not sent back', async () => {
    const { row } = bid('a', { limit_price: 'market', launch_specification: { volumes: [], ssh_keys: [] } });
    expect(changeBid(row, { limit_price: '$1.00' }).undo).toBeNull();
    const both = changeBid(row, { limit_price: '$1.00', volumes: [] });
    expect(await askedBy(both.undo ?? undefined)).toMatchObject(['updateBid', { body: { volumes: [] } }]);
  });
});

test('an undo compares the amounts of prices, not their spellings', () => {
  const { row } = bid('a', { limit_price: '$2.00' });
  const { undo } = changeBid(row, { limit_price: '$1204.00' });
  const now = (limit_price: string): string | null =>
    whyChanged(bid('a', { limit_price }).row, undo?.undoOf?.expected ?? {});
  expect(now('1,204.00')).toBeNull();
  expect(now('€1204.00')).toContain('€1,204.00');
  expect(now('$1204.01')).toContain('$1,204.01');
});
