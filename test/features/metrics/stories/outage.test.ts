import { describe, expect, test } from 'vitest';
import { refuses } from '../../../faults/faults.ts';
import type { Fixture } from '../../../faults/fixture.ts';
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
});
