import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { type BodyFault, bodyFault, type Intake, notJson, readJson } from './json-body.ts';
import type { ListedRow, Outcome } from './result.ts';
import { type MemoryShare, weightOf } from './row-budget.ts';
import { splitRows } from './row-splitter.ts';
import { type ReadRow, readPage, readRow } from './rows.ts';

/** A parsed page. */
export type PageRead<Row> = { readonly rows: readonly ReadRow<Row>[]; readonly next: string | null };

/** Parses the pages of one list, poll after poll. */
export type PageCache<Row> = {
  /** Called before the first page. */
  readonly begin: () => void;
  /** The parser of the page with this index. */
  readonly page: (at: number) => Intake<PageRead<Row>>;
  /** Called with all rows of a list that was read to its end. */
  readonly ended: (rows: ReadonlyMap<string, ListedRow<Row>>, pages: number) => void;
  /** Called when reading the list failed. */
  readonly failed: () => void;
};

/** Largest page that is collected before it is parsed, in bytes: when it is the same again it is not parsed at all. */
const MAX_WHOLE = 256 * 1024;

const NO_ROOM = bodyFault('with the other lists it is larger than the memory set aside for them');
const OVERSIZED = { fid: null, why: 'it is too large', raw: '' } as const;

/**
 * Creates a parser that caches the previous list. In a long list nearly all is the same from poll
 * to poll: an identical page is not even parsed, an identical row is not checked again. Its
 * memory counts against its share. `clean` is applied to every text before parsing. `before` returns a
 * row that is already in memory, by default that of the previous list.
 */
export function createPageCache<Of extends z.ZodType>(
  of: () => Of,
  share: MemoryShare,
  clean: (text: string) => string = (text) => text,
  before?: (fid: string) => ListedRow<z.output<Of>> | undefined,
): PageCache<z.output<Of>> {
  type Row = z.output<Of>;
  const pages: { readonly digest: string; readonly read: PageRead<Row>; readonly weight: number }[] = [];
  let known: ReadonlyMap<string, ListedRow<Row>> = new Map();

  const rowBefore = before ?? ((fid: string) => known.get(fid));

  const readOne = (value: unknown, take: (bytes: number) => void): ReadRow<Row> => {
    const one = readRow(of(), value, rowBefore);
    take(weightOf(one.kind === 'row' ? one.listed.raw : one.unreadable.raw));
    return one;
  };

  /** Parses a page of any size row by row. */
  const inParts = (): Intake<PageRead<Row>> => {
    const read: ReadRow<Row>[] = [];
    let fault: BodyFault | null = null;
    const take = (bytes: number): void => {
      if (!share.take(bytes)) fault = NO_ROOM;
    };
    const splitter = splitRows({
      row: (text) => {
        const body = readJson(clean(text));
        if (body.ok) read.push(readOne(body.value, take));
        else fault = body.error;
        return fault === null;
      },
      oversized: () => {
        read.push({ kind: 'unreadable', unreadable: OVERSIZED });
        take(weightOf(''));
        return fault === null;
      },
    });
    return {
      push: (bytes) => (splitter.push(bytes) ? null : (fault ?? notJson(splitter.frame()))),
      end: () => {
        const page = pageOf(clean(splitter.frame()));
        if (!page.ok) return page;
        const { cells, next } = page.value;
        const rows = cells.map((cell) => (typeof cell === 'number' ? read[cell] : undefined) ?? readOne(cell, take));
        take(cursorWeight(next));
        return fault === null ? { ok: true, value: { rows, next } } : { ok: false, error: fault };
      },
    };
  };

  /** Parses a page of moderate size from its text. */
  const whole = (at: number, parts: readonly Uint8Array[]): Outcome<PageRead<Row>, BodyFault> => {
    const digest = digestOf(parts);
    const before = pages[at];
    if (before?.digest === digest) {
      return share.take(before.weight) ? { ok: true, value: before.read } : { ok: false, error: NO_ROOM };
    }
    const page = pageOf(clean(new TextDecoder().decode(Buffer.concat(parts))));
    if (!page.ok) return page;
    const { cells, next } = page.value;
    let weight = cursorWeight(next);
    const rows = cells.map((cell) =>
      readOne(cell, (bytes) => {
        weight += bytes;
      }),
    );
    if (!share.take(weight)) return { ok: false, error: NO_ROOM };
    const read = { rows, next };
    pages[at] = { digest, read, weight };
    return { ok: true, value: read };
  };

  return {
    begin: share.begin,
    page: (at) => {
      let held: Uint8Array[] = [];
      let size = 0;
      let parts: Intake<PageRead<Row>> | null = null;
      return {
        push: (bytes) => {
          if (parts !== null) return parts.push(bytes);
          held.push(bytes);
          size += bytes.length;
          if (size <= MAX_WHOLE) return null;
          parts = inParts();
          const [first, more] = [parts, held];
          held = [];
          // Only the rows of this page are cached.
          pages.length = Math.min(pages.length, at);
          return more.reduce<BodyFault | null>((fault, part) => fault ?? first.push(part), null);
        },
        end: () => (parts === null ? whole(at, held) : parts.end()),
      };
    },
    ended: (rows, count) => {
      known = rows;
      pages.length = Math.min(pages.length, count);
      share.keep();
    },
    failed: share.drop,
  };
}

/** The raw rows of a page, and the cursor of the next. */
function pageOf(
  text: string,
): Outcome<{ readonly cells: readonly unknown[]; readonly next: string | null }, BodyFault> {
  const body = readJson(text);
  if (!body.ok) return body;
  const page = readPage(body.value);
  return page === null
    ? { ok: false, error: bodyFault('it is not a list') }
    : { ok: true, value: { cells: page.rows, next: page.next } };
}

/** The memory of a cursor, which is kept while a list is read. */
function cursorWeight(next: string | null): number {
  return 2 * (next?.length ?? 0);
}

function digestOf(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64');
}
