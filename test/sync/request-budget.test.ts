import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRequestBudget, type RequestBudget } from '../../src/sync/request-budget.ts';
import { MAX_OPEN, REQUEST_CLASSES, type RequestClass } from '../../src/sync/request-schedule.ts';
import { type HandClock, handClock, quiet } from '../store/hand-clock.ts';

const MINUTE_MS = 60_000;

function budgetOf(max: number) {
  const clock = handClock();
  return { clock, budget: createRequestBudget(clock, () => max) };
}

/** Asks for a request; `sent` gets what ends it. */
function ask(budget: RequestBudget, of: RequestClass, sent: (done: () => void) => void, since?: number): void {
  void budget.permit(of, since)().then(sent);
}
const requestClass = fc.constantFrom(...REQUEST_CLASSES);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ does: fc.constant('ask'), of: requestClass, count: fc.integer({ min: 1, max: 12 }) }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('end'), nth: fc.nat({ max: 5 }) }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('time'), ms: fc.integer({ min: 0, max: 30_000 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('expect'), of: requestClass, requests: fc.nat({ max: 30 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('refused'), waitMs: fc.option(fc.nat({ max: 5000 })) }),
  },
);

test('at any arrivals no minute has more requests than allowed, no more than six are open, and none waits for ever, however many more urgent ones are expected', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 40 }),
      async (steps, max) => {
        const { clock, budget } = budgetOf(max);
        const sent: number[] = [];
        let open: (() => void)[] = [];
        let waiting = 0;
        const check = async (): Promise<void> => {
          await quiet();
          expect(open.length).toBeLessThanOrEqual(MAX_OPEN);
          for (const at of sent)
            expect(sent.filter((other) => other >= at && other < at + MINUTE_MS).length).toBeLessThanOrEqual(max);
        };
        for (const one of steps) {
          if (one.does === 'ask') {
            for (let n = 0; n < one.count; n++) {
              waiting += 1;
              ask(budget, one.of, (done) => {
                waiting -= 1;
                sent.push(clock.steady());
                open.push(done);
              });
            }
          } else if (one.does === 'end') {
            const [done] = open.splice(one.nth % Math.max(1, open.length), 1);
            done?.();
            // A second call is not a second end.
            done?.();
          } else if (one.does === 'time') await clock.pass(one.ms);
          else if (one.does === 'expect') budget.expect('a loop', one.of, one.requests);
          else budget.refused(one.waitMs);
          await check();
        }
        // Each minute ends at least one request of every purpose.
        for (let minutes = 0; waiting + open.length > 0 && minutes < 2000; minutes++) {
          const ending = open;
          open = [];
          for (const done of ending) done();
          await check();
          if (open.length === 0) await clock.pass(MINUTE_MS);
        }
        expect(waiting).toBe(0);
      },
    ),
    { numRuns: 60 },
  );
});

test('what is in view goes first, and then each class in its order, however long the others have waited', async () => {
  const { budget } = budgetOf(600);
  const went: RequestClass[] = [];
  const dones: (() => void)[] = [];
  const wants = (of: RequestClass): void =>
    ask(budget, of, (done) => {
      went.push(of);
      dones.push(done);
    });
  for (let n = 0; n < MAX_OPEN; n++) wants('view');
  await quiet();
  expect(went.length).toBe(MAX_OPEN);
  const [, ...lower] = REQUEST_CLASSES;
  for (const of of lower.toReversed()) wants(of);
  wants('view');
  await quiet();
  expect(went.length, 'no connection is free').toBe(MAX_OPEN);
  while (dones.length > 0) {
    dones.shift()?.();
    await quiet();
  }
  expect(went.slice(MAX_OPEN)).toEqual([...REQUEST_CLASSES]);
});

test('the next page of what was waited for first goes before what came meanwhile', async () => {
  const { clock, budget } = budgetOf(600);
  const went: string[] = [];
  const dones: (() => void)[] = [];
  const wants = (name: string, since?: number): void =>
    ask(
      budget,
      'view',
      (done) => {
        went.push(name);
        dones.push(done);
      },
      since,
    );
  const began = clock.steady();
  for (let n = 0; n < MAX_OPEN; n++) wants('first page', began);
  await clock.pass(100);
  wants('later');
  wants('second page', began);
  dones.shift()?.();
  await quiet();
  expect(went.at(-1)).toBe('second page');
});

test('answers that never come leave three connections to the rows in view', async () => {
  const { clock, budget } = budgetOf(600);
  const open: RequestClass[] = [];
  for (let n = 0; n < MAX_OPEN; n++) for (const of of REQUEST_CLASSES) ask(budget, of, () => open.push(of));
  await clock.pass(60_000);
  expect(open.filter((of) => of !== 'view').length).toBeLessThanOrEqual(MAX_OPEN - 3);
  expect(open.filter((of) => of === 'view').length).toBeGreaterThanOrEqual(3);
});

/** Keeps some requests of a class waiting all the time. Each is open for a while. */
function flood(budget: RequestBudget, clock: HandClock, of: RequestClass, tookMs: number): () => number {
  let sent = 0;
  const next = (): void =>
    ask(budget, of, (done) => {
      sent += 1;
      clock.after(tookMs, () => {
        done();
        next();
      });
    });
  for (let n = 0; n < 3; n++) next();
  return () => sent;
}

test('what is in view is never older than its pace, two round trips and a second, while one request a second is allowed, and no list is left without requests', async () => {
  const PACE_MS = 2000;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 80, max: 600 }),
      fc.integer({ min: 0, max: 500 }),
      fc.integer({ min: 0, max: 20_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (max, latency, otherMs, share) => {
        const { clock, budget } = budgetOf(max);
        // The view takes at most half of what is dealt in the time between two turns.
        const requests = Math.max(1, Math.floor(share * 0.5 * budget.perMs() * PACE_MS));
        budget.expect('the view', 'view', requests);
        const others = REQUEST_CLASSES.filter((of) => of !== 'view' && of !== 'foreign').map((of) =>
          flood(budget, clock, of, otherMs),
        );
        let slowest = 0;
        const turn = async (): Promise<void> => {
          const began = clock.steady();
          await Promise.all(
            Array.from({ length: requests }, async () => {
              const done = await budget.permit('view')();
              await new Promise<void>((resolve) => void clock.after(latency, resolve));
              done();
            }),
          );
          slowest = Math.max(slowest, clock.steady() - began);
        };
        for (let turns = 0; turns < 150; turns++) {
          void turn();
          await clock.pass(PACE_MS);
        }
        expect(slowest).toBeLessThanOrEqual(2 * latency + 1000);
        for (const sent of others) expect(sent()).toBeGreaterThan(0);
      },
    ),
    { numRuns: 25 },
  );
});

test('nothing beyond the interface is asked for while a list waits, however long that is', async () => {
  const { clock, budget } = budgetOf(60);
  const lists = flood(budget, clock, 'rest', 0);
  const foreign = flood(budget, clock, 'foreign', 0);
  await clock.pass(30 * MINUTE_MS);
  expect(lists()).toBeGreaterThan(1000);
  expect(foreign()).toBe(0);
});

test('a console that always has more to request sends as many requests in each minute as are allowed, and never one more', async () => {
  const { clock, budget } = budgetOf(120);
  const sent: number[] = [];
  const next = (): void =>
    ask(budget, 'view', (done) => {
      sent.push(clock.steady());
      clock.after(50, () => {
        done();
        next();
      });
    });
  for (let n = 0; n < MAX_OPEN; n++) next();
  await clock.pass(5 * MINUTE_MS);
  const inMinuteFrom = (at: number): number => sent.filter((other) => other >= at && other < at + MINUTE_MS).length;
  expect(Math.max(...sent.map(inMinuteFrom))).toBeLessThanOrEqual(120);
  expect(inMinuteFrom(0)).toBeGreaterThan(110);
  expect(inMinuteFrom(3 * MINUTE_MS)).toBeGreaterThan(105);
});

test('a service that refuses requests gets fewer, and all of them again when it has refused none for a while', async () => {
  const { clock, budget } = budgetOf(600);
  const usual = budget.perMs();
  budget.refused(null);
  expect(budget.perMs()).toBeLessThan(usual * 0.85);
  flood(budget, clock, 'view', 100);
  await clock.pass(60_000);
  expect(budget.perMs()).toBeGreaterThanOrEqual(usual);
});

test('nothing is sent while the service wants to be left alone', async () => {
  const { clock, budget } = budgetOf(600);
  budget.refused(3000);
  const sent = flood(budget, clock, 'view', 100);
  await clock.pass(2999);
  expect(sent()).toBe(0);
  await clock.pass(1);
  expect(sent()).toBe(3);
});

test('a request that was waiting when the console stops goes on at once, and takes nothing of the budget afterwards', async () => {
  const { budget } = budgetOf(2);
  let went = 0;
  for (let n = 0; n < 5; n++)
    ask(budget, 'rest', () => {
      went += 1;
    });
  await quiet();
  expect(went).toBeLessThanOrEqual(2);
  budget.release();
  await quiet();
  expect(went).toBe(5);
});
