import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openProgram, runProgram } from '../../../driver/running.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { refusing } from '../../../stories/altered.ts';
import { BIDS, named } from '../../../stories/service.ts';
import { nextKey, vault } from '../../../stories/token-file.ts';

/** Pauses a bid four minutes after the story begins. */
const NIGHT = `
[[rules]]
name = "night"
kind = "schedule"
bids = "name:sweep-b"
pause = "34 9 * * *"
zone = "UTC"
max_cost = "$50"
`;

test('autopilot goes on with the token that its program prints once the first has ended, runs it once for that, and acts with it', async () => {
  const script = await refusing(/(?!)/);
  const { market, home, wire } = script;
  const { env, holds, runs } = vault({ home, market: { ...market, origin: wire.origin } }, market.token);
  appendFileSync(String(env['SPOTDECK_CONFIG']), NIGHT);
  const own = { ...env, SPOTDECK_JOURNAL: newPath() };
  expect(await runProgram(['autopilot', '--release', 'night'], home, own)).toMatchObject({ code: 0 });
  const autopilot = openProgram(['autopilot'], home, own);
  await autopilot.prints(/ autopilot runs the rules from now on\n/);
  const before = runs();
  const next = await nextKey(script);
  holds(next);
  await autopilot.prints(/signed in with the new one/);
  await autopilot.prints(/ night: paused sweep-b: /);
  expect(runs()).toBe(before + 1);
  expect(await named({ ...market, token: next }, BIDS, 'sweep-b')).toMatchObject({ status: 'Paused' });
  expect(await autopilot.end('SIGTERM')).toEqual([0, null]);
  expect(`${autopilot.out()}${autopilot.errors()}`).not.toContain(next);
});
