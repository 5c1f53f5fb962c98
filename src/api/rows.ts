import * as z from 'zod';
import { unreadableCells, withUnreadable } from '../contract/unreadable.ts';
import { once } from '../lib/memoize.ts';
import { jsonText, printableIdentifier, printableLine } from '../lib/sanitize.ts';
import { withoutSecrets } from '../lib/secrets.ts';
import type { ListedRow, UnreadableRow } from './result.ts';

/** Section 2.6; a cursor may be a number. */
const envelopeSchema = once(() =>
  z.looseObject({
    data: z.array(z.unknown()),
    next_cursor: z.union([z.string(), z.number(), z.literal(false)]).nullish(),
  }),
);

/** Raw rows, and the cursor of the next page, null on the last. */
export type Page = { readonly rows: readonly unknown[]; readonly next: string | null };

/** The envelope, or a bare list, always complete. Keeps the cursor exactly as received. */
export function readPage(value: unknown): Page | null {
  if (Array.isArray(value)) return { rows: value, next: null };
  const envelope = envelopeSchema().safeParse(value);
  if (!envelope.success) return null;
  const { data, next_cursor } = envelope.data;
  return {
    rows: data,
    next: next_cursor == null || next_cursor === false || next_cursor === '' ? null : String(next_cursor),
  };
}

export type ReadRow<Row> =
  | {
      readonly kind: 'row';
      readonly fid: string;
      readonly listed: ListedRow<Row>;
      readonly unreadable: UnreadableRow | null;
    }
  | { readonly kind: 'unreadable'; readonly unreadable: UnreadableRow };

/** Row by row, so a bad one does not affect others. With the same text, `before` stays the same object. */
export function readRow<Of extends z.ZodType>(
  of: Of,
  received: unknown,
  before: (fid: string) => ListedRow<z.output<Of>> | undefined,
): ReadRow<z.output<Of>> {
  // No list has secrets by the interface, but a service may send one.
  const given = withoutSecrets(received);
  const raw = jsonText(given);
  const fid = fidOf(given);
  const known = fid === null ? undefined : before(fid);
  const read = known?.raw === raw ? { ok: true as const, listed: known } : readCells(of, given, raw);
  if (fid === null || !read.ok)
    return { kind: 'unreadable', unreadable: { fid, why: read.ok ? NO_FID : read.why, raw } };
  const [why] = unreadableCells(read.listed.row).values();
  return { kind: 'row', fid, listed: read.listed, unreadable: why === undefined ? null : { fid, why, raw } };
}

type ReadCells<Row> =
  | { readonly ok: true; readonly listed: ListedRow<Row> }
  | { readonly ok: false; readonly why: string };

/** A member of another type reads as null and is marked (`unreadableCells`). */
function readCells<Of extends z.ZodType>(of: Of, given: unknown, raw: string): ReadCells<z.output<Of>> {
  const read = of.safeParse(given);
  if (read.success) return { ok: true, listed: { row: read.data, raw } };
  const cells = new Map<string, string>();
  for (const issue of read.error.issues) {
    const [field] = issue.path;
    if (typeof field !== 'string' || field === 'fid') return { ok: false, why: whyUnreadable(read.error) };
    if (!cells.has(field)) cells.set(field, whyIssue(issue));
  }
  const rest = of.safeParse(Object.fromEntries(Object.entries(given ?? {}).filter(([name]) => !cells.has(name))));
  if (!rest.success || typeof rest.data !== 'object' || rest.data === null)
    return { ok: false, why: whyUnreadable(read.error) };
  return { ok: true, listed: { row: withUnreadable(rest.data, cells), raw } };
}

function fidOf(given: unknown): string | null {
  return typeof given === 'object' &&
    given !== null &&
    'fid' in given &&
    typeof given.fid === 'string' &&
    given.fid !== ''
    ? printableIdentifier(given.fid)
    : null;
}

export type RowCollector<Row> = {
  readonly add: (rows: readonly ReadRow<Row>[]) => void;
  readonly rows: () => ReadonlyMap<string, ListedRow<Row>>;
  readonly unreadable: () => readonly UnreadableRow[];
  readonly repeated: () => boolean;
};

/** A repeated row keeps its first position and has its latest content. */
export function gatherRows<Row>(): RowCollector<Row> {
  const rows = new Map<string, ListedRow<Row>>();
  const unreadable: UnreadableRow[] = [];
  let repeated = false;
  return {
    add: (page) => {
      for (const read of page) {
        if (read.kind === 'unreadable') unreadable.push(read.unreadable);
        else {
          if (rows.has(read.fid)) repeated = true;
          rows.set(read.fid, read.listed);
          if (read.unreadable !== null) unreadable.push(read.unreadable);
        }
      }
    },
    rows: () => rows,
    unreadable: () => unreadable,
    repeated: () => repeated,
  };
}

const NO_FID = 'it has no identifier';
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a group of fields',
};

/** `limit_price is not text`. */
export function whyUnreadable(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? 'it cannot be read' : whyIssue(issue);
}

function whyIssue(issue: z.core.$ZodIssue): string {
  const field = printableLine(issue.path.map(String).join('.'));
  if (field === 'fid') return NO_FID;
  const type = issue.code === 'invalid_type' ? TYPES[issue.expected] : undefined;
  return `${field === '' ? 'it' : field} ${type === undefined ? 'cannot be read' : `is not ${type}`}`;
}
