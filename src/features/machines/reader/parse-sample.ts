import type { Gpu, GpuReadings, Sample, Usage } from '../reading.ts';
import { bytesIn, integerIn, numberIn, shortMessage, usageOf } from './fields.ts';
import {
  type GpuNames,
  type GpuUuids,
  hasUnknownUuid,
  parseAmd,
  parseAmdNames,
  parseNvidia,
  parseRocm,
  parseUuids,
} from './gpu-tools.ts';
import { CUT } from './script.ts';

/** A machine's UUIDs and names stay from sample to sample. */
export type KnownGpus = { readonly uuids: GpuUuids; readonly names: GpuNames };
export const NOTHING_KNOWN: KnownGpus = { uuids: new Map(), names: new Map() };

/** Exit codes after a time-out: of `timeout`, SIGKILL, and SIGTERM as passed on by busybox. */
const TIME_OVER = [124, 137, 143];

type Lines = (tag: string) => readonly string[];

/** `unnamed`: GPUs need names again. */
type Answer = { readonly sample: Sample; readonly known: KnownGpus; readonly unnamed: boolean };

/** Parses an answer. Never fails: unknown lines are left out. */
export function parseAnswer(all: readonly string[], before: KnownGpus, at: number): Answer {
  const byTag = new Map<string, string[]>();
  for (const line of all) {
    if (line.endsWith(CUT)) continue;
    const [, tag = '', text = ''] = /^([a-z]{1,12}) (.*)$/.exec(line.replace(/\r$/, '')) ?? [];
    const lines = byTag.get(tag);
    if (lines === undefined) byTag.set(tag, [text]);
    else lines.push(text);
  }
  const lines: Lines = (tag) => byTag.get(tag) ?? [];
  const known = {
    uuids: lines('uuid').length > 0 ? parseUuids(lines('uuid')) : before.uuids,
    names: lines('name').length > 0 ? parseAmdNames(lines('name')) : before.names,
  };
  const sample = { at, gpus: gpusOf(lines, known), ...parseHost(lines) };
  const unnamed = hasUnknownUuid(lines('process'), known.uuids) || (lines('amd').length > 0 && known.names.size === 0);
  return { sample, known, unnamed };
}

/** The answer while a GPU tool hangs. */
export function withoutGpus(lines: readonly string[], at: number): Sample {
  return { ...parseAnswer(lines, NOTHING_KNOWN, at).sample, gpus: { kind: 'hangs' } };
}

function gpusOf(lines: Lines, { uuids, names }: KnownGpus): GpuReadings {
  const found: readonly Gpu[] =
    [
      parseNvidia(lines('nvidia'), lines('process'), uuids),
      parseRocm(lines('rocm')),
      parseAmd(lines('amd'), names),
    ].find((gpus) => gpus.length > 0) ?? [];
  if (found.length > 0) return { kind: 'read', gpus: found };
  const [first] = exitsOf(lines);
  if (first === undefined) return { kind: 'no-gpu' };
  if (exitsOf(lines).some(({ code }) => TIME_OVER.includes(code))) return { kind: 'hangs' };
  if (lines('nvidia').some((line) => line.startsWith('No devices were found'))) return { kind: 'no-gpu' };
  const printed = [...lines('nvidia'), ...lines('rocm'), ...lines('amd')].map(shortMessage).find((line) => line !== '');
  return { kind: 'driver', message: printed ?? `${first.tool} ended with code ${first.code}` };
}

/** Exit codes of tools in order. */
function exitsOf(lines: Lines): readonly { readonly tool: string; readonly code: number }[] {
  return lines('exit').flatMap((line) => {
    const [, tool, status] = /^(nvidia-smi|rocm-smi|amd-smi) (\d+)$/.exec(line) ?? [];
    const code = integerIn(status, 0, 255);
    return tool === undefined || code === null ? [] : [{ tool, code }];
  });
}

const KIB = 1024;
const MOST_LOAD = 1_000_000;
const MOST_PROCESSORS = 100_000;

/** Parses `/proc/loadavg`, `/proc/meminfo`, `df -P -k` and the number of processors. */
function parseHost(lines: Lines): Pick<Sample, 'load' | 'processors' | 'memory' | 'disk'> {
  return {
    load: loadOf(lines('load')[0] ?? ''),
    processors: integerIn(lines('processors')[0], 1, MOST_PROCESSORS),
    memory: memoryOf(lines('memory')),
    disk: diskOf(lines('disk').findLast((line) => line.trim() !== '') ?? ''),
  };
}

function loadOf(line: string): Sample['load'] {
  const [one = null, five = null, fifteen = null] = line
    .split(' ', 3)
    .map((average) => numberIn(average, 0, MOST_LOAD));
  return one === null || five === null || fifteen === null ? null : [one, five, fifteen];
}

function memoryOf(lines: readonly string[]): Usage | null {
  const kib = (name: string): number | null => {
    const line = lines.find((one) => one.startsWith(`${name}:`));
    return bytesIn(/^\w+:\s+(\d+) kB$/.exec(line?.trim() ?? '')?.[1], KIB);
  };
  const total = kib('MemTotal');
  const available = kib('MemAvailable');
  return total === null || available === null ? null : usageOf(total - available, total);
}

/** Parses a row of `df -P -k`: file system, 1024-blocks, used, available, capacity, mount point. */
function diskOf(line: string): Usage | null {
  const found = /\s(\d+)\s+(\d+)\s+\d+\s+\d+%\s+\/$/.exec(line.trimEnd());
  return usageOf(bytesIn(found?.[2], KIB), bytesIn(found?.[1], KIB));
}
