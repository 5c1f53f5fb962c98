import { expect, test } from 'vitest';
import { rowsArrived } from '../../src/state/lists/transitions.ts';
import { askedBy, operatorAt } from '../keys/press-keys.ts';
import { NOON } from '../state/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../state/made.ts';

const calm = bid('calm', { limit_price: '$9.00' });
const losing = bid('losing', { limit_price: '$2.00', status: 'Preempting' });
const start = () => operatorAt(consoleWith({ bids: [calm, losing], instances: [instance('i', { bid: 'losing' })] }));

/** Returns the request that `Enter` in the review sends. */
async function sent(operator: ReturnType<typeof start>): Promise<unknown> {
  await operator.press('Ctrl-s', 'Enter');
  return (await askedBy(operator.left.submitted[0]))[1];
}

test('! e +10% raises the bid that is being preempted, whatever its price is', async () => {
  const operator = start();
  await operator.press('!', 'e');
  expect(operator.at()).toBe('losing');
  await operator.type('+10%');
  expect(await sent(operator)).toEqual({ params: { bid_fid: 'losing' }, body: { limit_price: '$2.20' } });
});

test('* with one match takes a change of the price, as several do', async () => {
  const operator = start();
  await operator.press('/');
  await operator.type('losing\n');
  await operator.press('*', 'e');
  await operator.type('-0.50');
  expect(await sent(operator)).toEqual({ params: { bid_fid: 'losing' }, body: { limit_price: '$1.50' } });
});

test('+10% is of the price that a colleague set while it was typed', async () => {
  const operator = start();
  await operator.press('!', 'e');
  await operator.type('+10%');
  const raised = whole(calm, bid('losing', { limit_price: '$4.00', status: 'Preempting' }));
  operator.controller.store.setState(rowsArrived(operator.state(), 'bids', raised, { at: NOON, sequence: 1 }, NOON));
  expect(await sent(operator)).toEqual({ params: { bid_fid: 'losing' }, body: { limit_price: '$4.40' } });
});

test('a price in no currency is an error under its field, and nothing is sent', async () => {
  for (const price of ['10%', '5x', '~5', '#5', '0.9c', '１.5']) {
    const operator = start();
    await operator.press('!', 'e');
    await operator.type(price);
    await operator.press('Ctrl-s');
    expect(operator.state().dialogs, price).toMatchObject([
      { kind: 'form', step: { kind: 'fields' }, errors: { price: expect.stringContaining('Give a price like 2.50') } },
    ]);
    expect(operator.left.submitted).toEqual([]);
  }
});
