import { describe, expect, onTestFinished, test } from 'vitest';
import { openMarket } from '../driver/console.ts';
import { refuses, resets } from '../faults/faults.ts';
import { openWire } from '../faults/wire.ts';
import { LARGE, openLarge, PAGE, SMALL_PAGES } from './large-project.ts';
import { openScript } from './script.ts';
import { asked, BIDS, INSTANCES, named } from './service.ts';

describe('a command reads no more of a large project than it needs', () => {
  test('ssh --all reads the instances of its bid alone', async () => {
    const { market, reads } = await openLarge();
    const bid = await named(market, BIDS, 'sweep-b');
    const own = (await asked(market, INSTANCES)).filter((instance) => instance['bid'] === bid?.['fid']);
    for (const word of ['sweep-b', String(bid?.['fid'])]) {
      const ran = await reads('ssh', word, '--all', '--', 'uptime');
      expect(ran).toMatchObject({ code: 0, err: '' });
      const lines = ran.out.trim().split('\n');
      for (const line of lines) expect(line).toMatch(/^sweep-b-\d: logs in with .* uptime$/);
      expect(lines.map((line) => line.split(':')[0]).toSorted()).toEqual(own.map(({ name }) => name).toSorted());
      expect(ran.instances).toEqual([`/v2/instances?bid_fid_in=${bid?.['fid']}&limit=${PAGE}`]);
    }
  });

  test('top reads the instances of a bid that is given by its identifier alone, and the same machines as by its name', async () => {
    const { market, reads } = await openLarge();
    const bid = await named(market, BIDS, 'sweep-b');
    const byName = await reads('top', 'sweep-b');
    const byFid = await reads('top', String(bid?.['fid']));
    expect(byFid.out).toBe(byName.out);
    expect(byFid.out.match(/^sweep-b-\d/gm)?.length).toBeGreaterThan(1);
    expect(byName.instances.length).toBeGreaterThan(10);
    expect(byFid.instances).toEqual([`/v2/instances?bid_fid_in=${bid?.['fid']}&limit=${PAGE}`]);
  });
});

test.each([
  ['gets 429', refuses(429, 'Slow down', { 'retry-after': '1' })],
  ['has its connection cut', resets],
])('get prints a whole list though every fifth request %s, page by page', async (_, fault) => {
  const market = await openMarket(LARGE);
  const wire = await openWire(market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const { run } = await openScript(market);
  const get = (env = {}) =>
    run(['get', 'instances', '--columns', 'name,status', '-o', 'csv'], { ...SMALL_PAGES, ...env });
  const whole = await get();
  let requests = 0;
  wire.fault(fault, {
    match: () => {
      requests += 1;
      return requests % 5 === 0;
    },
  });
  const some = await get({ SPOTDECK_BASE_URL: wire.origin });
  expect(some).toEqual(whole);
  expect(whole.out.split('\r\n').length).toBeGreaterThan(300);
  expect(requests).toBe(wire.reached.length + Math.floor(requests / 5));
});
