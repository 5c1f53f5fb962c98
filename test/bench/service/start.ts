import { startBeside } from '../process.ts';
import type { FleetSize } from './fleet.ts';
import type { ServiceArguments } from './service.ts';

/** Known to the control endpoint. */
export type BenchList = 'bids' | 'instances';

/** In a process of its own, with its control endpoint. */
export type BenchService = {
  readonly address: string;
  /** In milliseconds since 1970. */
  readonly requests: () => Promise<readonly number[]>;
  /** Since the newest delivered answer was written, in milliseconds; null for none. */
  readonly ages: (list: BenchList, names: readonly string[]) => Promise<readonly (number | null)[]>;
  /** Returns the time, in milliseconds since 1970. */
  readonly change: (list: BenchList, name: string, member: string, value: string) => Promise<number>;
  /** The last change's first delivery, in milliseconds since 1970; null before. */
  readonly delivered: (list: BenchList, name: string) => Promise<number | null>;
  /** One of `each`, with seconds to wait; 0 for none. */
  readonly refuse: (each: number, retryAfter: number) => Promise<void>;
  /** Forgets deliveries: the next program begins anew. */
  readonly forget: () => Promise<void>;
  readonly close: () => void;
};

/** Rows changed by each whole read, and the round trip in milliseconds. */
export type BenchConditions = { readonly changes?: number; readonly latency?: number };

/** All bids are live by default. */
export async function startService(
  size: Omit<FleetSize, 'liveBids'> & Partial<Pick<FleetSize, 'liveBids'>>,
  { changes = 0, latency = 0 }: BenchConditions = {},
): Promise<BenchService> {
  const conditions: ServiceArguments = { ...size, liveBids: size.liveBids ?? size.bids, changes, latency };
  const { said: address, close } = await startBeside('./service/service.ts', [JSON.stringify(conditions)]);
  const ask = async (path: string, query: Readonly<Record<string, string>> | URLSearchParams = {}): Promise<string> =>
    (await fetch(`${address}/control/${path}?${new URLSearchParams(query)}`)).text();
  return {
    address,
    requests: async () => {
      const times: readonly number[] = JSON.parse(await ask('requests'));
      return times;
    },
    ages: async (list, names) => {
      const query = new URLSearchParams({ list });
      for (const name of names) query.append('name', name);
      const ages: readonly (number | null)[] = JSON.parse(await ask('ages', query));
      return ages;
    },
    change: async (list, name, member, value) => {
      const at = JSON.parse(await ask('change', { list, name, member, value }));
      if (typeof at !== 'number') throw new Error(`The service has no row ${name}.`);
      return at;
    },
    delivered: async (list, name) => {
      const at: number | null = JSON.parse(await ask('delivered', { list, name }));
      return at;
    },
    refuse: async (each, retryAfter) => {
      await ask('refuse', { each: String(each), retryAfter: String(retryAfter) });
    },
    forget: async () => {
      await ask('forget');
    },
    close,
  };
}

/** By cursor, in order; the first by ''. */
export type PageTexts = ReadonlyMap<string, string>;

export async function readPages(list: string): Promise<PageTexts> {
  const pages = new Map<string, string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const text: string = await (await fetch(cursor === '' ? list : `${list}?next_cursor=${cursor}`)).text();
    pages.set(cursor, text);
    const page: { readonly next_cursor: string | null } = JSON.parse(text);
    cursor = page.next_cursor;
  }
  return pages;
}
