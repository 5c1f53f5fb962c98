import { expect, onTestFinished, test } from 'vitest';
import { filterFaultLine } from '../../src/app/log-lines.ts';
import { createRuntime } from '../../src/app/runtime.ts';
import { serveMarket } from '../../src/market/server.ts';
import { parseVariants } from '../../src/market/variants.ts';
import { consoleFeatures } from '../features/running.ts';
import { newPath } from '../journal/snapshots.ts';
import { handClock, NOON } from '../store/hand-clock.ts';
import { passesUntil } from './passing.ts';
import { profileOf } from './profile-of.ts';
import { partsOf, silent, storeOf } from './runtime-of.ts';

/** Log of a console at a market with a reading of the interface, after some minutes in which few requests are allowed. */
async function loggedAt(reading: string): Promise<readonly string[]> {
  const market = await serveMarket({ speed: 0, variants: parseVariants(reading) }, () => NOON);
  const clock = handClock();
  // So few requests that lists of one page are read in parts.
  const profile = {
    ...profileOf('one', market, newPath()),
    pace: { visibleMs: 2000, hiddenMs: 10_000, maxRequests: 30 },
  };
  const store = storeOf(profile);
  const log: string[] = [];
  const parts = partsOf(store, clock, {
    features: consoleFeatures(store, clock),
    reports: { ...silent, filterFault: (...fault) => void log.push(filterFaultLine(...fault)) },
  });
  const runtime = createRuntime(profile, parts);
  onTestFinished(async () => {
    await runtime.stop('ended');
    await parts.journals.close();
    await market.stop();
  });
  await runtime.start(() => Promise.resolve());
  await passesUntil(clock, 1000, () => expect(clock.steady()).toBeGreaterThan(5 * 60_000));
  return log;
}

test('a filter that the service refuses is in the log once, without any text of the service', async () => {
  const log = await loggedAt('filters=refused');
  const why = 'because the service refuses it; complete lists are read instead';
  expect(log.length).toBeGreaterThan(1);
  expect(log).toContain(`instances: no longer filtered by bid_fid_in, ${why}`);
  expect(new Set(log).size).toBe(log.length);
  for (const line of log)
    expect(line).toMatch(
      /^(bids|instances): no longer filtered by [a-z_]+( and [a-z_]+)*, because the service refuses it; complete lists are read instead$/,
    );
});

test('a filter that the service answers with no rows is in the log once', async () => {
  const log = await loggedAt('filters=nothing');
  expect(log).toContain(
    'instances: no longer filtered by bid_fid_in, because the service does not honour it; complete lists are read instead',
  );
  expect(new Set(log).size).toBe(log.length);
});

test('nothing is in the log of a service that honours filters', async () => {
  expect(await loggedAt('filters=honoured')).toEqual([]);
});
