import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '../../../src/lib/duration.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { handClock, NOON } from '../../store/hand-clock.ts';
import { happens, type NotifyingProgram, programThatNotifies, seconds, target } from './notifying.ts';
import { openFeatureJournal } from './open-journal.ts';
import { type Fate, receiver } from './receiver.ts';

function recorded(now: () => number, path = newPath()) {
  const journal = openFeatureJournal(path, now);
  let closed = false;
  const close = (): void => {
    if (!closed) journal.close();
    closed = true;
  };
  onTestFinished(close);
  return { path, journal, close, ids: () => journal.after([HERE], 0).map(({ id }) => id) };
}

test('a new target gets the events after its first start, and none from before', async () => {
  const clock = handClock(NOON);
  const { path, journal, ids } = recorded(clock.now);
  for (let n = 0; n < 3; n++) happens(journal, clock.now());
  const { origin, events } = await receiver();
  const there = target(origin);
  const program = programThatNotifies(path, clock, () => [there]);
  await seconds(clock, 3, program);
  for (let n = 0; n < 3; n++) happens(journal, clock.now());
  await seconds(clock, 3, program);
  expect(events()).toEqual(ids().slice(3));
  await program.stop();
});

test('a program that starts again goes on where the last one ended, and leaves out what is older than a day', async () => {
  const clock = handClock(NOON);
  const { path, journal, ids } = recorded(clock.now);
  const { origin, events, leftOut } = await receiver();
  await programThatNotifies(path, clock, () => [target(origin)]).stop();
  happens(journal, clock.now());
  happens(journal, clock.now());
  clock.jump(DAY_MS);
  clock.jump(1);
  happens(journal, clock.now());
  const there = target(origin);
  const program = programThatNotifies(path, clock, () => [there]);
  await seconds(clock, 2, program);
  expect([events(), leftOut()]).toEqual([ids().slice(2), 2]);
  await program.stop();
});

const FATES: readonly Fate[] = [
  'fault',
  'redirect',
  'busy',
  'reset',
  'hang',
  'unended',
  'lost',
  'ok',
  'ok',
  'ok',
  'slow',
  'large',
];

test('a receiver that fails half the time gets every event once, however many programs run, end and are killed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...FATES), { minLength: 1, maxLength: 30 }),
      fc.array(fc.constantFrom('event', 'events', 'wait', 'start', 'end', 'kill'), { minLength: 5, maxLength: 25 }),
      async (fates, steps) => {
        const clock = handClock(NOON);
        const { path, journal, ids, close: closeJournal } = recorded(clock.now);
        const { origin, events, taken, close } = await receiver((n) => fates[n] ?? 'ok');
        const there = target(origin);
        const start = (): NotifyingProgram => programThatNotifies(path, clock, () => [there]);
        let programs: NotifyingProgram[] = [start(), start()];
        for (const step of steps) {
          const [first, ...rest] = programs;
          if (step === 'event') happens(journal, clock.now());
          if (step === 'events') for (let n = 0; n < 5; n++) happens(journal, clock.now());
          if (step === 'wait') await seconds(clock, 7, ...programs);
          if (step === 'start' && programs.length < 3) programs.push(start());
          if (step === 'end' && first !== undefined) {
            await first.stop();
            programs = rest;
          }
          if (step === 'kill' && first !== undefined) {
            await first.settled();
            first.kill();
            programs = rest;
          }
          await seconds(clock, 1, ...programs);
        }
        programs.push(start());
        // Thirty failures in a row take two hours: the wait before an attempt doubles up to five minutes.
        for (let minute = 0; minute < 120 && events().length < ids().length; minute++)
          await seconds(clock, 60, ...programs);
        await seconds(clock, 60, ...programs);
        // A message whose answer was lost comes again under the same id, with the same events.
        expect(events()).toEqual(ids());
        const bodies = new Map(taken().map(({ id, body }) => [id, body]));
        for (const { id, body } of taken()) expect(body).toEqual(bodies.get(id));
        for (const program of programs) await program.stop();
        close();
        closeJournal();
      },
    ),
    {
      numRuns: Number(process.env['SPOTDECK_NOTIFY_RUNS'] ?? 4),
      examples: [[Array.from({ length: 30 }, () => 'fault' as const), ['event', 'kill', 'event', 'event', 'event']]],
    },
  );
});

test('a message that was delivered is sent once, while two programs run', async () => {
  const clock = handClock(NOON);
  const { path, journal, ids } = recorded(clock.now);
  const { origin, arrived, events } = await receiver();
  const there = target(origin);
  const programs = [1, 2].map(() => programThatNotifies(path, clock, () => [there]));
  for (let n = 0; n < 5; n++) {
    happens(journal, clock.now());
    await seconds(clock, 2, ...programs);
  }
  expect([arrived.length, events()]).toEqual([5, ids()]);
  for (const program of programs) await program.stop();
});

test('after three refusals a target is stopped with a notice, and gets what is new when the program starts again', async () => {
  const clock = handClock(NOON);
  const { path, journal, ids } = recorded(clock.now);
  const { origin, arrived, events } = await receiver((n) => (n < 3 ? 'gone' : 'ok'));
  const there = target(origin);
  const program = programThatNotifies(path, clock, () => [there]);
  for (let n = 0; n < 5; n++) {
    happens(journal, clock.now());
    await seconds(clock, 10, program);
  }
  expect(arrived).toHaveLength(3);
  expect(program.events).toEqual([
    { kind: 'refused', target: 'team', why: 'it answered 404' },
    { kind: 'refused', target: 'team', why: 'it answered 404' },
    { kind: 'stopped', target: 'team', why: 'it answered 404 3 times' },
  ]);
  await program.stop();
  const next = programThatNotifies(path, clock, () => [there]);
  await seconds(clock, 2, next);
  expect(events()).toEqual(ids().slice(3));
  await next.stop();
});

test('a receiver that fails is reported once, and once more when messages arrive again', async () => {
  const clock = handClock(NOON);
  const { path, journal } = recorded(clock.now);
  const { origin, arrived } = await receiver((n) => (n < 6 ? 'fault' : 'ok'));
  const there = target(origin);
  const program = programThatNotifies(path, clock, () => [there]);
  happens(journal, clock.now());
  await seconds(clock, 120, program);
  expect(arrived).toHaveLength(7);
  expect(program.events).toEqual([
    { kind: 'failing', target: 'team', why: 'it answered 500' },
    { kind: 'recovered', target: 'team' },
  ]);
  await program.stop();
});

test('events beyond a thousand are left out, the oldest ones, and the next message counts them', async () => {
  const clock = handClock(NOON);
  const { path, journal, ids } = recorded(clock.now);
  const { origin, events, leftOut } = await receiver();
  await programThatNotifies(path, clock, () => [target(origin)]).stop();
  for (let n = 0; n < 2500; n++) happens(journal, clock.now());
  const there = target(origin);
  const program = programThatNotifies(path, clock, () => [there]);
  await seconds(clock, 30, program);
  expect([events(), leftOut()]).toEqual([ids().slice(1500), 1500]);
  await program.stop();
});

test('events within the time of a group come in one message', async () => {
  const clock = handClock(NOON);
  const { path, journal, ids } = recorded(clock.now);
  const { origin, arrived, events } = await receiver();
  const there = target(origin, { groupMs: 10_000 });
  const program = programThatNotifies(path, clock, () => [there]);
  for (let n = 0; n < 5; n++) {
    happens(journal, clock.now());
    await seconds(clock, 1, program);
  }
  expect(arrived).toHaveLength(0);
  await seconds(clock, 6, program);
  expect([arrived.length, events()]).toEqual([1, ids()]);
  happens(journal, clock.now());
  await program.stop();
  expect(events(), 'what is left at the end is sent').toEqual(ids());
});
