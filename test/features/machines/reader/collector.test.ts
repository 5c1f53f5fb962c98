import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createCollector } from '../../../../src/features/machines/reader/collector.ts';
import {
  isStale,
  MACHINE_PROBLEMS,
  type MachineTarget,
  NEEDS_OPERATOR,
  type ReadingEvent,
} from '../../../../src/features/machines/reading.ts';
import { handClock } from '../../../store/hand-clock.ts';
import { machines, madeSource, sampleOf } from './made-source.ts';

/** A collector whose machines and streams are in the hands of the test. */
function collecting(targets: readonly MachineTarget[], rest: readonly MachineTarget[] = [], random = () => 0.5) {
  const clock = handClock();
  const made = madeSource();
  const now = { targets, rest, gone: new Set<string>(), everyMs: 5000, source: made.source };
  const batches: (readonly ReadingEvent[])[] = [];
  const collector = createCollector({
    clock,
    random,
    source: () => now.source,
    targets: () => now.targets,
    rest: () => now.rest,
    exists: ({ fid }) => !now.gone.has(fid),
    everyMs: () => now.everyMs,
    onEvents: (events) => batches.push(events),
  });
  /** Lets every stream that is being opened bring a sample. */
  const answerAll = (): void => {
    for (const stream of made.open()) {
      stream.opened();
      stream.sampled(sampleOf(97));
    }
  };
  onTestFinished(collector.stop);
  collector.start();
  return { clock, made, now, batches, collector, answerAll };
}

test('at most four connections are opened at once, and at most 32 machines are watched, the most important first', async () => {
  const { clock, made, collector, answerAll } = collecting(machines(50));
  expect(made.open().map(({ target }) => target.fid)).toEqual(['i-0', 'i-1', 'i-2', 'i-3']);
  await clock.pass(10_000);
  expect(made.open()).toHaveLength(4);
  for (let round = 0; round < 20; round++) {
    const before = made.all.length;
    answerAll();
    await clock.pass(200);
    expect(made.all.length - before).toBeLessThanOrEqual(4);
  }
  expect(made.open().map(({ target }) => target.fid)).toEqual(machines(32).map(({ fid }) => fid));
  collector.stop();
  expect(made.open()).toEqual([]);
});

test('a machine that leaves the screen for less than 20 s keeps its stream: scrolling does not log in again', async () => {
  const { clock, made, now, answerAll } = collecting(machines(2));
  answerAll();
  now.targets = machines(1);
  await clock.pass(15_000);
  expect(made.last('i-1').closed).toBe(false);
  now.targets = machines(2);
  await clock.pass(15_000);
  now.targets = machines(1);
  await clock.pass(15_000);
  expect(made.all).toHaveLength(2);
  expect(made.last('i-1').closed).toBe(false);
  await clock.pass(7000);
  expect(made.last('i-1').closed).toBe(true);
});

test('the stream of an instance that is gone, or has another address, ends within a second', async () => {
  const { clock, made, now, answerAll } = collecting(machines(2));
  answerAll();
  now.gone.add('i-0');
  now.targets = machines(1, 1);
  await clock.pass(1000);
  expect(made.last('i-0').closed).toBe(true);
  expect(made.last('i-1').closed).toBe(false);
});

test('a machine that fails is tried again less and less often, up to every two minutes', async () => {
  const { clock, made } = collecting(machines(1));
  const tried: number[] = [];
  for (let at = 0; at < 1200; at++) {
    for (const stream of made.open()) {
      tried.push(at);
      made.fail(stream, 'unreachable');
    }
    await clock.pass(1000);
  }
  const waits = tried.slice(1).map((at, n) => at - (tried[n] ?? 0));
  // A round comes once a second.
  for (const [n, expected] of [5, 10, 20, 40, 80, 120, 120, 120].entries()) {
    expect(waits[n]).toBeGreaterThanOrEqual(expected);
    expect(waits[n]).toBeLessThanOrEqual(expected + 2);
  }
});

test('machines that fail together are not tried again together', async () => {
  let next = 0;
  const { clock, made } = collecting(machines(4), [], () => {
    next = (next + 0.37) % 1;
    return next;
  });
  for (const stream of made.open()) made.fail(stream, 'refused');
  const again: number[] = [];
  for (let at = 0; at < 10_000 && made.all.length < 8; at += 100) {
    await clock.pass(100);
    if (made.all.length > 4 + again.length) again.push(at);
  }
  expect(new Set(again).size).toBeGreaterThan(1);
});

test.for(NEEDS_OPERATOR)('a machine with %s is not tried again before the operator asks', async (kind) => {
  const { clock, made, collector } = collecting(machines(2));
  for (const stream of made.open()) made.fail(stream, kind);
  await clock.pass(3_600_000);
  expect(made.all).toHaveLength(2);
  collector.retry('i-1');
  await clock.pass(0);
  expect(made.all.map(({ target }) => target.fid)).toEqual(['i-0', 'i-1', 'i-1']);
  made.fail(made.last('i-1'), kind);
  collector.retry();
  await clock.pass(0);
  expect(made.all).toHaveLength(5);
});

test('a machine that needed the operator is tried at once when its address changes', async () => {
  const { clock, made, now } = collecting(machines(1));
  made.fail(made.last('i-0'), 'unknown-host');
  now.targets = [{ fid: 'i-0', destination: '10.9.9.9' }];
  await clock.pass(1000);
  expect(made.last('i-0').target.destination).toBe('10.9.9.9');
});

test('machines that do not answer do not hold up those that never failed', async () => {
  const { clock, made, now, answerAll } = collecting(machines(4));
  for (const stream of made.open()) made.fail(stream, 'timeout');
  now.targets = [];
  // The four are due again just when the new ones appear.
  await clock.pass(6000);
  now.targets = machines(8);
  await clock.pass(1000);
  expect(made.open().map(({ target }) => target.fid)).toEqual(['i-4', 'i-5', 'i-6', 'i-7']);
  answerAll();
});

test('a connection that breaks after an hour is opened anew within ten seconds', async () => {
  const { clock, made, answerAll } = collecting(machines(1));
  for (let hour = 0; hour < 5; hour++) {
    answerAll();
    await clock.pass(3_600_000);
    made.fail(made.last('i-0'), 'closed');
    await clock.pass(10_000);
    expect(made.all).toHaveLength(hour + 2);
  }
});

test('200 machines are sampled in turns, each once a minute at most, and none waits much longer than the others', async () => {
  const { clock, made } = collecting([], machines(200));
  for (let tenth = 0; tenth < 3000; tenth++) {
    // A login and a sample take a second.
    for (const stream of made.open())
      if (tenth % 10 === 0) {
        stream.opened();
        stream.sampled(sampleOf(3));
      }
    await clock.pass(100);
    expect(made.open().length).toBeLessThanOrEqual(4);
  }
  const counts = machines(200).map(({ fid }) => made.all.filter(({ target }) => target.fid === fid).length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(4);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
});

test('a turn ends with its first sample, and a machine that comes on screen meanwhile keeps its stream', async () => {
  const { clock, made, now } = collecting([], machines(2));
  made.last('i-0').opened();
  made.last('i-0').sampled(sampleOf(1));
  expect(made.last('i-0').closed).toBe(true);
  now.targets = machines(1, 1);
  await clock.pass(1000);
  made.last('i-1').opened();
  made.last('i-1').sampled(sampleOf(1));
  expect(made.last('i-1').closed).toBe(false);
  expect(made.all).toHaveLength(2);
});

test('what is read in turns is current until its next turn is late, what is on screen until its next sample is', async () => {
  const { clock, made, batches } = collecting(machines(1), machines(1, 1));
  for (const fid of ['i-0', 'i-1']) {
    made.last(fid).opened();
    made.last(fid).sampled(sampleOf(1));
  }
  await clock.pass(1000);
  const ages = batches.flat().map((event) => {
    const sample = event.kind === 'sampled' ? event.sample : null;
    const isOldAfter = (seconds: number): boolean => isStale({ sample }, (sample?.at ?? 0) + seconds * 1000);
    return [event.fid, [30, 31, 90, 91].filter(isOldAfter)];
  });
  expect(ages).toEqual([
    ['i-0', [31, 90, 91]],
    ['i-1', [91]],
  ]);
});

test('watching a full screen leaves room for the turns of the others', async () => {
  const { clock, made, answerAll } = collecting(machines(40), machines(80));
  for (let round = 0; round < 100; round++) {
    answerAll();
    await clock.pass(500);
    expect(made.open().length).toBeLessThanOrEqual(32);
  }
  const tried = new Set(made.all.map(({ target }) => target.fid));
  expect(tried.size).toBe(80);
});

test('samples are passed on once a second, all of them and in their order', async () => {
  const { clock, made, batches } = collecting(machines(3));
  for (let at = 0; at < 50; at++) {
    for (const stream of made.open()) stream.sampled(sampleOf(at % 100));
    await clock.pass(100);
  }
  await clock.pass(2000);
  expect(batches.length).toBeLessThanOrEqual(7);
  const first = batches.flat().filter(({ fid }) => fid === 'i-0');
  expect(first.map((event) => (event.kind === 'sampled' ? event.sample : null))).toEqual(
    Array.from({ length: 50 }, (_, at) => sampleOf(at)),
  );
});

test('another interval or another source opens the streams anew', async () => {
  const { clock, made, now, answerAll } = collecting(machines(1));
  answerAll();
  now.everyMs = 60_000;
  await clock.pass(2000);
  expect(made.all.map(({ everyMs, closed }) => ({ everyMs, closed }))).toEqual([
    { everyMs: 5000, closed: true },
    { everyMs: 60_000, closed: false },
  ]);
  now.source = { ...made.source };
  await clock.pass(2000);
  expect(made.all).toHaveLength(3);
  expect(made.open()).toHaveLength(1);
});

test('after the end no stream is open, nothing is passed on, and late words of a stream change nothing', async () => {
  const { clock, made, batches, collector } = collecting(machines(3));
  collector.stop();
  for (const stream of made.all) {
    stream.opened();
    stream.sampled(sampleOf(5));
    stream.ended({ kind: 'closed', message: '' });
  }
  collector.retry();
  await clock.pass(60_000);
  expect(made.open()).toEqual([]);
  expect(made.all).toHaveLength(3);
  expect(batches).toEqual([]);
});

test('whatever machines and streams do, no limit is ever passed and no two streams are of one machine', async () => {
  const step = fc.record({
    targets: fc.array(fc.nat(60), { maxLength: 50 }),
    rest: fc.array(fc.nat(60), { maxLength: 60 }),
    gone: fc.array(fc.nat(60), { maxLength: 5 }),
    acts: fc.array(fc.tuple(fc.nat(31), fc.constantFrom('opened', 'sampled', ...MACHINE_PROBLEMS)), { maxLength: 20 }),
    pass: fc.integer({ min: 0, max: 30_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { clock, made, now, collector } = collecting([]);
      const opening = new Set<object>();
      for (const { targets, rest, gone, acts, pass } of steps) {
        now.targets = targets.flatMap((n) => machines(1, n));
        now.rest = rest.flatMap((n) => machines(1, n));
        now.gone = new Set(gone.map((n) => `i-${n}`));
        for (const [n, act] of acts) {
          const stream = made.open()[n];
          if (stream === undefined) continue;
          opening.add(stream);
          if (act === 'opened') stream.opened();
          else if (act === 'sampled') stream.sampled(sampleOf(1));
          else made.fail(stream, act);
        }
        await clock.pass(pass);
        const open = made.open();
        expect(open.length).toBeLessThanOrEqual(32);
        expect(new Set(open.map(({ target }) => target.fid)).size).toBe(open.length);
        expect(open.filter((stream) => !opening.has(stream)).length).toBeLessThanOrEqual(4);
        if (pass > 1000) expect(open.filter(({ target }) => now.gone.has(target.fid))).toEqual([]);
      }
      collector.stop();
      expect(made.open()).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
