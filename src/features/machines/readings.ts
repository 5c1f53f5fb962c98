import type { ListedRow } from '../../api/result.ts';
import type { List } from '../../store/list.ts';
import type { MachineRow } from './machine-row.ts';
import type { Reading } from './reading.ts';

type Rows = ReadonlyMap<string, ListedRow<MachineRow>>;

/** By the rows, because those of a frozen screen are read beside the live ones. */
const readingsByInstance = new WeakMap<Rows, ReadonlyMap<string, Reading>>();

/** What is known of each machine, by the fid of its instance. */
export function readingsOf({ rows }: Pick<List<MachineRow>, 'rows'>): ReadonlyMap<string, Reading> {
  const known = readingsByInstance.get(rows);
  if (known !== undefined) return known;
  const own = [...rows.values()].filter(({ row }) => row.gpu === null);
  const readings = new Map(own.map(({ row }) => [row.about, row.reading] as const));
  readingsByInstance.set(rows, readings);
  return readings;
}

/** What is known of the machine of an instance; null when it is not listed. */
export function readingOf({ rows }: Pick<List<MachineRow>, 'rows'>, instance: string): Reading | null {
  return rows.get(instance)?.row.reading ?? null;
}
