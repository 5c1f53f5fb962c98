import * as z from 'zod';
import { SIMULATED_BY } from '../changes/change-event.ts';
import { type JournalAccess, recordsIn } from './access.ts';
import { keyOf, type Scope } from './scope.ts';

/** Begins the names of demo markets: only they get a simulated past. */
const OWN_SERVICE = 'demo ';

/** `time` and `slot` are shifted, `id` and `key` replaced, `fids` replaced in a text. */
const HOW = ['same', 'time', 'slot', 'id', 'key', 'scope', 'fids'] as const;

const Name = z.string().regex(/^\w+$/);
const Value = z.union([z.string(), z.number(), z.null()]);
type Value = z.output<typeof Value>;
export type PastTable = {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, how: (typeof HOW)[number]])[];
  readonly rows: readonly (readonly Value[])[];
};

const PastFile = z.object({
  until: z.int(),
  fids: z.array(z.string()),
  tables: z.array(
    z.object({
      name: Name,
      columns: z.array(z.tuple([Name, z.enum(HOW)])),
      rows: z.array(z.array(Value)),
    }),
  ),
});
export type PastFile = z.output<typeof PastFile>;

/**
 * `begunAt`, in milliseconds since 1970, is the start of the world; `fids` are its identifiers in the file's order.
 */
export type Past = { readonly text: string; readonly begunAt: number; readonly fids: readonly string[] };

const SCOPED = `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')
  AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) WHERE name = 'scope')`;
const TableName = z.object({ name: z.string() });
const Greatest = z.object({ id: z.int().nullable() });

/** For a demo market, whole or not at all, beside nothing else. Returns whether it did. */
export function writePast({ database, read, inFile }: JournalAccess, scope: Scope, past: Past): boolean {
  if (!scope.service.startsWith(OWN_SERVICE)) return false;
  const file = fileIn(past.text);
  if (file === null) return false;
  const scopedTables = read(() =>
    database
      .prepare(SCOPED)
      .all()
      .map((row) => TableName.parse(row).name),
  );
  const isTaken = (name: string): boolean =>
    database
      .prepare(`SELECT 1 FROM ${name} WHERE substr(scope, 1, ?) <> ? OR substr(scope, 1, ?) = ? LIMIT 1`)
      .get(OWN_SERVICE.length, OWN_SERVICE, scope.service.length + 1, `${scope.service}\n`) !== undefined;
  let isWritten = false;
  const kept = inFile(() => {
    if (scopedTables.length === 0 || scopedTables.some(isTaken)) return;
    const ids = file.tables.flatMap(({ name, columns }) =>
      columns.some(([, how]) => how === 'id')
        ? [Greatest.parse(database.prepare(`SELECT max(id) AS id FROM ${name}`).get()).id ?? 0]
        : [],
    );
    const into = converted(file, scope, past, Math.max(0, ...ids));
    for (const { name, columns, rows } of file.tables) {
      const put = database.prepare(
        `INSERT INTO ${name} (${columns.map(([column]) => column).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows) put.run(...into(columns, row));
    }
    isWritten = true;
  });
  return kept && isWritten;
}

export const pastRecords = recordsIn('past', (access) => ({
  writePast: (scope: Scope, past: Past): boolean => writePast(access, scope, past),
}));

function fileIn(text: string): PastFile | null {
  try {
    return PastFile.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const SAMPLE_MS = 10_000;

function converted({ until, fids }: PastFile, scope: Scope, past: Past, lastId: number) {
  const shift = past.begunAt - until;
  const here = new Map(fids.map((fid, n) => [fid, past.fids[n] ?? fid]));
  const isSame = fids.every((fid) => here.get(fid) === fid);
  const renamed = (text: string): string => text.replace(/[a-z]+_[0-9A-Za-z]{16}/g, (fid) => here.get(fid) ?? fid);
  return (columns: PastTable['columns'], row: readonly Value[]): readonly Value[] =>
    columns.map(([, how], n) => {
      const value = row[n] ?? null;
      if (value === null || how === 'same') return value;
      if (typeof value === 'number') {
        if (how === 'time') return value + shift;
        if (how === 'id') return value + lastId;
        return how === 'slot' ? Math.floor((value + shift) / SAMPLE_MS) : value;
      }
      if (how === 'key') return `${SIMULATED_BY} ${scope.service} ${value}`;
      // A list without a project says so.
      if (how === 'scope') return keyOf(value === '' ? { ...scope, project: '' } : scope);
      return how === 'fids' && !isSame ? renamed(value) : value;
    });
}
