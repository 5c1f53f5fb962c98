import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openMarket } from '../driver/console.ts';
import { answeringMarket, type Row } from './altered.ts';
import { openScript } from './script.ts';
import { API_KEYS, asked, BIDS, named, STILL, VOLUMES } from './service.ts';

const LIKE_RENDER = ['bid', 'place', '--like', 'render', '--name', 'render', '--yes'];

/** A service that makes nothing that has the name of something that is there, and answers with that. */
async function idempotentService() {
  const market = await openMarket(STILL);
  const service = await answeringMarket(market, async ({ name }, path) => {
    const there = (await asked(market, path === API_KEYS ? path : `${path}?project=proj_demo`)).find(
      (row) => row['name'] === name,
    );
    return there === undefined ? null : { ...there, ...(path === API_KEYS ? { secret: 'fkey_that_came' } : {}) };
  });
  return { ...service, ...(await openScript(service.market)), direct: market };
}

describe('a service that makes nothing of a name that is there', () => {
  test('does not get a bid said to be placed', async () => {
    const { run, writes, direct } = await idempotentService();
    const before = await asked(direct, BIDS);
    const { code, out, err } = await run(LIKE_RENDER);
    expect([code, out]).toEqual([4, '']);
    expect(err).toMatch(/^Place render: The service answered with render \(bid_\w+\), which was there before\.$/m);
    expect(err).toMatch(/^The list has no new bid with the name render\. So it was not carried out\.$/m);
    expect(writes()).toEqual(['POST /v2/spot/bids']);
    expect(await asked(direct, BIDS)).toEqual(before);
  });

  test('does not get a volume or an API key said to be created; the secret of a key is kept all the same', async () => {
    const { run, home, direct } = await idempotentService();
    const [{ name, region } = {}] = await asked(direct, VOLUMES);
    const volume = await run(['volume', 'create', '--name', String(name), '--size', '1', '--region', String(region)]);
    expect(volume).toMatchObject({ code: 4, out: '', err: expect.stringContaining('which was there before.') });
    const [key] = await asked(direct, API_KEYS);
    const file = join(home.folder, 'secret');
    const made = await run(['api-key', 'create', '--name', String(key?.['name']), '--expires', '1d', '--save', file]);
    expect(made).toMatchObject({ code: 4, out: '', err: expect.stringContaining('which was there before.') });
    expect(readFileSync(file, 'utf8')).toBe('fkey_that_came\n');
  });
});

test('a bid that the service answers as another one is looked for in the list, found there, and then said to be placed', async () => {
  const market = await openMarket(STILL);
  const other = await named(market, BIDS, 'render');
  let place: Row | null = null;
  const service = await answeringMarket(market, async (body) => {
    place = body;
    const answer = await fetch(`${market.origin}/v2/spot/bids`, {
      method: 'POST',
      headers: { authorization: `Bearer ${market.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    return other ?? null;
  });
  const { run } = await openScript(service.market);
  const { code, out, err } = await run(['bid', 'place', '--like', 'render', '--name', 'night', '--yes']);
  expect(place).toMatchObject({ name: 'night' });
  const fid = String((await named(market, BIDS, 'night'))?.['fid']);
  expect({ code, out }).toEqual({ code: 0, out: `The list shows that night was placed. Its identifier is ${fid}.\n` });
  expect(err).toContain('Place night: The service answered with render');
  expect(service.writes()).toEqual(['POST /v2/spot/bids']);
});
