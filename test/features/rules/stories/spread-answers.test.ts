import { expect, test } from 'vitest';
import { passes, soon } from '../../../driver/time.ts';
import { calm } from '../../../faults/wire.ts';
import { asked, BIDS, named } from '../../../stories/service.ts';
import { isWrite, openRules } from './autopilot.ts';

const WIDE = `
[[rules]]
name = "wide"
kind = "spread"
like = "sweep-a"
quantity = 1
max_cost = "$500"
cancel_running = true
places = [
  { type = "1xl40s.us-east1-b", region = "us-east1-b", limit_price = "$0.01" },
  { type = "1xl40s.us-central1-a", region = "us-central1-a", limit_price = "$0.02" },
  { type = "1xl40s.eu-west4-a", region = "eu-west4-a", limit_price = "$90" },
]
`;

test('a spread rule whose bids are answered with other bids cancels only what it has placed', async () => {
  const rules = await openRules(WIDE);
  const { market, wire } = rules;
  const others = await asked(market, BIDS);
  const like = await named(market, BIDS, 'sweep-a');
  const stranger = await named(market, BIDS, 'render');
  let count = 0;
  wire.fault(
    async (struck) => {
      count += 1;
      if (count > 2) return calm(struck);
      struck.response.writeHead(201, { 'content-type': 'application/json' });
      struck.response.end(JSON.stringify(count === 1 ? like : stranger));
    },
    { match: (request) => isWrite(request) && request.method === 'POST' },
  );
  expect(await rules.run('--release', 'wide')).toMatchObject({ code: 0 });
  const autopilot = rules.start();
  await soon(async () => {
    expect(rules.writes()).not.toEqual([]);
  });
  // A bid may be placed late.
  await passes(7 * 60_000);
  await soon(async () => {
    const [first, second] = rules.actions();
    expect([first?.outcome, second?.outcome]).toEqual(['missed', 'missed']);
  });
  await passes(60_000);
  expect(await autopilot.end('SIGINT')).toEqual([0, null]);
  expect(rules.writes().filter((write) => !write.startsWith('POST'))).toEqual([]);
  const now = await asked(market, BIDS);
  for (const { fid, status } of others)
    expect(now.find((row) => row['fid'] === fid)?.['status'], String(fid)).toBe(status);
});
