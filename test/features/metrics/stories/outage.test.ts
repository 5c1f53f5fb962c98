import { describe, expect, onTestFinished, test } from 'vitest';
import { programs } from '../../../../src/app/programs.ts';
import { createEventCounts } from '../../../../src/features/metrics/event-counts.ts';
import { createLabelBounds } from '../../../../src/features/metrics/label-bounds.ts';
import { createExposition } from '../../../../src/features/metrics/registry.ts';
import { retryToken } from '../../../../src/features/rotation/token-renewal.ts';
import type { MarketOptions } from '../../../../src/market/options.ts';
import { resources, serviceLists } from '../../../../src/resources/index.ts';
import type { Pace } from '../../../../src/store/defaults.ts';
import { refuses, resets } from '../../../faults/faults.ts';
import { type Fixture, openFixture } from '../../../faults/fixture.ts';
import { NOON } from '../../../store/hand-clock.ts';

const OUTAGE_MS = 120_000;
/** Longest wait between two attempts, and one scrape. */
const RECOVERS_MS = 75_000;
const TICK_MS = 1000;
/** Pace of an exporter, and a tick. */
const MAX_AGE_S = 11;

type Exporting = {
  readonly fixture: Fixture;
  /** Returns the values of a metric by list; of one without labels by an empty text. */
  readonly values: (metric: string) => Promise<Readonly<Record<string, number>>>;
};

/** An exporter that has read all lists, over a wire that can fail. */
async function exporting(options: MarketOptions = {}, pace: Partial<Pace> = {}): Promise<Exporting> {
  const fixture = await openFixture(options, {}, { visibleMs: 10_000, hiddenMs: 10_000, ...pace });
  const { store } = fixture;
  onTestFinished(() => fixture[Symbol.asyncDispose]());
  store.setState({ size: { columns: 0, rows: 0 }, reads: programs.exporter.reads });
  const bounds = createLabelBounds();
  const counted = createEventCounts(store.getState, bounds);
  onTestFinished(store.subscribe(counted.stateChanged));
  const { exposition } = createExposition({ state: store.getState, counts: counted.counts, bounds, rows: new Set() });
  const values: Exporting['values'] = async (metric) => {
    const found = (await exposition.text()).matchAll(new RegExp(`^${metric}(?:\\{list="([^"]*)"\\})? (.*)$`, 'gm'));
    return Object.fromEntries(Array.from(found, ([, list = '', value]) => [list, Number(value)]));
  };
  fixture.poller.start(programs.exporter.reads[0]);
  await fixture.pass(25_000);
  return { fixture, values };
}

/** Advances time with the ticks of a program that has nothing else to do. */
async function ticks({ pass }: Fixture, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += TICK_MS) await pass(TICK_MS);
}

const ofAll = (value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(serviceLists.map((name) => [resources[name].words.list, value]));
const atLeast = (least: number) => expect.toSatisfy((value: number) => value >= least);
const atMost = (most: number) => expect.toSatisfy((value: number) => value <= most);

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

test('a token that is refused for two minutes is said by its metric, and the same token is tried again until it is accepted', async () => {
  const { fixture, values } = await exporting();
  const token = (): string => fixture.market.token;
  onTestFinished(retryToken(fixture.store, { token, remote: fixture.remote }));
  expect(await values('spotdeck_token_refused')).toEqual({ '': 0 });
  fixture.wire.fault(refuses(401, 'The sign-in is out of order'));
  await ticks(fixture, OUTAGE_MS);
  expect(await values('spotdeck_token_refused')).toEqual({ '': 1 });
  expect(await values('spotdeck_list_up')).toEqual(ofAll(0));
  // Once at first, and once a minute.
  expect(await values('spotdeck_list_errors_total')).toEqual(ofAll(2));
  fixture.wire.fault(null);
  await ticks(fixture, RECOVERS_MS);
  expect(await values('spotdeck_token_refused')).toEqual({ '': 0 });
  expect(await values('spotdeck_list_up')).toEqual(ofAll(1));
});
