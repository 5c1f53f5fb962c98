import { expect, test } from 'vitest';
import { sendUnchanged } from '../../../src/features/fleet/commands/apply.ts';
import { liveBids } from '../../../src/features/fleet/rows.ts';
import { pauseBid } from '../../../src/resources/bids/writes.ts';
import { CommandFailure, EXIT } from '../../../src/system/exit.ts';
import { applied, type FleetMarket, type MadeBid, type MadeFleet, marketWith, sent } from './world.ts';

const BID: MadeBid = {
  name: 'train',
  type: '8xh100.us-central1-a',
  cents: 100,
  quantity: 1,
  keys: [],
  volumes: [],
  script: '',
  cluster: '',
  paused: false,
};
const bids = (...changes: readonly Partial<MadeBid>[]): MadeFleet => ({
  volumes: [],
  bids: changes.map((change) => ({ ...BID, ...change })),
});

/** An act of somebody else, once, during the first change. */
function meanwhile(act: () => Promise<unknown>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (!isDone) {
      isDone = true;
      await act();
    }
  };
}

const rowOf = async ({ read }: FleetMarket, name: string) =>
  liveBids((await read()).context).find((bid) => bid.name === name);
const textOf = async (fleet: MadeFleet): Promise<string> => (await marketWith(fleet)).exported();

const NAMES = ['a', 'b', 'c', 'd', 'e'];

test('apply leaves a bid as it is whose price somebody else has changed while other changes were sent, and says so by its line', async () => {
  const text = await textOf(bids(...NAMES.map((name) => ({ name, cents: 150 }))));
  const fleet = await marketWith(bids(...NAMES.map((name) => ({ name }))));
  const last = await rowOf(fleet, 'e');
  const other = meanwhile(() => sent(fleet.market, 'PATCH', `spot/bids/${last?.fid}`, { limit_price: '$9.99' }));
  const run = await applied(fleet, text, undefined, [], undefined, other);
  expect([run.code, run.writes.length]).toEqual([1, 4]);
  expect(run.told).toEqual([
    expect.stringMatching(
      /^fleet\.toml, line \d+: e is left as it is: its limit price is now \$9\.99, set by someone else\.$/,
    ),
  ]);
  expect((await rowOf(fleet, 'e'))?.limit_price?.text).toBe('$9.99');
  expect((await rowOf(fleet, 'd'))?.limit_price?.text).toBe('$1.50');
});

test('apply places no bid whose name somebody else has taken meanwhile', async () => {
  const text = await textOf(bids(...NAMES.map((name) => ({ name }))));
  const fleet = await marketWith(bids());
  const body = {
    project: fleet.market.project,
    region: 'us-central1-a',
    instance_type: BID.type,
    limit_price: '$1.00',
    name: 'e',
    instance_quantity: 1,
    launch_specification: { volumes: [], ssh_keys: [] },
  };
  const other = meanwhile(() => sent(fleet.market, 'POST', 'spot/bids', body));
  const run = await applied(fleet, text, undefined, [], undefined, other);
  expect([run.code, run.writes.length]).toEqual([1, 4]);
  expect(run.told.at(0)).toContain('e is left as it is: a bid of this name is there by now.');
});

test('apply sends nothing more once the rows can no longer be read', async () => {
  const { context } = await (await marketWith(bids({}))).read();
  const [bid] = liveBids(context);
  if (bid === undefined) throw new Error('There is a bid.');
  const told: string[] = [];
  const gone = () => Promise.reject(new CommandFailure(EXIT.unreachable, 'The service is gone.'));
  const sending = {
    send: () => expect.fail('was sent'),
    isListed: () => expect.fail('was read'),
    close: () => undefined,
  };
  const { send } = sendUnchanged(sending, context, gone, (line) => void told.push(line));
  expect(await send(pauseBid(bid))).toEqual({ code: EXIT.unreachable, kind: 'refused', written: null });
  expect(told).toEqual(['The service is gone.']);
});

test('a bid that is changed and then resumed, or placed and then paused, is not taken for changed by somebody else', async () => {
  const text = await textOf(bids({ name: 'a', cents: 150 }, { name: 'b', paused: true }, { name: 'c', cents: 150 }));
  const fleet = await marketWith(bids({ name: 'a', paused: true }, { name: 'c', paused: true }));
  const run = await applied(fleet, text);
  expect([run.code, run.told]).toEqual([0, []]);
  expect(run.writes).toHaveLength(6);
  expect(await fleet.exported()).toBe(text);
});
