import type { Gpu, GpuProcess } from '../sample.ts';
import { bytesIn, degreesIn, distinctGpus, LAST_INDEX, MOST_PROCESSES, percentIn, usageOf, wattsIn } from './bounds.ts';
import { integerIn, shortName } from './fields.ts';
import { NVIDIA_FIELDS } from './script.ts';

const MIB = 1024 ** 2;
const LAST_PID = 2 ** 31;

/** A GPU of `nvidia-smi -L`: its index, and whether it is divided into MIG instances. By the UUIDs of the GPU and of its instances. */
export type GpuUuids = ReadonlyMap<string, { readonly index: number; readonly mig: boolean }>;

/** Parses `nvidia-smi -L`: one line for each GPU, each followed by an indented line for each of its MIG instances. */
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

/** Parses the lines of `--query-gpu`. A name may hold commas, all other fields are without. */
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

/** Whether a process runs on a GPU whose index is not known. */
export function hasUnknownUuid(processes: readonly string[], uuids: GpuUuids): boolean {
  return processes.some((line) => /^(?:GPU|MIG)-/.test(line) && !uuids.has(line.split(',')[0]?.trim() ?? ''));
}

/** Parses the lines of `--query-compute-apps`: UUID of the GPU, process identifier, memory, name. */
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

/** The name of a program without its folder and its arguments, which may hold secrets. `[Not Found]` and the like are no names. */
function programName(command: string): string {
  const program = command.startsWith('[') ? '' : (command.trim().split(/\s/)[0] ?? '');
  return shortName(program.split('/').at(-1) ?? '') || 'unknown';
}
