import type * as z from 'zod';
import type { ListEndpoint } from '../contract/endpoint.ts';
import { endpoints } from '../contract/endpoints.ts';
import { hideToken } from './log-entry.ts';
import { createPageCache, type PageCache } from './page-cache.ts';
import type { ListedRow } from './result.ts';
import { createRowBudget, type MemoryShare } from './row-budget.ts';

/** Paths of all lists: each has a memory budget of its own. */
const LISTS = Object.values(endpoints).flatMap(({ path, answer }) =>
  answer.kind === 'list' || answer.kind === 'pages' ? [path] : [],
);

/** Most lists with cached pages: those of a few projects. */
const MAX_CACHES = 40;

/** A page cache with its share of the memory; `makeRoom` frees caches that are no longer used, and returns whether there were any. */
type ListCache = { readonly pages: PageCache<unknown>; readonly memory: MemoryShare; makeRoom: () => boolean };

/** Creates the page caches of one client, within the memory set aside for all lists. `token` returns the one in use. */
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
    /** The page cache of a list and its input, such as the project; drops the least recently used one beyond the limit. */
    of: (endpoint: ListEndpoint, input: unknown): PageCache<unknown> => {
      const { path } = endpoint;
      const key = `${path} ${JSON.stringify(input)}`;
      const keys = [...caches.keys()];
      // Caches of the same list that were not used since this one: their rows are no longer shown.
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

    /** A parser for one reading, whose memory is free again at its end. Rows that are `known` with the same text are not made anew. */
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
