import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRequestBudget, type Purpose } from '../../../src/state/sync/request-budget.ts';
import { handClock, quiet } from '../hand-clock.ts';

const MINUTE_MS = 60_000;
const purpose = fc.constantFrom<Purpose>('small', 'part', 'first', 'list');
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('ask'), purpose, count: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('end'), nth: fc.nat({ max: 5 }) }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('time'), ms: fc.integer({ min: 0, max: 30_000 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('limit'), part: fc.nat({ max: 20 }), list: fc.nat({ max: 20 }) }),
  },
);

test('at any arrivals no minute has more requests than allowed, no more than four are open, and none waits for ever', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 40 }),
      async (steps, max) => {
        const clock = handClock();
        const budget = createRequestBudget(clock, () => max);
        const sent: number[] = [];
        let open: (() => void)[] = [];
        let waiting = 0;
        const check = async (): Promise<void> => {
          await quiet();
          expect(open.length).toBeLessThanOrEqual(4);
          for (const at of sent)
            expect(sent.filter((other) => other >= at && other < at + MINUTE_MS).length).toBeLessThanOrEqual(max);
        };
        for (const one of steps) {
          if (one.does === 'ask') {
            for (let n = 0; n < one.count; n++) {
              waiting += 1;
              void budget
                .permit(one.purpose)()
                .then((done) => {
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
          else budget.limit({ part: Math.max(1, one.part), list: Math.max(1, one.list) });
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

test('what is on screen goes first: a small request, then parts, then first pages, then complete lists, each in their order', async () => {
  const clock = handClock();
  const budget = createRequestBudget(clock, () => 100);
  const went: string[] = [];
  const dones: (() => void)[] = [];
  const ask = (purpose: Purpose, name: string): void =>
    void budget
      .permit(purpose)()
      .then((done) => {
        went.push(name);
        dones.push(done);
      });
  for (const n of [1, 2, 3, 4]) ask('list', `under way ${n}`);
  ask('list', 'list 1');
  ask('part', 'part 1');
  ask('first', 'first 1');
  ask('list', 'list 2');
  ask('small', 'small 1');
  ask('part', 'part 2');
  await quiet();
  expect(went.length).toBe(4);
  for (let n = 0; n < 6; n++) {
    dones.shift()?.();
    await quiet();
  }
  expect(went.slice(4)).toEqual(['small 1', 'part 1', 'part 2', 'first 1', 'list 1', 'list 2']);
});

test('complete lists have a tenth of the requests however many small ones and parts there are', async () => {
  const clock = handClock();
  const budget = createRequestBudget(clock, () => 100);
  budget.limit({ part: 70, list: 30 });
  const went: Purpose[] = [];
  const ask = (purpose: Purpose): void =>
    void budget
      .permit(purpose)()
      .then((done) => {
        went.push(purpose);
        done();
      });
  for (let second = 0; second < 180; second++) {
    for (const purpose of ['small', 'small', 'part', 'part', 'list'] as const) ask(purpose);
    await clock.pass(1000);
  }
  const ofLists = went.filter((purpose) => purpose === 'list').length;
  expect(ofLists).toBeGreaterThanOrEqual(30);
});

test('complete lists that left everything to others go on as soon as they may', async () => {
  const budget = createRequestBudget(handClock(), () => 100);
  let went = 0;
  budget.limit({ part: 10, list: 0 });
  void budget
    .permit('list')()
    .then(() => {
      went += 1;
    });
  await quiet();
  expect(went).toBe(0);
  budget.limit({ part: 10, list: 10 });
  await quiet();
  expect(went).toBe(1);
});

test('a request that was waiting when the console stops goes on at once, and takes nothing of the budget afterwards', async () => {
  const clock = handClock();
  const budget = createRequestBudget(clock, () => 2);
  let went = 0;
  for (let n = 0; n < 5; n++) {
    void budget
      .permit('list')()
      .then(() => {
        went += 1;
      });
  }
  await quiet();
  expect(went).toBeLessThanOrEqual(2);
  budget.release();
  await quiet();
  expect(went).toBe(5);
});
