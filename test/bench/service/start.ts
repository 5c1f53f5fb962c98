import { startBeside } from '../process.ts';
import type { FleetSize } from './fleet.ts';
import type { ServiceArguments } from './service.ts';

/** A list whose rows the control endpoint knows. */
export type BenchList = 'bids' | 'instances';

/** The service in a process of its own, and its control endpoint. */
export type BenchService = {
  readonly address: string;
  /** When each request so far came, in milliseconds since 1970. */
  readonly requests: () => Promise<readonly number[]>;
  /** The time since the newest delivered answer with each row was written, in milliseconds; null before there is one. */
  readonly ages: (list: BenchList, names: readonly string[]) => Promise<readonly (number | null)[]>;
  /** Changes a row and returns the time, in milliseconds since 1970. */
  readonly change: (list: BenchList, name: string, member: string, value: string) => Promise<number>;
  /** When the first answer with the last change of a row was delivered, in milliseconds since 1970; null before. */
  readonly delivered: (list: BenchList, name: string) => Promise<number | null>;
  /** Refuses one of so many requests from now on, with a time to wait in seconds; 0 for none. */
  readonly refuse: (each: number, retryAfter: number) => Promise<void>;
  /** Forgets what was delivered so far: the next program begins anew. */
  readonly forget: () => Promise<void>;
  readonly close: () => void;
};

/** Rows that each whole read of a list changes, and the round trip in milliseconds. */
export type BenchConditions = { readonly changes?: number; readonly latency?: number };

/** Starts the service; all bids of its fleet are live unless `liveBids` says how many. */
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
