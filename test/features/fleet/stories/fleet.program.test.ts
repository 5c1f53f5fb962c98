import { expect, test } from 'vitest';
import { openProgram } from '../../../driver/running.ts';
import { asked, BIDS } from '../../../stories/service.ts';
import { NEW_BID, operator } from './fleet-file.ts';

test('a program that is killed while it applies is followed by one that goes on, and nothing is there twice', async () => {
  const { run, exported, write, evidence, market, home } = await operator();
  const names = Array.from({ length: 12 }, (_, n) => `many-${n}`);
  const bid = NEW_BID.replace('volumes = ["fresh-disk"]\n', '').replace(/\[\[volumes\]\][\s\S]*/, '');
  write((await exported()) + names.map((name) => bid.replace('fresh', name)).join(''));
  for (const writes of [3, 12]) {
    const running = openProgram(['apply', 'fleet.toml', '--yes'], home, evidence.env);
    await evidence.written(writes);
    await running.end('SIGKILL');
  }
  expect((await run(['apply', 'fleet.toml', '--yes'])).code).toBe(0);
  expect(await run(['diff', 'fleet.toml'])).toEqual({ code: 0, out: '', err: '' });
  const placed = (await asked(market, BIDS)).filter(({ name }) => String(name).startsWith('many-'));
  expect(placed.map(({ name, status }) => [name, status])).toHaveLength(names.length);
  expect(new Set(placed.map(({ status }) => status))).toEqual(new Set(['Paused']));
});
