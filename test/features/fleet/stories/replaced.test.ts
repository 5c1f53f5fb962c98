import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openMarket } from '../../../driver/console.ts';
import { answeringMarket, type Row } from '../../../stories/altered.ts';
import { openScript } from '../../../stories/script.ts';
import { asked, BIDS, named, STILL } from '../../../stories/service.ts';

const NAME = 'train-llama-eu';

/** A bid to replace; the service answers the new one with another row. */
async function replacing(answer: (asked: Row, bids: readonly Row[]) => Row) {
  const market = await openMarket(STILL);
  const { market: seen, writes } = await answeringMarket(market, async (body) =>
    answer(body, await asked(market, BIDS)),
  );
  const { home, run } = await openScript(seen);
  const file = join(home.folder, 'fleet.toml');
  writeFileSync(file, (await run(['export'])).out);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(`name = "${NAME}"`, `name = "${NAME}"\nkubernetes_cluster = "k8s-7"`),
  );
  return { market, writes, run };
}

const rowOf = (bids: readonly Row[], is: (row: Row) => boolean): Row => bids.find(is) ?? {};
const created = (body: Row): Row => ({
  ...body,
  fid: 'bid_ghost',
  status: 'Open',
  instances: [],
  created_at: '2030-01-01T00:00:00Z',
});

describe('a bid that is replaced stays, and apply fails, where the new one is answered with', () => {
  test.each<readonly [string, string, (asked: Row, bids: readonly Row[]) => Row]>([
    ['the old bid itself', 'which was there before', (_, bids) => rowOf(bids, ({ name }) => name === NAME)],
    ['another live bid', 'which was there before', (_, bids) => rowOf(bids, ({ name }) => name === 'render')],
    ['one that is never listed', 'is not in the list as it was asked for', created],
    ['one that has ended', 'but it has ended', (body) => ({ ...created(body), status: 'Terminated' })],
    ['one of another type', 'but its instance type is cpu', (body) => ({ ...created(body), instance_type: 'cpu' })],
    ['one of no instances', 'but its number of instances is 0', (body) => ({ ...created(body), instance_quantity: 0 })],
    ['nothing but an identifier', 'is not in the list as it was asked for', () => ({ fid: 'bid_ghost' })],
  ])('%s', async (_, why, answer) => {
    const { market, writes, run } = await replacing(answer);
    const before = await named(market, BIDS, NAME);
    const { code, err } = await run(['apply', 'fleet.toml', '--replace', '--yes']);
    expect(code).not.toBe(0);
    expect(err).toContain(why);
    expect(err).toMatch(/0 of 1 change done\. Run it again to go on\.\n$/);
    expect(writes()).toEqual(['POST /v2/spot/bids']);
    expect(await named(market, BIDS, NAME)).toEqual(before);
  });
});
