import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseVariants } from '../../src/market/variants.ts';
import { serviceLists } from '../../src/resources/index.ts';
import { LOOKED_FOR_MS } from '../../src/resources/made.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { followJournal } from './journal-follower.ts';
import { carryOut, type Run, step } from './model-steps.ts';
import { watchForStaleRows } from './no-stale-rows.ts';
import { watchForFunctions } from './plain-state.ts';
import { expectTruth } from './truth.ts';

const RUNS = Number(process.env['SPOTDECK_MODEL_RUNS'] ?? 8);
/** Seed and path that a failure printed, to repeat it. */
const SEED = process.env['SPOTDECK_MODEL_SEED'];
const PATH = process.env['SPOTDECK_MODEL_PATH'];
/** Differences between services that affect how a change is shown. */
const READINGS = [
  '',
  'cancelled-bids=leave',
  'cancel-again=204',
  'nulls=sparse',
  'page-limit=20',
  'page-limit=refused',
  'list-shape=array',
  'unauthorized=403',
  'volume-in-use=422,price-sign=none,timestamps=offset',
  'filters=refused',
  'filters=nothing',
  'sort-values=refused',
];
/** Lists that are small enough to be read as a whole each time, and such that parts of them are read in between. */
const SIZES = {
  small: { connection: {}, pace: {} },
  large: { connection: { pageSize: 3, maxPages: 200 }, pace: { maxRequests: 130 } },
  huge: { connection: { pageSize: 2, maxPages: 200 }, pace: { maxRequests: 100 } },
} as const;
/** Large lists take ten times as many requests, so fewer runs have them; with `SPOTDECK_MODEL_SIZE=large` all do. */
const SMALL_RUNS = process.env['SPOTDECK_MODEL_SIZE'] === 'large' ? 0 : 10;
const sizes = fc.oneof(
  { weight: SMALL_RUNS, arbitrary: fc.constant<keyof typeof SIZES>('small') },
  { weight: 2, arbitrary: fc.constantFrom<keyof typeof SIZES>('large', 'huge') },
);
const LONGEST_PAUSE_MS = 600_000;
const MAX_MS_A_RUN = 4000;

test('after any actions of the operator and any faults, a calm wire shows what the market has, no change was made twice, the journal has each event once, and the state was always plain data', {
  timeout: 60_000 + RUNS * MAX_MS_A_RUN,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 14 }),
      fc.constantFrom(...READINGS),
      sizes,
      async (steps, reading, size) => {
        const { connection, pace } = SIZES[size];
        await using fixture = await openFixture({ variants: parseVariants(reading) }, connection, pace);
        const expectNoneWentBack = watchForStaleRows(fixture);
        const expectAllTold = followJournal(fixture);
        const expectPlainData = watchForFunctions(fixture);
        fixture.poller.start();
        await fixture.pass(0);
        const run: Run = { fixture, late: [], made: 0, own: null };
        for (const one of steps) await carryOut(run, one);
        await calmDown(run);
        await expectTruth(fixture.state(), fixture.market);
        expectNoneWentBack();
        expectSentOnce(fixture);
        expectNothingOpen(fixture);
        expectHonest(fixture);
        expectAllTold();
        expectPlainData();
      },
    ),
    {
      numRuns: RUNS,
      ...(SEED === undefined ? {} : { seed: Number(SEED) }),
      ...(PATH === undefined ? {} : { path: PATH }),
    },
  );
});

/** Calms the wire, lets late responses arrive, and runs the console until every list has been read again. */
async function calmDown({ fixture, late }: Run): Promise<void> {
  fixture.wire.fault(null);
  await fixture.settle();
  await Promise.all(late.map((arrive) => arrive()));
  const lists = () => serviceLists.map((name) => fixture.state().lists[name]);
  if (lists().some(({ failure }) => failure?.error.kind === 'not-signed-in'))
    fixture.remote.signIn(fixture.market.token);
  // Twice: a row counts as gone when two paged reads lack it.
  for (const _ of ['first', 'second']) {
    const at = fixture.clock.now();
    await fixture.passUntil(
      () => lists().every(({ failure, fetchedAt }) => failure === null && fetchedAt !== null && fetchedAt > at),
      LONGEST_PAUSE_MS,
    );
  }
  // A change with an unknown outcome is looked for in the lists of this time.
  await fixture.passUntil(() => fixture.state().pending.length === 0, LOOKED_FOR_MS + LONGEST_PAUSE_MS);
}

const isWrite = ({ method }: { readonly method: string }): boolean => method !== 'GET';

/** Counts how often an element is in a list. */
function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Expects at most one request sent, and at most one delivered to the market, for each change of the operator. */
function expectSentOnce({ wire, tries, calls }: Fixture): void {
  const named = (requests: readonly { readonly method: string; readonly path: string }[]): readonly string[] =>
    requests.filter(isWrite).map(({ method, path }) => `${method} ${path}`);
  expect(named(tries).length).toBeLessThanOrEqual(calls());
  const sent = countsOf(named(tries));
  for (const [name, count] of countsOf(named(wire.asked))) expect(count, name).toBeLessThanOrEqual(sent.get(name) ?? 0);
  for (const [name, count] of countsOf(named(wire.reached)))
    expect(count, name).toBeLessThanOrEqual(sent.get(name) ?? 0);
  const made = wire.reached.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(new Set(made).size, 'things made').toBe(made.length);
}

/** Expects that nothing is pending, and that the outcome of every action is reported. */
function expectNothingOpen(fixture: Fixture): void {
  expect(fixture.state().pending).toEqual([]);
  expect(fixture.calls()).toBe(actionsOf(fixture).length);
  expect(actionsOf(fixture).filter(({ outcome }) => outcome === 'sent')).toEqual([]);
}

/** Expects that changes reported as done were done, and those reported as refused were not. */
function expectHonest(fixture: Fixture): void {
  const made = fixture.wire.reached.filter(({ method }) => method === 'POST').map(({ body }) => body);
  for (const { what, outcome } of actionsOf(fixture)) {
    const name = /^(?:Place|Create) (made-\d+)/.exec(what)?.[1];
    if (name === undefined || outcome === 'unknown') continue;
    expect(
      made.some((body) => body.includes(`"${name}"`)),
      `${what}: ${outcome}`,
    ).toBe(outcome === 'done');
  }
}

const actionsOf = (fixture: Fixture) =>
  [...fixture.state().lists.activity.rows.values()]
    .map(({ row }) => row)
    // A group is one more row over its events.
    .filter(({ from, events }) => from === 'here' && events.length === 0);
