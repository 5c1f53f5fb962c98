import { expect, test } from 'vitest';
import { memberOf, resuming } from '../../../src/features/pause-sets/pause-set.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, consoleWith } from '../../store/made.ts';

test('a pause set compares the amounts of prices, not their spellings', () => {
  const member = memberOf(bid('a', { limit_price: '$1,204.00', status: 'Paused' }).row);
  const left = (limit_price: string): number => {
    const context = contextOf(consoleWith({ bids: [bid('a', { limit_price, status: 'Paused' })] }));
    return resuming({ name: 's', at: 0, members: [member] }, context).left.length;
  };
  expect([left('1204'), left('$1204.00'), left('$1204.01'), left('market')]).toEqual([0, 0, 1, 1]);
});
