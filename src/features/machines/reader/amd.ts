import type { Gpu } from '../sample.ts';
import { bytesIn, degreesIn, distinctGpus, LAST_INDEX, percentIn, usageOf, wattsIn } from './bounds.ts';
import { cellsOf, integerIn, shortName } from './fields.ts';

const MB = 1024 ** 2;

/** A row of CSV: returns the first cell that has a value under one of the headers. */
type Row = (...headers: readonly string[]) => string | undefined;

/** The rows below the header that begins with a name. What comes before it, such as warnings, is skipped. */
function rowsUnder(first: string, lines: readonly string[]): readonly Row[] {
  const at = lines.findIndex((line) => line.toLowerCase().startsWith(`${first},`));
  if (at < 0) return [];
  const headers = cellsOf(lines[at] ?? '').map((header) => header.toLowerCase());
  return lines.slice(at + 1).flatMap((line) => {
    const cells = cellsOf(line);
    // A row of another table, or one that was cut.
    if (cells.length !== headers.length) return [];
    const cell = (header: string): string | undefined => cells[headers.indexOf(header)];
    return (...names: readonly string[]) => names.map(cell).find((text) => text !== undefined && isValue(text));
  });
}

const isValue = (text: string): boolean => text !== '' && !/^n\/a/i.test(text);

/** Parses `rocm-smi … --csv`. Its headers differ between releases, mostly those of power and names. */
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

/** Names of GPUs, by index. */
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
        memory: usageOf(bytesIn(row('used_vram'), MB), bytesIn(row('total_vram'), MB)),
        temperature: degreesIn(row('edge', 'hotspot')),
        power: wattsIn(row('socket_power')),
        processes: [],
      };
    }),
  );
}
