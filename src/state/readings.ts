import type { ListedRow } from '../api/result.ts';
import { memoizeLast } from '../lib/memoize.ts';
import type { Reading } from '../machines/reading.ts';
import type { MachineRow } from '../resources/local-rows.ts';
import type { List } from './lists/list.ts';

type Rows = ReadonlyMap<string, ListedRow<MachineRow>>;

const readingsByInstance = memoizeLast(
  (rows: Rows): ReadonlyMap<string, Reading> =>
    new Map([...rows.values()].map(({ row }) => [row.about, row.reading] as const)),
);

/** Returns what is known of each machine, by the fid of its instance. */
export function readingsOf({ rows }: Pick<List<MachineRow>, 'rows'>): ReadonlyMap<string, Reading> {
  return readingsByInstance(rows);
}
