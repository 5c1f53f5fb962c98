import { describe, expect, test } from 'vitest';
import { hottest, idleFor, memoryOf, powerOf, processesOn } from '../../../src/features/machines/machine-values.ts';
import {
  asOf,
  historyText,
  idleCell,
  type MachineContext,
  memoryCell,
  percentBar,
  usageText,
  utilizationCell,
} from '../../../src/features/machines/parts/machine-cells.ts';
import { troubleMessage, troubleOf, troubleWords } from '../../../src/features/machines/parts/machine-problem.ts';
import { MACHINE_PROBLEMS, type Reading } from '../../../src/features/machines/reading.ts';
import { asciiGlyphs, spokenGlyphs, unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { NOON } from '../../store/hand-clock.ts';
import { consoleWith } from '../../store/made.ts';
import { GIB, gpu, reading, restingGpu, sample } from './reader/made-reading.ts';

const MINUTE = 60_000;
const at = (now: number, glyphs = unicodeGlyphs): MachineContext => ({
  ...asOf(contextOf(consoleWith())),
  now,
  glyphs,
});
const failed = (kind: (typeof MACHINE_PROBLEMS)[number], more: Partial<Reading> = {}): Reading =>
  reading('a', { problem: { kind, message: '', at: NOON }, ...more });

describe('the utilization of a machine', () => {
  test('is a number with its history while the sample is current', () => {
    const history = [...Array(30).fill(0), ...Array(15).fill(50), ...Array(15).fill(97)];
    expect(utilizationCell(reading('a', { history }), at(NOON), 9)).toEqual({ text: ' 97% ⣀⣀⣶⣿', tone: 'good' });
    expect(utilizationCell(reading('a', { history }), at(NOON, asciiGlyphs), 9).text).toBe(' 97% __=#');
    expect(utilizationCell(reading('a', { history }), at(NOON, spokenGlyphs), 9).text).toBe(' 97%');
  });

  test('has its age in words in place of the history once it is stale, and goes after ten minutes', () => {
    expect(utilizationCell(reading('a'), at(NOON + 2 * MINUTE), 12)).toEqual({ text: ' 97% 2m ago', tone: 'dim' });
    expect(utilizationCell(reading('a'), at(NOON + 2 * MINUTE), 8)).toEqual({ text: '97% 2m', tone: 'dim' });
    expect(utilizationCell(reading('a'), at(NOON + 11 * MINUTE), 4)).toEqual({ text: '–', tone: 'dim' });
    expect(memoryCell(reading('a'), at(NOON + 2 * MINUTE))).toEqual({ text: '75%', tone: 'dim' });
    expect(memoryCell(reading('a'), at(NOON + 11 * MINUTE)).text).toBe('–');
  });

  test('gives way to the word of a problem, unless the last sample is still current', () => {
    const gone = failed('unknown-host', { sample: null });
    expect(utilizationCell(gone, at(NOON), null)).toEqual({ text: '▲ unknown host', tone: 'warn' });
    expect(utilizationCell(gone, at(NOON), 12)).toEqual({ text: 'unknown host', tone: 'warn' });
    expect(utilizationCell(failed('closed'), at(NOON), 0).text).toBe(' 97%');
    expect(utilizationCell(failed('closed'), at(NOON + MINUTE), 8).text).toBe('▲ closed');
    expect(utilizationCell(null, at(NOON), 4).text).toBe('–');
  });

  test('says why a machine has no GPU to show', () => {
    const of = (gpus: Parameters<typeof sample>[0]): string =>
      utilizationCell(reading('a', { sample: sample(gpus) }), at(NOON), 8).text;
    expect(of({ kind: 'no-gpu' })).toBe('▲ no gpu');
    expect(of({ kind: 'driver', message: 'NVRM' })).toBe('▲ driver');
    expect(of({ kind: 'hangs' })).toBe('▲ hangs');
  });
});

test('unknown samples are blank in a history, and doing nothing is its lowest line', () => {
  expect(historyText([null, 0, 100, 100], 30, unicodeGlyphs).trimStart()).toBe('⢀⣿');
  expect(historyText([0, 1, 2], 30, unicodeGlyphs).trimStart()).toBe('⢀⣀');
  expect(historyText([0, 1, 2], 30, unicodeGlyphs)).toHaveLength(30);
  expect(historyText([], 3, unicodeGlyphs)).toBe('   ');
});

test('a bar goes in half cells up to its width, and a screen reader hears the number alone', () => {
  expect(percentBar(50, 4, unicodeGlyphs)).toBe(' 50% ▄▄');
  expect(percentBar(60, 4, unicodeGlyphs)).toBe(' 60% ▄▄▖');
  expect(percentBar(100, 4, asciiGlyphs)).toBe('100% ====');
  expect(percentBar(0, 4, unicodeGlyphs)).toBe('  0%');
  expect(percentBar(100, 4, spokenGlyphs)).toBe('100%');
});

describe('the idle time of a machine', () => {
  const idle = reading('a', { sample: sample([restingGpu(0)]), idleSince: NOON - 12 * MINUTE });

  test('does not grow after the last sample, because nothing is known of that time', () => {
    expect(idleFor(idle, NOON + 10_000)).toBe(12 * MINUTE + 10_000);
    expect(idleFor(idle, NOON + 5 * MINUTE)).toBe(12 * MINUTE);
    expect(idleCell(idle, at(NOON + 5 * MINUTE)).tone).toBe('dim');
  });
});

test('a process on several GPUs counts once, with its memory on all of them', () => {
  const train = { pid: 7, name: 'python', memory: 10 * GIB };
  const small = { pid: 8, name: 'Xorg', memory: GIB };
  const gpus = [gpu(0, { processes: [small, train] }), gpu(1, { processes: [train] })];
  expect(processesOn(gpus)).toEqual([{ ...train, memory: 20 * GIB }, small]);
});

test('numbers of several GPUs are their sums and the highest temperature; unknown ones are left out', () => {
  const gpus = [gpu(0), restingGpu(1), gpu(2, { memory: null, temperature: null, power: null })];
  expect(memoryOf(gpus)).toEqual({ used: 60.5 * GIB, total: 160 * GIB });
  expect(usageText({ used: 1.5 * GIB, total: 80 * GIB })).toBe('1.5/80G');
  expect(usageText({ used: 1291 * GIB, total: 1440 * GIB })).toBe('1.3/1.4T');
  expect([hottest(gpus), powerOf(gpus)]).toEqual([64, 712]);
  expect([memoryOf([]), hottest([]), powerOf([])]).toEqual([null, null, null]);
});

describe('the words of troubles', () => {
  const all = Object.entries(troubleWords);

  test('are short, different, and each says in a sentence what to do', () => {
    expect(all.map(([trouble]) => trouble)).toEqual([...MACHINE_PROBLEMS, 'no-gpu', 'driver', 'hangs']);
    expect(new Set(all.map(([, { word }]) => word)).size).toBe(all.length);
    for (const [trouble, { word, remedy }] of all) {
      expect(word.length, trouble).toBeLessThanOrEqual(12);
      expect(remedy('s'), trouble).toMatch(/^[A-Z].*\.$/);
    }
  });

  test('an unknown host is mended by one login', () => {
    expect(troubleWords['unknown-host'].remedy('s')).toBe('Log in once with s to accept the host key.');
    expect(troubleOf(failed('unknown-host'))).toBe('unknown-host');
    expect(troubleMessage(reading('a', { sample: sample({ kind: 'driver', message: 'NVRM' }) }))).toBe('NVRM');
    expect(troubleOf(reading('a'))).toBeNull();
    expect(troubleOf(reading('a', { sample: null }))).toBeNull();
  });
});
