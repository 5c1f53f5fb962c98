import * as z from 'zod';
import { printableJson, printableLine } from '../lib/printable.ts';
import type { Listed, Unreadable } from './outcome.ts';

const WithFid = z.looseObject({ fid: z.string().min(1) });

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

/** Rows of a list as they are gathered from page to page. */
export type Gathering<Row> = {
  readonly add: (rows: readonly unknown[]) => void;
  readonly rows: () => readonly Listed<Row>[];
  readonly count: () => number;
  readonly unreadable: () => readonly Unreadable[];
  /** Whether a row came more than once. */
  readonly repeated: () => boolean;
};

/**
 * Reads rows one by one, so that a strange one does not take the others with it. A row that comes again, as
 * happens when a list moves between two pages, counts once: in its first place, with its newest content.
 */
export function gatherRows<Of extends z.ZodType>(of: Of): Gathering<z.output<Of>> {
  const rows = new Map<string, Listed<z.output<Of>>>();
  const unreadable: Unreadable[] = [];
  let repeated = false;
  const addRow = (given: unknown): void => {
    const printable = printableJson(given);
    const raw = JSON.stringify(printable);
    const fid = WithFid.safeParse(printable).data?.fid ?? null;
    const read = of.safeParse(printable);
    if (fid === null || !read.success) {
      unreadable.push({ fid, why: read.success ? NO_FID : whyUnreadable(read.error), raw });
      return;
    }
    if (rows.has(fid)) repeated = true;
    rows.set(fid, { row: read.data, raw });
  };
  return {
    add: (page) => page.forEach(addRow),
    rows: () => [...rows.values()],
    count: () => rows.size,
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
