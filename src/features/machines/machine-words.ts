import { clockTime, DAY_MS, shortDuration } from '../../lib/duration.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Context } from '../../resources/context.ts';
import type { KnownMachines } from './known-machines.ts';
import type { MachineRow } from './machine-row.ts';
import { freshnessOf, gpusOf, hottest, idleFor, memoryOf, shownSample } from './machine-values.ts';
import { asOf, percentText, usageText } from './parts/machine-cells.ts';
import { gpuStateCell, machineState, machineStateCell } from './parts/machine-state.ts';
import { meanUtilization } from './reading.ts';

/**
 * The use of a GPU as far as it is known: in per cent while it is current; else why it is not. `stale`: the last sample is too old, `waiting`:
 * there is none yet, `trouble`: the machine can't be read, `unknown`: its tool has no number.
 */
export type KnownUse =
  | { readonly kind: 'current'; readonly percent: number }
  | { readonly kind: 'stale' | 'waiting' | 'trouble' | 'unknown' };

/** The use of a GPU, or of a machine whose GPUs are not known, at the time for which machines are shown. */
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

/** What a machine or one of its GPUs does, in a sign and a word or two; why it can't be read, or how old its last sample is. */
export function stateWords({ gpu, reading }: MachineRow, context: Pick<Context, 'own' | 'glyphs'>): Cell {
  const known = asOf(context);
  const ofMachine = machineState(reading, known);
  const isOfGpu = gpu !== null && (ofMachine === 'busy' || ofMachine === 'resting' || ofMachine === 'unknown');
  return isOfGpu ? gpuStateCell(gpu, known) : machineStateCell(reading, known);
}

/** The numbers of a machine or one of its GPUs that are not too old to be shown: use, memory, temperature, and since when it is idle. */
export function numberWords({ gpu, reading }: MachineRow, context: Pick<Context, 'own' | 'glyphs'>): readonly string[] {
  const { now } = asOf(context);
  const gpus =
    gpu === null ? gpusOf(shownSample(reading, now)) : freshnessOf({ sample: gpu }, now) === 'old' ? [] : [gpu];
  const use = meanUtilization({ gpus: { kind: 'read', gpus } });
  const memory = memoryOf(gpus);
  const degrees = hottest(gpus);
  return [
    ...(use === null ? [] : [percentText(use)]),
    ...(memory === null ? [] : [usageText(memory)]),
    ...(degrees === null ? [] : [`${Math.round(degrees)}C`]),
    ...idleSinceWords(reading, now),
  ];
}

/** `nothing since 11:18 (42m)`; none while a GPU of the machine works. */
function idleSinceWords(reading: MachineRow['reading'], now: number): readonly string[] {
  const idle = shownSample(reading, now) === null ? null : idleFor(reading, now);
  if (idle === null || reading.idleSince === null) return [];
  const lasting = shortDuration(idle);
  return [
    idle < DAY_MS ? `nothing since ${clockTime(reading.idleSince).slice(0, 5)} (${lasting})` : `nothing for ${lasting}`,
  ];
}
