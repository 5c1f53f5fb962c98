import type { Sample, Usage } from '../sample.ts';
import { bytesIn, usageOf } from './bounds.ts';
import { integerIn, numberIn } from './fields.ts';

const KIB = 1024;
const MOST_LOAD = 1_000_000;
const MOST_PROCESSORS = 100_000;

type Lines = (tag: string) => readonly string[];

/** Parses the lines of `/proc/loadavg`, of `/proc/meminfo` and of `df -P -k`, and the number of processors. */
export function parseHost(lines: Lines): Pick<Sample, 'load' | 'processors' | 'memory' | 'disk'> {
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
