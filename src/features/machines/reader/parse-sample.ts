import type { Gpu, GpuReadings, Sample } from '../sample.ts';
import { type GpuNames, parseAmd, parseAmdNames, parseRocm } from './amd.ts';
import { integerIn, shortMessage } from './fields.ts';
import { parseHost } from './host.ts';
import { type GpuUuids, hasUnknownUuid, parseNvidia, parseUuids } from './nvidia.ts';
import { CUT } from './script.ts';

/** What a stream knows of its machine's GPUs: their UUIDs and names do not change from sample to sample. */
export type KnownGpus = { readonly uuids: GpuUuids; readonly names: GpuNames };
export const NOTHING_KNOWN: KnownGpus = { uuids: new Map(), names: new Map() };

/** Exit codes of a tool whose time was over: of `timeout`, of SIGKILL, and of SIGTERM, which busybox passes on. */
const TIME_OVER = [124, 137, 143];

type Lines = (tag: string) => readonly string[];

/** The answer to a request: the sample, what is known of the GPUs now, and whether they are to be named again. */
type Answer = { readonly sample: Sample; readonly known: KnownGpus; readonly unnamed: boolean };

/** Parses the lines of one answer. Never fails: what is not understood is left out. */
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

/** Returns the answer of a machine whose GPU tool has not ended: all but the GPUs. */
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

/** Returns the tools that ran, in their order, and their exit codes. */
function exitsOf(lines: Lines): readonly { readonly tool: string; readonly code: number }[] {
  return lines('exit').flatMap((line) => {
    const [, tool, status] = /^(nvidia-smi|rocm-smi|amd-smi) (\d+)$/.exec(line) ?? [];
    const code = integerIn(status, 0, 255);
    return tool === undefined || code === null ? [] : [{ tool, code }];
  });
}
