import { expect, onTestFinished } from 'vitest';
import { exporterProgram } from '../../../../src/features/metrics/exporter.ts';
import { createExposition } from '../../../../src/features/metrics/registry.ts';
import { createEventCounts } from '../../../../src/features/metrics/series/event-counts.ts';
import { createLabelBounds } from '../../../../src/features/metrics/series/label-bounds.ts';
import type { MarketOptions } from '../../../../src/market/options.ts';
import { serviceLists } from '../../../../src/resources/index.ts';
import type { Pace } from '../../../../src/store/defaults.ts';
import { type Fixture, openFixture } from '../../../faults/fixture.ts';
import { loadedFeatures } from '../../../features-loaded.ts';

export const OUTAGE_MS = 120_000;
/** Longest wait between two attempts, and one scrape. */
export const RECOVERS_MS = 75_000;
const TICK_MS = 1000;
/** Pace of an exporter, and a tick. */
export const MAX_AGE_S = 11;

type Exporting = {
  readonly fixture: Fixture;
  /** The values of a metric by list; of one without labels by an empty text. */
  readonly values: (metric: string) => Promise<Readonly<Record<string, number>>>;
};

/** An exporter that has read all lists, over a wire that can fail. */
export async function exporting(options: MarketOptions = {}, pace: Partial<Pace> = {}): Promise<Exporting> {
  const fixture = await openFixture(options, {}, { visibleMs: 10_000, hiddenMs: 10_000, ...pace });
  const { store } = fixture;
  onTestFinished(() => fixture[Symbol.asyncDispose]());
  store.setState({ size: { columns: 0, rows: 0 }, reads: exporterProgram.reads });
  const bounds = createLabelBounds();
  const counted = createEventCounts(store.getState, bounds);
  onTestFinished(store.subscribe(counted.stateChanged));
  const { exposition } = createExposition({ state: store.getState, counts: counted.counts, bounds, rows: new Set() });
  const values: Exporting['values'] = async (metric) => {
    const found = (await exposition.text()).matchAll(new RegExp(`^${metric}(?:\\{list="([^"]*)"\\})? (.*)$`, 'gm'));
    return Object.fromEntries(Array.from(found, ([, list = '', value]) => [list, Number(value)]));
  };
  fixture.poller.start(exporterProgram.reads[0]);
  await fixture.pass(25_000);
  return { fixture, values };
}

/** Advances time with the ticks of a program that has nothing else to do. */
export async function ticks({ pass }: Fixture, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += TICK_MS) await pass(TICK_MS);
}

/** A value for each list, by the list's word. */
export const ofAll = (value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(serviceLists.map((name) => [loadedFeatures.panes[name].words.list, value]));
export const atLeast = (least: number) => expect.toSatisfy((value: number) => value >= least);
export const atMost = (most: number) => expect.toSatisfy((value: number) => value <= most);
