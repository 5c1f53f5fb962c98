import * as z from 'zod';
import { once } from '../lib/once.ts';
import { jsonText, printableIdentifier, printableLine } from '../lib/sanitize.ts';
import { withoutSecrets } from '../lib/secret-names.ts';
import type { ListedRow, UnreadableRow } from './result.ts';

/** The page envelope (section 2.6). A service's cursor may be a number. */
const envelopeSchema = once(() =>
  z.looseObject({
    data: z.array(z.unknown()),
    next_cursor: z.union([z.string(), z.number()]).nullish(),
  }),
);

/** One page: its raw rows, and the cursor of the next, null on the last. */
export type Page = { readonly rows: readonly unknown[]; readonly next: string | null };

/**
 * Reads a page from an answer: the envelope, or a bare list, which is complete. Absent, null and empty
 * cursors all mean the last page. Null when it is neither. Keeps the cursor exactly as received.
 */
export function readPage(value: unknown): Page | null {
  if (Array.isArray(value)) return { rows: value, next: null };
  const envelope = envelopeSchema().safeParse(value);
  if (!envelope.success) return null;
  const { data, next_cursor } = envelope.data;
  return { rows: data, next: next_cursor == null || next_cursor === '' ? null : String(next_cursor) };
}

/** One parsed row of a page, or why it could not be read. */
export type ReadRow<Row> =
  | { readonly kind: 'row'; readonly fid: string; readonly listed: ListedRow<Row> }
  | { readonly kind: 'unreadable'; readonly unreadable: UnreadableRow };

/**
 * Parses one row, so that a bad one does not affect the others. `before` is the previous result: a row with the
 * same text stays the same object, which costs a tenth and shows at once that nothing has changed.
 */
export function readRow<Of extends z.ZodType>(
  of: Of,
  received: unknown,
  before: (fid: string) => ListedRow<z.output<Of>> | undefined,
): ReadRow<z.output<Of>> {
  // No list has secrets by the interface, but a service may send one all the same: nothing of the program gets it.
  const given = withoutSecrets(received);
  const raw = jsonText(given);
  const fid = fidOf(given);
  const known = fid === null ? undefined : before(fid);
  if (fid !== null && known?.raw === raw) return { kind: 'row', fid, listed: known };
  const read = of.safeParse(given);
  return fid === null || !read.success
    ? { kind: 'unreadable', unreadable: { fid, why: read.success ? NO_FID : whyUnreadable(read.error), raw } }
    : { kind: 'row', fid, listed: { row: read.data, raw } };
}

/** A row's identifier for display and comparison. */
function fidOf(given: unknown): string | null {
  return typeof given === 'object' &&
    given !== null &&
    'fid' in given &&
    typeof given.fid === 'string' &&
    given.fid !== ''
    ? printableIdentifier(given.fid)
    : null;
}

/** Rows of a list, collected from page to page. */
export type RowCollector<Row> = {
  readonly add: (rows: readonly ReadRow<Row>[]) => void;
  readonly rows: () => ReadonlyMap<string, ListedRow<Row>>;
  readonly unreadable: () => readonly UnreadableRow[];
  /** Whether a row came more than once. */
  readonly repeated: () => boolean;
};

/** Merges pages. A row that comes again, because the list moved between two pages, counts once: in its first position, with its latest content. */
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

/** The first issue of a value in plain words: `limit_price is not text`. */
export function whyUnreadable(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'it cannot be read';
  const field = printableLine(issue.path.map(String).join('.'));
  if (field === 'fid') return NO_FID;
  const type = issue.code === 'invalid_type' ? TYPES[issue.expected] : undefined;
  return `${field === '' ? 'it' : field} ${type === undefined ? 'cannot be read' : `is not ${type}`}`;
}
