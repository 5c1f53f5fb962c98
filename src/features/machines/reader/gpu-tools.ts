import type { Gpu, GpuProcess } from '../reading.ts';
import {
  bytesIn,
  cellsOf,
  degreesIn,
  distinctGpus,
  integerIn,
  LAST_INDEX,
  MOST_PROCESSES,
  percentIn,
  shortName,
  usageOf,
  wattsIn,
} from './fields.ts';
import { NVIDIA_FIELDS } from './script.ts';

const MIB = 1024 ** 2;
const LAST_PID = 2 ** 31;

/** Index, and whether divided into MIG instances, by UUIDs of GPUs and instances. */
export type GpuUuids = ReadonlyMap<string, { readonly index: number; readonly mig: boolean }>;

/** Parses `nvidia-smi -L`: a line for each GPU, with indented lines for its MIG instances. */
export function parseUuids(lines: readonly string[]): GpuUuids {
  const indices = new Map<string, number>();
  const divided = new Set<number>();
  let current: number | null = null;
  for (const line of lines) {
    const index = integerIn(/^GPU (\d+):/.exec(line)?.[1], 0, LAST_INDEX);
    const uuid = /\(UUID: ([A-Za-z0-9/-]{1,80})\)\s*$/.exec(line)?.[1];
    if (index !== null) current = index;
    if (current === null || uuid === undefined) continue;
    if (/^\s+MIG /.test(line)) divided.add(current);
    indices.set(uuid, current);
  }
  return new Map([...indices].map(([uuid, index]) => [uuid, { index, mig: divided.has(index) }]));
}

/** Parses `--query-gpu`. Only a name may have commas. */
export function parseNvidia(lines: readonly string[], processes: readonly string[], uuids: GpuUuids): readonly Gpu[] {
  const ofGpu = processesByIndex(processes, uuids);
  const divided = new Set([...uuids.values()].flatMap(({ index, mig }) => (mig ? [index] : [])));
  return distinctGpus(
    lines.flatMap((line) => {
      const fields = line.split(',').map((field) => field.trim());
      if (fields.length < NVIDIA_FIELDS.length) return [];
      const [utilization, used, total, temperature, power] = fields.slice(2 - NVIDIA_FIELDS.length);
      const index = integerIn(fields[0], 0, LAST_INDEX);
      if (index === null) return [];
      const name = shortName(fields.slice(1, 2 - NVIDIA_FIELDS.length).join(', ')) || 'NVIDIA';
      return {
        index,
        name: divided.has(index) ? `${name} (MIG)` : name,
        utilization: percentIn(utilization),
        memory: usageOf(bytesIn(used, MIB), bytesIn(total, MIB)),
        temperature: degreesIn(temperature),
        power: wattsIn(power),
        processes: ofGpu.get(index) ?? [],
      };
    }),
  );
}

export function hasUnknownUuid(processes: readonly string[], uuids: GpuUuids): boolean {
  return processes.some((line) => /^(?:GPU|MIG)-/.test(line) && !uuids.has(line.split(',')[0]?.trim() ?? ''));
}

/** Parses `--query-compute-apps`: GPU's UUID, pid, memory, name. */
function processesByIndex(lines: readonly string[], uuids: GpuUuids): ReadonlyMap<number, readonly GpuProcess[]> {
  const found = new Map<number, readonly GpuProcess[]>();
  for (const line of lines) {
    const [uuid = '', pidText, memory, ...name] = line.split(',').map((field) => field.trim());
    const index = uuids.get(uuid)?.index;
    const pid = integerIn(pidText, 0, LAST_PID);
    const before = found.get(index ?? -1) ?? [];
    if (index === undefined || pid === null || before.length >= MOST_PROCESSES) continue;
    found.set(index, [...before, { pid, name: programName(name.join(',')), memory: bytesIn(memory, MIB) }]);
  }
  return found;
}

/** Without folder and arguments, since these may be secrets. `[Not Found]` and the like are no names. */
function programName(command: string): string {
  const program = command.startsWith('[') ? '' : (command.trim().split(/\s/)[0] ?? '');
  return shortName(program.split('/').at(-1) ?? '') || 'unknown';
}

/** The first cell with a value under one of the headers. */
type Row = (...headers: readonly string[]) => string | undefined;

/** Rows below the header beginning with `first`, after warnings. */
function rowsUnder(first: string, lines: readonly string[]): readonly Row[] {
  const at = lines.findIndex((line) => line.toLowerCase().startsWith(`${first},`));
  if (at < 0) return [];
  const headers = cellsOf(lines[at] ?? '').map((header) => header.toLowerCase());
  return lines.slice(at + 1).flatMap((line) => {
    const cells = cellsOf(line);
    // Another table's row, or a cut one.
    if (cells.length !== headers.length) return [];
    const cell = (header: string): string | undefined => cells[headers.indexOf(header)];
    return (...names: readonly string[]) => names.map(cell).find((text) => text !== undefined && isValue(text));
  });
}

const isValue = (text: string): boolean => text !== '' && !/^n\/a/i.test(text);

/** Parses `rocm-smi … --csv`. Releases differ in headers of power and names. */
export function parseRocm(lines: readonly string[]): readonly Gpu[] {
  return distinctGpus(
    rowsUnder('device', lines).flatMap((row) => {
      const index = integerIn(/^card(\d+)$/i.exec(row('device') ?? '')?.[1], 0, LAST_INDEX);
      if (index === null) return [];
      return {
        index,
        name: shortName(row('card series', 'card model', 'device name') ?? '') || 'AMD',
        utilization: percentIn(row('gpu use (%)')),
        memory: usageOf(bytesIn(row('vram total used memory (b)'), 1), bytesIn(row('vram total memory (b)'), 1)),
        temperature: degreesIn(row('temperature (sensor edge) (c)', 'temperature (sensor junction) (c)')),
        power: wattsIn(row('current socket graphics package power (w)', 'average graphics package power (w)')),
        processes: [],
      };
    }),
  );
}

export type GpuNames = ReadonlyMap<number, string>;

/** Parses `amd-smi static --asic --csv`. */
export function parseAmdNames(lines: readonly string[]): GpuNames {
  return new Map(
    rowsUnder('gpu', lines).flatMap((row) => {
      const index = integerIn(row('gpu'), 0, LAST_INDEX);
      const name = shortName(row('market_name') ?? '');
      return index === null || name === '' ? [] : [[index, name] as const];
    }),
  );
}

/** Parses `amd-smi metric … --csv`. */
export function parseAmd(lines: readonly string[], names: GpuNames): readonly Gpu[] {
  return distinctGpus(
    rowsUnder('gpu', lines).flatMap((row) => {
      const index = integerIn(row('gpu'), 0, LAST_INDEX);
      if (index === null) return [];
      return {
        index,
        name: names.get(index) ?? 'AMD',
        utilization: percentIn(row('gfx_activity')),
        memory: usageOf(bytesIn(row('used_vram'), MIB), bytesIn(row('total_vram'), MIB)),
        temperature: degreesIn(row('edge', 'hotspot')),
        power: wattsIn(row('socket_power')),
        processes: [],
      };
    }),
  );
}
