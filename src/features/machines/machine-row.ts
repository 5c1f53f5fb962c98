import type { Reading } from './reading.ts';
import type { Gpu, Sample, Taken } from './sample.ts';

declare module '../../resources/rows.ts' {
  interface Rows {
    readonly machines: MachineRow;
  }
}

/**
 * The machine of an instance, whether or not it can be read; or one of its GPUs, which is shown below it. The row of a machine has
 * the fid of its instance, and stays while its GPUs come and go.
 */
export type MachineRow = {
  readonly fid: string;
  /** The fid of its instance, and the instance's name. */
  readonly about: string;
  readonly name: string;
  readonly reading: Reading;
  /** The GPU, and when it was read; null in the row of a machine. */
  readonly gpu: (Gpu & Taken) | null;
  /** The fids of the rows of its GPUs; none in the row of a GPU. */
  readonly gpuRows: readonly string[];
};

/** The fid of the row of a GPU, by the fid of its instance. */
export const gpuFid = (about: string, index: number): string => `${about}/${String(index).padStart(2, '0')}`;

/** The rows of a machine: its own and one for each GPU. When the last sample has no GPUs, those that were read before stay. */
export function machineRows(reading: Reading, name: string, before: readonly MachineRow[] = []): readonly MachineRow[] {
  const { fid: about, sample } = reading;
  const below = gpusNow(sample, before).map((gpu): MachineRow => {
    return { fid: gpuFid(about, gpu.index), about, name, reading, gpu, gpuRows: [] };
  });
  return [{ fid: about, about, name, reading, gpu: null, gpuRows: below.map(({ fid }) => fid) }, ...below];
}

function gpusNow(sample: Sample | null, before: readonly MachineRow[]): readonly NonNullable<MachineRow['gpu']>[] {
  if (sample?.gpus.kind === 'read') {
    const { at, againMs } = sample;
    return sample.gpus.gpus.map((gpu) => ({ ...gpu, at, ...(againMs === undefined ? {} : { againMs }) }));
  }
  return sample?.gpus.kind === 'no-gpu' ? [] : before.flatMap(({ gpu }) => gpu ?? []);
}
