import { expect, test } from 'vitest';
import { fieldsLines } from '../../../src/screen/dialogs/form.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';
import { textsOf } from '../ink/seen.ts';
import { askedBy, openForm, operatorAt } from '../keys/press-keys.ts';

const calm = bid('calm', { limit_price: '$9.00' });
const losing = bid('losing', { limit_price: '$2.00', status: 'Preempting' });
const start = () => operatorAt(consoleWith({ bids: [calm, losing], instances: [instance('i', { bid: 'losing' })] }));

/** The request that `Enter` in the review sends. */
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

test('marks that the filter hides are named in the form, and those that are shown are changed', async () => {
  const operator = start();
  await operator.press('*', '/');
  await operator.type('losing\n');
  await operator.press('e');
  expect(drawn(operator)).toContain('1 of 2 marked is hidden by the filter and left out.');
  await operator.type('3');
  expect(await sent(operator)).toEqual({ params: { bid_fid: 'losing' }, body: { limit_price: '$3.00' } });
});

/** The lists arrive, in which somebody else has changed the bid. */
function changedBy(operator: ReturnType<typeof start>, more: Readonly<Record<string, unknown>>): void {
  const rows = whole(calm, bid('losing', { limit_price: '$2.00', status: 'Preempting', ...more }));
  operator.controller.store.setState(rowsArrived(operator.state(), 'bids', rows, { at: NOON, sequence: 1 }, NOON));
}

/** The lines that the open form draws. */
function drawn(operator: ReturnType<typeof start>): string {
  const lines = fieldsLines(operator.state(), openForm(operator), { width: 100, height: 30 });
  return textsOf(lines).join(' ').replaceAll(/\s+/g, ' ');
}

test('a price of a colleague is not overwritten unseen: the review shows it, and half of it is typed again', async () => {
  const operator = start();
  await operator.press('!', 'e');
  await operator.type('1.80');
  changedBy(operator, { limit_price: '$4.00' });
  expect(drawn(operator)).toContain('It is now $4.00.');
  expect(drawn(operator)).toContain('The limit price is $4.00 now; it was $2.00 when this form was opened.');
  await operator.press('Ctrl-s', 'Enter');
  expect(operator.left.submitted).toEqual([]);
  await operator.type('1.8\n');
  expect((await askedBy(operator.left.submitted[0]))[1]).toMatchObject({ body: { limit_price: '$1.80' } });
});

test('on a frozen screen the form tells what is true now, not what is drawn', async () => {
  const operator = start();
  await operator.press('!', 'f', 'e');
  changedBy(operator, { limit_price: '$4.00' });
  expect(drawn(operator)).toContain('It is now $4.00.');
  expect(drawn(operator)).toContain('$4.00 × 4 = $16.00 /h at most');
});
