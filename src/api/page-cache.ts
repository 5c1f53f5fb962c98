import { createHash } from 'node:crypto';
import type * as z from 'zod';
import type { ListEndpoint } from '../contract/endpoint.ts';
import { endpoints } from '../contract/endpoints.ts';
import { type BodyFault, bodyFault, type Intake, notJson, readJson } from './json-body.ts';
import { hideToken } from './log-entry.ts';
import type { ListedRow, Outcome } from './result.ts';
import { createRowBudget, type MemoryShare, weightOf } from './row-budget.ts';
import { splitRows } from './row-splitter.ts';
import { type ReadRow, readPage, readRow } from './rows.ts';

export type PageRead<Row> = { readonly rows: readonly ReadRow<Row>[]; readonly next: string | null };

export type PageCache<Row> = {
  readonly begin: () => void;
  readonly page: (at: number) => Intake<PageRead<Row>>;
  readonly ended: (rows: ReadonlyMap<string, ListedRow<Row>>, pages: number) => void;
  readonly failed: () => void;
};

/** A page of up to this many bytes is not parsed when it is the same again. */
const MAX_WHOLE = 256 * 1024;

const NO_ROOM = bodyFault('with the other lists it is larger than the memory set aside for them');
const OVERSIZED = { fid: null, why: 'it is too large', raw: '' } as const;

/** An identical page is not parsed, an identical row not checked. `clean` is applied to texts before parsing. */
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

function cursorWeight(next: string | null): number {
  return 2 * (next?.length ?? 0);
}

function digestOf(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64');
}

const LISTS = Object.values(endpoints).flatMap(({ path, answer }) =>
  answer.kind === 'list' || answer.kind === 'pages' ? [path] : [],
);

const MAX_CACHES = 40;

type ListCache = { readonly pages: PageCache<unknown>; readonly memory: MemoryShare; makeRoom: () => boolean };

/** `token` returns the one in use. */
export function createPageCaches(token: () => string | null) {
  const openMemory = createRowBudget(LISTS);
  const caches = new Map<string, ListCache>();
  const forget = (key: string): void => {
    caches.get(key)?.memory.leave();
    caches.delete(key);
  };
  const parser = ({ answer }: ListEndpoint, memory: MemoryShare, known?: RowLookup): PageCache<unknown> =>
    createPageCache<z.ZodType>(
      () => answer.of,
      memory,
      (text) => hideToken(text, token()),
      known,
    );
  const newCache = (endpoint: ListEndpoint): ListCache => {
    const memory = openMemory(endpoint.path);
    const take = (bytes: number): boolean => memory.take(bytes) || (cache.makeRoom() && memory.take(bytes));
    const cache: ListCache = { memory, makeRoom: () => false, pages: parser(endpoint, { ...memory, take }) };
    return cache;
  };
  return {
    /** The cache of a list and its input, such as the project. */
    of: (endpoint: ListEndpoint, input: unknown): PageCache<unknown> => {
      const { path } = endpoint;
      const key = `${path} ${JSON.stringify(input)}`;
      const keys = [...caches.keys()];
      // Older caches of the same list: their rows are no longer shown.
      const stale = keys
        .slice(0, caches.has(key) ? keys.indexOf(key) : keys.length)
        .filter((other) => other.startsWith(`${path} `));
      const cache = caches.get(key) ?? newCache(endpoint);
      caches.delete(key);
      caches.set(key, cache);
      for (const oldest of caches.keys()) {
        if (caches.size <= MAX_CACHES) break;
        forget(oldest);
      }
      cache.makeRoom = () => stale.splice(0).map(forget).length > 0;
      return cache.pages;
    },

    /** A parser for one reading; its end frees the memory. */
    once: (endpoint: ListEndpoint, known: RowLookup): PageCache<unknown> => {
      const memory = openMemory(endpoint.path);
      const { ended, failed, ...cache } = parser(endpoint, memory, known);
      return {
        ...cache,
        ended: (rows, pages) => {
          ended(rows, pages);
          memory.leave();
        },
        failed: () => {
          failed();
          memory.leave();
        },
      };
    },
  };
}

type RowLookup = (fid: string) => ListedRow<unknown> | undefined;
