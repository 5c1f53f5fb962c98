import * as z from 'zod';
import { jsonText, printableIdentifier, printableLine } from '../lib/sanitize.ts';
import type { ListedRow, Unreadable } from './result.ts';

/** The page envelope (section 2.6). One service's cursor may be a number. */
const Envelope = z.looseObject({
  data: z.array(z.unknown()),
  next_cursor: z.union([z.string(), z.number()]).nullish(),
});

/** One page as it came: its rows unread, and the cursor of the next, null on the last. */
export type Page = { readonly rows: readonly unknown[]; readonly next: string | null };

/**
 * A page from an answer: the envelope, or a bare list, which is all there is. Absent, null and empty cursors
 * all mean that this page is the last. Null when it is neither. The cursor is kept exactly as it came.
 */
export function readPage(value: unknown): Page | null {
  if (Array.isArray(value)) return { rows: value, next: null };
  const envelope = Envelope.safeParse(value);
  if (!envelope.success) return null;
  const { data, next_cursor } = envelope.data;
  return { rows: data, next: next_cursor == null || next_cursor === '' ? null : String(next_cursor) };
}

/** One row of a page as it was read, or why it could not be. */
export type ReadRow<Row> =
  | { readonly kind: 'row'; readonly fid: string; readonly listed: ListedRow<Row> }
  | { readonly kind: 'unreadable'; readonly unreadable: Unreadable };

/**
 * Reads one row, so that a strange one does not take the others with it. `before` is what the row was read as the last
 * time: when it comes with the same text it stays that very object, which costs a tenth and lets others see at once
 * that nothing has changed.
 */
export function readRow<Of extends z.ZodType>(
  of: Of,
  given: unknown,
  before: (fid: string) => ListedRow<z.output<Of>> | undefined,
): ReadRow<z.output<Of>> {
  const raw = jsonText(given);
  const fid = fidOf(given);
  const known = fid === null ? undefined : before(fid);
  if (fid !== null && known?.raw === raw) return { kind: 'row', fid, listed: known };
  const read = of.safeParse(given);
  return fid === null || !read.success
    ? { kind: 'unreadable', unreadable: { fid, why: read.success ? NO_FID : whyUnreadable(read.error), raw } }
    : { kind: 'row', fid, listed: { row: read.data, raw } };
}

/** A row's identifier as it is shown and compared. */
function fidOf(given: unknown): string | null {
  return typeof given === 'object' &&
    given !== null &&
    'fid' in given &&
    typeof given.fid === 'string' &&
    given.fid !== ''
    ? printableIdentifier(given.fid)
    : null;
}

/** Rows of a list as they are gathered from page to page. */
export type Gathering<Row> = {
  readonly add: (rows: readonly ReadRow<Row>[]) => void;
  readonly rows: () => ReadonlyMap<string, ListedRow<Row>>;
  readonly unreadable: () => readonly Unreadable[];
  /** Whether a row came more than once. */
  readonly repeated: () => boolean;
};

/**
 * Puts pages together. A row that comes again, as happens when a list moves between two pages, counts once: in its
 * first place, with its newest content.
 */
export function gatherRows<Row>(): Gathering<Row> {
  const rows = new Map<string, ListedRow<Row>>();
  const unreadable: Unreadable[] = [];
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

/** The first thing wrong with a value, in plain words: `limit_price is not text`. */
export function whyUnreadable(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'it cannot be read';
  const field = printableLine(issue.path.map(String).join('.'));
  if (field === 'fid') return NO_FID;
  const type = issue.code === 'invalid_type' ? TYPES[issue.expected] : undefined;
  return `${field === '' ? 'it' : field} ${type === undefined ? 'cannot be read' : `is not ${type}`}`;
}
