import { shortDuration } from '../../../lib/duration.ts';
import type { Cell } from '../../../resources/cell.ts';
import { freshnessOf, idleFor } from '../machine-values.ts';
import { AT_REST, type Gpu, meanUtilization, type Reading, type Taken } from '../reading.ts';
import type { MachineContext } from './machine-cells.ts';
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
