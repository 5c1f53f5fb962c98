import { describe, expect, test } from 'vitest';
import { serviceLists } from '../../../../src/resources/index.ts';
import { refuses, resets } from '../../../faults/faults.ts';
import type { Fixture } from '../../../faults/fixture.ts';
import { NOON } from '../../../store/hand-clock.ts';
import { atLeast, atMost, exporting, MAX_AGE_S, OUTAGE_MS, ofAll, RECOVERS_MS } from './outage.ts';

describe('after an outage of two minutes all lists are current by themselves, and each has counted its own errors', () => {
  test.each<[string, (fixture: Fixture) => Promise<() => unknown>]>([
    [
      'of the connection',
      async ({ wire }) => {
        await wire.cut();
        return wire.mend;
      },
    ],
    [
      'in which connections break off',
      async ({ wire }) => {
        wire.fault(resets);
        return () => wire.fault(null);
      },
    ],
    [
      'in which the service answers with 503',
      async ({ wire }) => {
        wire.fault(refuses(503, 'Starting'));
        return () => wire.fault(null);
      },
    ],
    [
      'of the bids alone',
      async ({ wire }) => {
        wire.fault(refuses(500, 'Oops'), { match: ({ path }) => path.includes('/spot/bids') });
        return () => wire.fault(null);
      },
    ],
  ])('%s', async (what, fail) => {
    const { fixture, values } = await exporting();
    expect(await values('spotdeck_list_up')).toEqual(ofAll(1));
    expect(await values('spotdeck_list_errors_total')).toEqual(ofAll(0));
    const mend = await fail(fixture);
    await fixture.pass(OUTAGE_MS);
    const failing = what === 'of the bids alone' ? { ...ofAll(0), bids: 1 } : ofAll(1);
    const up = Object.fromEntries(Object.entries(failing).map(([list, fails]) => [list, fails === 1 ? 0 : 1]));
    expect(await values('spotdeck_list_up')).toEqual(up);
    const errors = await values('spotdeck_list_errors_total');
    expect(errors).toEqual(
      Object.fromEntries(Object.entries(failing).map(([list, fails]) => [list, fails === 1 ? atLeast(1) : 0])),
    );
    // What is not affected is as fresh as ever.
    for (const [list, age] of Object.entries(await values('spotdeck_list_age_seconds')))
      if (failing[list] === 0) expect(age, list).toBeLessThanOrEqual(MAX_AGE_S);
    await mend();
    await fixture.pass(RECOVERS_MS);
    expect(await values('spotdeck_list_up')).toEqual(ofAll(1));
    expect(await values('spotdeck_list_age_seconds')).toEqual(ofAll(atMost(MAX_AGE_S)));
    expect(await values('spotdeck_list_errors_total')).toEqual(errors);
  });

  test('and the requests of the recovery are those of one reading', async () => {
    const { fixture } = await exporting();
    const usual = fixture.tries.filter(({ at }) => at < 5000).length;
    await fixture.wire.cut();
    await fixture.pass(OUTAGE_MS);
    await fixture.wire.mend();
    await fixture.passUntil(() => fixture.tries.at(-1)?.status === 200, RECOVERS_MS);
    const began = fixture.tries.findLast(({ status }) => status === 200)?.at ?? 0;
    await fixture.pass(5000);
    expect(fixture.tries.filter(({ at }) => at >= began)).toHaveLength(usual);
  });
});

test('after an outage the lists of a large fleet come back within the requests of a minute', async () => {
  const maxRequests = 40;
  const { fixture, values } = await exporting({ instances: 1800 }, { maxRequests });
  await fixture.pass(OUTAGE_MS);
  expect(fixture.state().lists.instances.pages).toBeGreaterThan(15);
  await fixture.wire.cut();
  await fixture.pass(OUTAGE_MS);
  const mendedAt = fixture.clock.steady();
  await fixture.wire.mend();
  await fixture.pass(5 * OUTAGE_MS);
  expect(await values('spotdeck_list_up')).toEqual(ofAll(1));
  for (const name of serviceLists)
    expect(fixture.state().lists[name].fetchedAt ?? 0, name).toBeGreaterThan(NOON + mendedAt);
  const sent = fixture.tries.filter(({ at }) => at >= mendedAt).map(({ at }) => at);
  for (const from of sent)
    expect(sent.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(maxRequests);
});
