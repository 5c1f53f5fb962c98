import { expect, test } from 'vitest';
import type { BidSteps } from '../../../src/features/money/bid-record.ts';
import { bidJournal } from '../../../src/features/money/journal.ts';
import { amountOf, spentIn, unpricedBids, unpricedWords } from '../../../src/features/money/spend.ts';
import { HERE } from '../../journal/scope.ts';
import { consoles } from '../../store/consoles.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, instance } from '../../store/made.ts';
import { spendIn } from './records.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
const llama = bid('llama', { instance_quantity: 2, limit_price: '$2.50' });
const machines = [instance('l1', { bid: 'llama' }), instance('l2', { bid: 'llama' })];

type SharedConsoles = ReturnType<typeof consoles>;

const recordsUntil = ({ journal, now }: SharedConsoles) =>
  bidJournal(journal).bidRecords([HERE], { from: 0, to: now() });

/** The steps of a bid in the journal in a few words. */
function stepsOf(shared: SharedConsoles, fid: string): readonly string[] {
  const bids: readonly BidSteps[] = recordsUntil(shared).flatMap((record) => record.bids);
  return bids
    .filter(({ traits }) => traits.bid === fid)
    .flatMap(({ steps }) => steps.map(({ state, running }) => `${state} ${running}`));
}

/** What all bids cost at most until now. */
const costOf = (shared: SharedConsoles): readonly string[] =>
  spendIn(recordsUntil(shared), { from: 0, to: shared.now() }).costs.map((cost) => amountOf(cost).text);

test('a bid that leaves the list before its instances do costs nothing any more once they are gone', async () => {
  const shared = consoles();
  const { lists } = await shared.start();
  await lists({ bids: [llama], instances: machines });
  shared.pass(30 * SECOND);
  await lists({ bids: [], instances: machines });
  shared.pass(2 * SECOND);
  await lists({ instances: machines.slice(0, 1) });
  shared.pass(2 * SECOND);
  await lists({ instances: [] });
  shared.pass(2 * SECOND);
  for (let n = 0; n < 2; n += 1) {
    await lists({ bids: [], instances: [] });
    shared.pass(2 * SECOND);
  }
  expect(stepsOf(shared, 'llama').at(-1)).toBe('ended 0');
  // The time until then is written with the next lists that are due.
  shared.pass(10 * SECOND);
  await lists({ bids: [], instances: [] });
  const before = costOf(shared);
  for (let n = 0; n < 360; n += 1) {
    shared.pass(10 * SECOND);
    await lists({ bids: [], instances: [] });
  }
  expect(shared.now() - NOON).toBeGreaterThan(HOUR);
  expect(costOf(shared)).toEqual(before);
});

test('a bid that left the list while no console was open costs nothing after the next start', async () => {
  const shared = consoles();
  const first = await shared.start();
  await first.lists({ bids: [llama], instances: machines });
  shared.pass(30 * SECOND);
  await first.lists({ bids: [llama], instances: machines });
  first.stop();
  shared.pass(HOUR);
  const next = await shared.start();
  await next.lists({ bids: [], instances: [] });
  expect(stepsOf(shared, 'llama')).toEqual(['allocated 2', 'ended 0']);
  const before = costOf(shared);
  shared.pass(30 * SECOND);
  await next.lists({ bids: [], instances: [] });
  expect(costOf(shared)).toEqual(before);
});

test('the time until a console ends is observed, to its last lists', async () => {
  const shared = consoles();
  const { lists, stop } = await shared.start();
  await lists({ bids: [llama], instances: machines });
  shared.pass(6 * SECOND);
  await lists({ bids: [llama], instances: machines });
  stop();
  const [record] = recordsUntil(shared);
  expect(record?.observed).toEqual([{ from: NOON, to: NOON + 6 * SECOND }]);
});

test('an instance costs until it has ended: also while it is being preempted, and once its bid is paused', async () => {
  const shared = consoles();
  const { lists, stop } = await shared.start();
  const with2 = (status: string, of = 'Allocated') => ({
    bids: [bid('llama', { instance_quantity: 2, limit_price: '$3600', status: of })],
    instances: [machines[0] ?? instance('l1'), instance('l2', { bid: 'llama', status })],
  });
  const during: readonly (readonly [string, string?])[] = [
    ['STATUS_STARTING'],
    ['STATUS_RUNNING'],
    ['STATUS_PREEMPTING'],
    ['STATUS_STOPPING', 'Paused'],
    ['STATUS_TERMINATED', 'Paused'],
  ];
  // $1 for each instance and second: one that runs all the time, and the other for three of the five times.
  for (const [status, of] of during) {
    await lists(with2(status, of));
    shared.pass(30 * SECOND);
    await lists(with2(status, of));
  }
  stop();
  const steps = recordsUntil(shared).flatMap(({ bids }) => bids.flatMap((own) => own.steps));
  expect(steps.map(({ running, ending }) => [running, ending])).toEqual([
    [1, undefined],
    [2, undefined],
    [1, 1],
    [1, 1],
    [1, undefined],
  ]);
  expect(costOf(shared)).toEqual(['$240.00']);
});

test('the cost of a bid whose price can not be read is at least what the others cost, and the bid is named', async () => {
  const shared = consoles();
  const { lists, stop } = await shared.start();
  const fleet = {
    bids: [llama, bid('odd', { limit_price: 'twelve' })],
    instances: [...machines, instance('o1', { bid: 'odd' })],
  };
  await lists(fleet);
  shared.pass(36 * SECOND);
  await lists(fleet);
  stop();
  const spend = spendIn(recordsUntil(shared), { from: 0, to: shared.now() });
  expect(spentIn(spend)).toMatchObject({ kind: 'at-least', least: [{ sign: '$', micros: 50_000n }] });
  expect(unpricedBids(spend)).toEqual(['odd']);
  expect(unpricedWords(spend)).toEqual([
    'The cost of odd is not known: a limit price could not be read, so the sum is at least this much.',
  ]);
});
