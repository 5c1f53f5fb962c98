import { clockTime, DAY_MS, shortDuration } from '../../../lib/duration.ts';
import type { Cell } from '../../../resources/cell.ts';
import type { Context } from '../../../resources/context.ts';
import type { KnownMachines } from '../known-machines.ts';
import type { MachineRow } from '../machine-row.ts';
import { freshnessOf, hottest, idleFor, memoryOf, shownGpus, shownSample, utilizationOf } from '../machine-values.ts';
import { AT_REST, type Gpu, meanUtilization, type Reading, type Taken } from '../reading.ts';
import { asOf, type MachineContext, percentText, usageText } from './machine-cells.ts';
import { troubleOf, troubleWords } from './machine-problem.ts';

/** `trouble` needs the operator, `idle` wastes money. */
export type MachineState = 'trouble' | 'idle' | 'resting' | 'busy' | 'unknown' | 'stale' | 'waiting';

export function machineState(
  reading: Reading,
  { now, idleAfterMs }: Pick<MachineContext, 'now' | 'idleAfterMs'>,
): MachineState {
  const trouble = troubleOf(reading);
  if (trouble !== null && trouble !== 'no-gpu') return 'trouble';
  const { sample } = reading;
  if (sample === null) return 'waiting';
  if (freshnessOf(reading, now) !== 'current') return 'stale';
  const idle = idleFor(reading, now);
  if (idle !== null) return idle >= idleAfterMs ? 'idle' : 'resting';
  return meanUtilization(sample) === null ? 'unknown' : 'busy';
}

/** A sign and a word, the trouble, or the age of an old sample. */
export function machineStateCell(reading: Reading, context: MachineContext): Cell {
  const { glyphs, now } = context;
  const trouble = troubleOf(reading);
  switch (machineState(reading, context)) {
    case 'trouble':
      return { text: `${glyphs.bad} ${trouble === null ? '' : troubleWords[trouble].word}`, tone: 'bad' };
    case 'waiting':
      return { text: `${glyphs.busy} not read yet`, tone: 'dim' };
    case 'stale':
      return staleCell(reading.sample?.at ?? now, context);
    case 'idle':
      return { text: `${glyphs.warn} idle`, tone: 'warn' };
    case 'resting':
      return { text: `${glyphs.open} resting`, tone: 'dim' };
    case 'busy':
      return { text: `${glyphs.on} busy`, tone: 'good' };
    case 'unknown':
      return { text: `${glyphs.dot} ${trouble === null ? 'unknown' : troubleWords[trouble].word}`, tone: 'dim' };
  }
}

export function gpuStateCell(gpu: Gpu & Taken, context: MachineContext): Cell {
  const { utilization } = gpu;
  const { glyphs, now } = context;
  if (freshnessOf({ sample: gpu }, now) !== 'current') return staleCell(gpu.at, context);
  if (utilization === null) return { text: `${glyphs.dot} unknown`, tone: 'dim' };
  return utilization <= AT_REST
    ? { text: `${glyphs.open} resting`, tone: 'warn' }
    : { text: `${glyphs.on} busy`, tone: 'good' };
}

const staleCell = (at: number, { glyphs, now }: MachineContext): Cell => ({
  text: `${glyphs.warn} ${shortDuration(now - at)} ago`,
  tone: 'dim',
});

/**
 * The use of a GPU: in per cent while current, else the reason. `waiting` has no sample yet, `unknown` no number from
 * its tool.
 */
export type KnownUse =
  | { readonly kind: 'current'; readonly percent: number }
  | { readonly kind: 'stale' | 'waiting' | 'trouble' | 'unknown' };

export function knownUse(
  { gpu, reading }: Pick<MachineRow, 'gpu' | 'reading'>,
  { at: now, idleAfterMs }: Pick<KnownMachines, 'at' | 'idleAfterMs'>,
): KnownUse {
  const state = machineState(reading, { now, idleAfterMs });
  if (state === 'trouble' || state === 'waiting' || state === 'stale') return { kind: state };
  if (gpu === null) return { kind: 'unknown' };
  if (freshnessOf({ sample: gpu }, now) !== 'current') return { kind: 'stale' };
  return gpu.utilization === null ? { kind: 'unknown' } : { kind: 'current', percent: gpu.utilization };
}

/** What a machine or GPU does, in a sign and a word or two. */
export function stateWords({ gpu, reading }: MachineRow, context: Pick<Context, 'own' | 'glyphs'>): Cell {
  const known = asOf(context);
  const ofMachine = machineState(reading, known);
  const isOfGpu = gpu !== null && (ofMachine === 'busy' || ofMachine === 'resting' || ofMachine === 'unknown');
  return isOfGpu ? gpuStateCell(gpu, known) : machineStateCell(reading, known);
}

/** Numbers not too old to be shown: use, memory, temperature, idle time. */
export function numberWords(row: MachineRow, context: Pick<Context, 'own' | 'glyphs'>): readonly string[] {
  const { now } = asOf(context);
  const gpus = shownGpus(row, now);
  const use = utilizationOf(gpus);
  const memory = memoryOf(gpus);
  const degrees = hottest(gpus);
  return [
    ...(use === null ? [] : [percentText(use)]),
    ...(memory === null ? [] : [usageText(memory)]),
    ...(degrees === null ? [] : [`${Math.round(degrees)}C`]),
    ...idleSinceWords(row.reading, now),
  ];
}

/** `nothing since 11:18 (42m)`; empty while a GPU works. */
function idleSinceWords(reading: MachineRow['reading'], now: number): readonly string[] {
  const idle = shownSample(reading, now) === null ? null : idleFor(reading, now);
  if (idle === null || reading.idleSince === null) return [];
  const lasting = shortDuration(idle);
  return [
    idle < DAY_MS ? `nothing since ${clockTime(reading.idleSince).slice(0, 5)} (${lasting})` : `nothing for ${lasting}`,
  ];
}
