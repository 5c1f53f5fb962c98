import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openMarketProgram } from '../driver/market-program.ts';
import { type KnownRows, killedUnderWrites, whatIsMissing } from './killed-market.ts';

const KILLS = 4;
const SEED = 20_260_701;

test('a market that is killed at random times keeps every write that it answered, API keys included', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const args = ['--db', join(folder, 'market.db'), '--token', 'fkey_kill'];
  const kept: KnownRows = new Map();
  let answered = 0;
  for (let round = 0; round < KILLS; round++) {
    const market = await openMarketProgram(args);
    expect(await whatIsMissing(market, kept), `after kill ${round} of seed ${SEED}`).toEqual([]);
    answered += await killedUnderWrites(market, kept, SEED + round);
  }
  expect(await whatIsMissing(await openMarketProgram(args), kept), `after kill ${KILLS} of seed ${SEED}`).toEqual([]);
  // The market was busy, and it answered every kind of write.
  expect(answered).toBeGreaterThan(KILLS * 100);
  expect([...new Set([...kept.values()].map(({ kind, state }) => `${kind} ${state}`))].toSorted()).toEqual([
    'api-key live',
    'api-key over',
    'bid live',
    'bid over',
    'ssh-key live',
    'volume live',
    'volume over',
  ]);
});
