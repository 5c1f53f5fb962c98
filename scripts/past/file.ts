import * as z from 'zod';
import { SIMULATED_BY } from '../../src/changes/change-event.ts';
import type { Journal } from '../../src/journal/journal.ts';
import type { PastFile, PastTable } from '../../src/journal/past.ts';
import { HOUR_MS } from '../../src/lib/duration.ts';

/** Tables that say nothing of the past: who works now, SQLite's own, and those that the view of the entries is of. */
const LEFT_OUT = ['claims', 'leases', 'sqlite_sequence', 'packed_entries', 'entry_subjects', 'entry_texts'];
/** Age of samples that nothing shows any more, in milliseconds. */
const SAMPLES_MS = HOUR_MS + 60_000;

const TableName = z.object({ name: z.string() });
const Column = z.object({ name: z.string(), type: z.string() });
const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** How the columns of a journal come from one into another one, by their names in all tables; texts may have identifiers of rows. */
const HOW: Readonly<Record<string, PastTable['columns'][number][1]>> = {
  scope: 'scope',
  at: 'time',
  since: 'time',
  asked: 'time',
  began: 'time',
  ended: 'time',
  slot: 'slot',
  id: 'id',
  key: 'key',
  payload: 'fids',
};

/** The past that a journal in memory has, as it is kept in the program's file. `fids` are the identifiers of the rows that it ends with. */
export function pastFile({ access: { database } }: Journal, until: number, fids: readonly string[]): PastFile {
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name").all();
  const tables = names.flatMap((found): PastFile['tables'] => {
    const { name } = TableName.parse(found);
    if (LEFT_OUT.includes(name)) return [];
    const columns = database
      .prepare('SELECT name, type FROM pragma_table_info(?)')
      .all(name)
      .map((row) => Column.parse(row));
    const rows = database
      .prepare(`SELECT * FROM ${name}`)
      .all()
      .map((row) => Row.parse(row))
      .filter((row) => name !== 'samples' || Number(row['at']) >= until - SAMPLES_MS);
    if (rows.length === 0) return [];
    return [
      {
        name,
        columns: columns.map((one) => [one.name, HOW[one.name] ?? (one.type === 'TEXT' ? 'fids' : 'same')]),
        rows: rows.map((row) => columns.map((column) => valueIn(row, column.name))),
      },
    ];
  });
  return { until, fids: [...fids], tables };
}

/** A value as it is kept: the program that wrote it and its service have no meaning in another journal. */
function valueIn(row: z.output<typeof Row>, column: string): string | number | null {
  const value = row[column] ?? null;
  switch (column) {
    case 'scope':
      return String(value).split('\n')[1] ?? '';
    case 'by':
      return SIMULATED_BY;
    case 'key':
      return value === null ? null : (String(value).split(':')[1] ?? null);
    // A slot is found anew from the time of its sample.
    case 'slot':
      return row['at'] ?? null;
    default:
      return value;
  }
}
