import { StatementSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { advance } from '../../src/market/engine/clock.ts';
import { openStore } from '../../src/market/store.ts';
import { seedWorld } from '../../src/market/world/seed.ts';
import { callerOf, openMarket, PROJECT } from './caller.ts';
import { START } from './world.ts';

/** Statements that one save of a second may take, of ten thousand instances and five thousand bids. */
const FEW = 100;

test('a project of ten thousand instances lives through two minutes, of each second only what changed is written', () => {
  const world = seedWorld(START, 1, 10_000);
  expect(world.instances.size).toBe(10_000);
  expect(world.bids.size).toBeGreaterThan(4500);
  const store = openStore(':memory:', false);
  const writes = vi.spyOn(StatementSync.prototype, 'run');
  onTestFinished(() => writes.mockRestore());
  store.save(world);
  expect(writes.mock.calls.length).toBeGreaterThan(10_000);
  for (let n = 1; n <= 120; n++) {
    advance(world, START + n * 1000);
    writes.mockClear();
    store.save(world);
    expect(writes.mock.calls.length).toBeLessThan(FEW);
  }
  expect(store.load()?.now).toBe(world.now);
  store.close();
});

test('a page of a hundred of ten thousand instances is answered in any order', async () => {
  await using caller = callerOf((await openMarket({ instances: 10_000 })).market);
  for (const query of [
    '',
    '&sort_by=instance_status',
    '&sort_by=instance_type_fid&sort_dir=desc',
    '&region=eu-west4-a',
  ]) {
    const page = await caller.get(`/v2/instances?${PROJECT}&limit=100${query}`);
    expect(page).toMatchObject({ status: 200, body: { data: { length: 100 } } });
  }
});
