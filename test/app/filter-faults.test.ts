import { expect, test } from 'vitest';
import { filterFaultLine } from '../../src/app/log-lines.ts';
import { programs } from '../../src/app/programs.ts';
import { consoleFeatures } from '../features/running.ts';
import { passesUntil } from './passing.ts';
import { openRuntime, silent } from './runtime-of.ts';

/** Log of a console at a market with a reading of the interface, after some minutes in which few requests are allowed. */
async function loggedAt(reading: string): Promise<readonly string[]> {
  const log: string[] = [];
  const { runtime, clock } = await openRuntime(programs.console, {
    reading,
    // So few requests that lists of one page are read in parts.
    profile: { pace: { visibleMs: 2000, hiddenMs: 10_000, maxRequests: 30 } },
    parts: (store, clock) => ({
      features: consoleFeatures(store, clock),
      reports: { ...silent, filterFault: (...fault) => void log.push(filterFaultLine(...fault)) },
    }),
  });
  await runtime.start(() => Promise.resolve());
  await passesUntil(clock, 1000, () => expect(clock.steady()).toBeGreaterThan(5 * 60_000));
  return log;
}

test.each([
  ['refused', 'the service refuses it'],
  ['nothing', 'the service does not honour it'],
])(
  'a filter that the service answers with %s is in the log once, without any text of the service',
  async (how, why) => {
    const log = await loggedAt(`filters=${how}`);
    const end = `because ${why}; complete lists are read instead`;
    expect(log).toContain(`instances: no longer filtered by bid_fid_in, ${end}`);
    expect(new Set(log).size).toBe(log.length);
    for (const line of log)
      expect(line).toMatch(new RegExp(`^(bids|instances): no longer filtered by [a-z_ ]+, ${end}$`));
  },
);

test('nothing is in the log of a service that honours filters', async () => {
  expect(await loggedAt('filters=honoured')).toEqual([]);
});
