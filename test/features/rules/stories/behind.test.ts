import { expect, test } from 'vitest';
import { passes, soon } from '../../../driver/time.ts';
import { instead } from '../../../faults/faults.ts';
import type { Exchange } from '../../../faults/wire.ts';
import { BIDS, named } from '../../../stories/service.ts';
import { isWrite, openRules } from './autopilot.ts';

/** Pauses a bid a minute after the story begins, and resumes it four minutes later. */
const NIGHT = `
[[rules]]
name = "night"
kind = "schedule"
bids = "name:sweep-b"
pause = "31 9 * * *"
resume = "35 9 * * *"
zone = "UTC"
max_cost = "$500"
`;

const isListOfBids = (request: Exchange): boolean => !isWrite(request) && request.path.startsWith('/v2/spot/bids?');

test('autopilot resumes what it paused, though an answer after its pause is the list from before it', async () => {
  const rules = await openRules(NIGHT);
  const { market, wire } = rules;
  expect(await rules.run('--release', 'night')).toMatchObject({ code: 0 });
  const autopilot = rules.start();
  const lists = () => wire.asked.filter(isListOfBids);
  await soon(() => expect(lists()).not.toEqual([]));
  const before = await fetch(`${market.origin}${lists()[0]?.path}`, {
    headers: { authorization: `Bearer ${market.token}` },
  });
  const old = await before.text();
  await autopilot.prints(/ night: paused sweep-b: /);
  await passes(6000);
  const read = lists().length;
  wire.fault(instead(200, old), { match: isListOfBids, times: 1 });
  await soon(() => expect(lists().length).toBeGreaterThan(read + 1));
  expect(await named(market, BIDS, 'sweep-b')).toMatchObject({ status: 'Paused' });
  await autopilot.prints(/ night: resumed sweep-b: /);
  expect(rules.writes()).toHaveLength(2);
  expect(await autopilot.end('SIGTERM')).toEqual([0, null]);
});
