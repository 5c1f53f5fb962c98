import { describe, expect, test } from 'vitest';
import { createCollector } from '../../../../src/features/machines/reader/collector.ts';
import { type SimulatedInstance, simulatedSource } from '../../../../src/features/machines/reader/simulated.ts';
import {
  HISTORY,
  isAtRest,
  type MachineProblem,
  meanUtilization,
  type Reading,
  type ReadingEvent,
  readingAfter,
  type Sample,
} from '../../../../src/features/machines/reading.ts';
import { pools } from '../../../../src/market/world/hardware.ts';
import { type HandClock, handClock, NOON } from '../../../store/hand-clock.ts';

const HOUR = 3_600_000;
const EVERY = 5000;

const instance = (name: string, instance_type: string, age = 9 * HOUR): SimulatedInstance => ({
  name,
  instance_type,
  created_at: NOON - age,
});

/** Instances of the demo's project, by name. */
const fleet = new Map(
  [
    instance('train-llama-0', '8xh100.us-central1-a'),
    instance('train-llama-1', '8xh100.us-central1-a'),
    instance('finetune-mistral-2', '8xh100.eu-north1-a'),
    instance('sweep-b-0', '4xa100.eu-west4-a'),
    instance('serving-0', '8xa100.us-central1-a'),
    instance('render-0', '1xl40s.us-east1-b'),
    instance('render-2', '1xl40s.us-east1-b'),
    instance('eval-night-1', '1xl40s.eu-north1-a'),
    instance('notebooks-0', '1xl40s.us-central1-a', 100 * HOUR),
    instance('my-own', '1xl40s.us-central1-a'),
  ].map((one) => [one.name ?? '', one]),
);

/** Opens the stream of an instance, with its name as fid. Returns what comes. */
function watched(source: ReturnType<typeof simulatedSource>, name: string) {
  const past: Sample[] = [];
  const samples: Sample[] = [];
  const problems: MachineProblem[] = [];
  const stream = source.open({ fid: name, destination: '203.0.113.7' }, EVERY, {
    opened: (before = []) => void past.push(...before),
    sampled: (sample) => void samples.push(sample),
    ended: (problem) => void problems.push(problem),
  });
  const reading = (): Reading | null =>
    [...past, ...samples].reduce<Reading | null>(
      (before, sample) => readingAfter(before, { kind: 'sampled', fid: name, sample }, true),
      null,
    );
  return { past, samples, problems, reading, close: stream.close };
}

const sourceAt = (clock: HandClock) => simulatedSource(clock, (fid) => fleet.get(fid));

/** A machine after a minute. */
async function afterAMinute(name: string, clock = handClock()) {
  const seen = watched(sourceAt(clock), name);
  await clock.pass(60_000);
  return seen;
}

const gpusOf = ({ gpus }: Pick<Sample, 'gpus'>) => (gpus.kind === 'read' ? gpus.gpus : []);
const mean = (samples: readonly Sample[]): number =>
  samples.reduce((sum, sample) => sum + (meanUtilization(sample) ?? 0), 0) / samples.length;

describe('a newcomer to the demo', () => {
  test('sees five minutes of history of each machine at once', async () => {
    const clock = handClock();
    const seen = watched(sourceAt(clock), 'train-llama-0');
    await clock.pass(0);
    expect(seen.samples).toHaveLength(1);
    const history = seen.reading()?.history ?? [];
    expect(history).toHaveLength(HISTORY);
    expect(history.every((value) => value !== null && value > 0)).toBe(true);
    const times = [...seen.past, ...seen.samples].map(({ at }) => at);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(times.at(-1)).toBe(NOON);
  });

  test('sees a job that hangs since more than an hour: memory full, nothing done, little power', async () => {
    const seen = await afterAMinute('finetune-mistral-2');
    const { idleSince, sample } = seen.reading() ?? {};
    expect(NOON - (idleSince ?? NOON)).toBeGreaterThan(HOUR);
    expect(NOON - (idleSince ?? NOON)).toBeLessThan(2 * HOUR);
    const gpus = sample == null ? [] : gpusOf(sample);
    expect(gpus).toHaveLength(8);
    for (const { utilization, memory, power, processes } of gpus) {
      expect(utilization).toBe(0);
      expect((memory?.used ?? 0) / (memory?.total ?? 1)).toBeGreaterThan(0.94);
      expect(power).toBeLessThan(90);
      expect(processes).toHaveLength(1);
    }
  });

  test('sees training near 97 % that dips at checkpoints, on all machines of a bid at once', async () => {
    const clock = handClock();
    const source = sourceAt(clock);
    const [one, two] = [watched(source, 'train-llama-0'), watched(source, 'train-llama-1')];
    await clock.pass(HOUR);
    const isDip = (sample: Sample): boolean => (meanUtilization(sample) ?? 0) < 15;
    expect(one.samples.filter(isDip).map(({ at }) => at)).toEqual(two.samples.filter(isDip).map(({ at }) => at));
    expect(one.samples.some(isDip)).toBe(true);
    expect(one.samples.some(isAtRest)).toBe(false);
    expect(mean(one.samples.filter((sample) => (meanUtilization(sample) ?? 0) > 80))).toBeCloseTo(97, 0);
  });
});

describe('what a simulated machine shows fits together', () => {
  test.each([...fleet.keys()].filter((name) => !['eval-night-1', 'render-2'].includes(name)))('%s', async (name) => {
    const { samples } = await afterAMinute(name);
    expect(samples.length).toBeGreaterThan(2);
    for (const { gpus, memory, disk, load } of samples) {
      expect(gpus.kind).toBe('read');
      for (const { utilization, memory, temperature, power, processes } of gpusOf({ gpus })) {
        const held = processes.reduce((sum, process) => sum + (process.memory ?? 0), 0);
        expect(utilization).toBeGreaterThanOrEqual(0);
        expect(utilization).toBeLessThanOrEqual(100);
        expect(memory?.used).toBeLessThanOrEqual(memory?.total ?? 0);
        expect(held).toBeGreaterThan(0);
        expect(held).toBeLessThanOrEqual(memory?.used ?? 0);
        expect(temperature).toBeGreaterThan(25);
        expect(temperature).toBeLessThan(85);
        if (utilization !== null && utilization > 90) expect(power).toBeGreaterThan(300);
        if (utilization === 0) expect(power).toBeLessThan(160);
      }
      for (const usage of [memory, disk]) expect(usage?.used).toBeLessThan(usage?.total ?? 0);
      expect(load?.every((value) => value > 0)).toBe(true);
    }
  });

  test.each(pools(0).map(({ id }) => id))('an instance of %s has the GPUs that its type names', async (type) => {
    const clock = handClock();
    const seen = watched(
      simulatedSource(clock, () => instance('train', type)),
      'train',
    );
    await clock.pass(0);
    const [, count, model] = /^(\d+)x(\w+)\./.exec(type) ?? [];
    const gpus = seen.samples.flatMap(gpusOf);
    expect(gpus.map(({ index }) => index)).toEqual(Array.from({ length: Number(count) }, (_, index) => index));
    for (const { name } of gpus) expect(name.toLowerCase()).toContain(model);
  });

  test('a type that names no GPU has none', async () => {
    const clock = handClock();
    const seen = watched(
      simulatedSource(clock, () => instance('web', 'cpu-large')),
      'web',
    );
    await clock.pass(0);
    expect(seen.samples.map(({ gpus }) => gpus.kind)).toEqual(['no-gpu']);
  });
});

test('two consoles that began at different times show the same numbers', async () => {
  const clock = handClock(NOON + 1234);
  const first = watched(sourceAt(clock), 'train-llama-0');
  await clock.pass(13_700);
  const second = watched(sourceAt(clock), 'train-llama-0');
  await clock.pass(20_000);
  expect(second.samples.at(-1)).toEqual(first.samples.at(-1));
  const from = second.samples[1]?.at ?? 0;
  expect(second.samples.slice(1)).toEqual(first.samples.filter(({ at }) => at >= from));
  expect(second.reading()?.history.slice(-5)).toEqual(first.reading()?.history.slice(-5));
});

test('a machine read in turns has the samples in between; one that was paused for long has not', async () => {
  const clock = handClock();
  const source = sourceAt(clock);
  const first = watched(source, 'train-llama-0');
  await clock.pass(0);
  first.close();
  await clock.pass(60_000);
  const again = watched(source, 'train-llama-0');
  await clock.pass(0);
  expect(again.past.map(({ at }) => at - NOON)).toEqual(Array.from({ length: 11 }, (_, n) => (n + 1) * EVERY));
  again.close();
  await clock.pass(HOUR);
  const later = watched(source, 'train-llama-0');
  await clock.pass(0);
  expect(later.past).toEqual([]);
  expect(later.samples).toHaveLength(1);
});

test('a machine off screen has its history with its first turn', async () => {
  const clock = handClock();
  const source = sourceAt(clock);
  const events: ReadingEvent[] = [];
  const collector = createCollector({
    clock,
    random: () => 0.5,
    source: () => source,
    everyMs: () => EVERY,
    targets: () => [],
    rest: () => [{ fid: 'train-llama-0', destination: '203.0.113.7' }],
    exists: () => true,
    onEvents: (due) => void events.push(...due),
  });
  collector.start();
  await clock.pass(1500);
  collector.stop();
  expect(events.map(({ kind }) => kind)).toEqual(Array.from({ length: HISTORY }, () => 'sampled'));
});

test('a machine that began after the console has no history of before', async () => {
  const clock = handClock();
  const source = sourceAt(clock);
  await clock.pass(120_000);
  const seen = watched(source, 'train-llama-0');
  await clock.pass(0);
  expect(seen.past).toEqual([]);
});

test('a stream that is closed brings nothing more, also before it was open', async () => {
  const clock = handClock();
  const source = sourceAt(clock);
  const [open, opening] = ['train-llama-0', 'eval-night-1'].map((name) => watched(source, name));
  await clock.pass(300);
  open?.close();
  opening?.close();
  await clock.pass(HOUR);
  expect(open?.samples).toHaveLength(1);
  expect(opening?.problems).toEqual([]);
});
