import type { ListedRow } from '../../api/result.ts';
import type { List } from '../../store/list.ts';
import type { Gpu, Reading, Sample, Taken } from './reading.ts';

declare module '../../resources/rows.ts' {
  interface Rows {
    readonly machines: MachineRow;
  }
}

/**
 * The machine of an instance, readable or not, or one of its GPUs below it. A machine's row has the fid of its
 * instance.
 */
export type MachineRow = {
  readonly fid: string;
  /** Fid and name of the instance. */
  readonly about: string;
  readonly name: string;
  readonly reading: Reading;
  /** The GPU and its time; null for a machine. */
  readonly gpu: (Gpu & Taken) | null;
  /** Rows of its GPUs, by fid. */
  readonly gpuRows: readonly string[];
};

export const gpuFid = (about: string, index: number): string => `${about}/${String(index).padStart(2, '0')}`;

/** Rows of a machine and its GPUs. GPUs read before stay when the last sample has none. */
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

type Rows = ReadonlyMap<string, ListedRow<MachineRow>>;

/** By rows: a frozen screen has its own. */
const readingsByInstance = new WeakMap<Rows, ReadonlyMap<string, Reading>>();

/** Readings by the fid of the instance. */
export function readingsOf({ rows }: Pick<List<MachineRow>, 'rows'>): ReadonlyMap<string, Reading> {
  const known = readingsByInstance.get(rows);
  if (known !== undefined) return known;
  const own = [...rows.values()].filter(({ row }) => row.gpu === null);
  const readings = new Map(own.map(({ row }) => [row.about, row.reading] as const));
  readingsByInstance.set(rows, readings);
  return readings;
}

export function readingOf({ rows }: Pick<List<MachineRow>, 'rows'>, instance: string): Reading | null {
  return rows.get(instance)?.row.reading ?? null;
}
