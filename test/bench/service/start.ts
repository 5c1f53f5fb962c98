import { startBeside } from '../process.ts';
import type { FleetSize } from './fleet.ts';

/** A list whose rows the control endpoint knows. */
export type BenchList = 'bids' | 'instances';

/** The service in a process of its own, and its control endpoint. */
export type BenchService = {
  readonly address: string;
  /** Returns the number of requests so far. */
  readonly requests: () => Promise<number>;
  /** Returns the time since the newest delivered answer with each row was written, in milliseconds. */
  readonly ages: (list: BenchList, names: readonly string[]) => Promise<readonly number[]>;
  /** Changes a row and returns the time, in milliseconds since 1970. */
  readonly change: (list: BenchList, name: string, member: string, value: string) => Promise<number>;
  readonly close: () => void;
};

/** Rows that each whole read of a list changes, and the round trip in milliseconds. */
export type BenchConditions = { readonly changes?: number; readonly latency?: number };

/** Starts the service; all bids of its fleet are live unless `liveBids` says how many. */
export async function startService(
  size: Omit<FleetSize, 'liveBids'> & Partial<Pick<FleetSize, 'liveBids'>>,
  { changes = 0, latency = 0 }: BenchConditions = {},
): Promise<BenchService> {
  const { bids, instances, liveBids = Number.MAX_SAFE_INTEGER, address: machines } = size;
  const { said: address, close } = await startBeside('./service/service.ts', [
    bids,
    liveBids,
    instances,
    changes,
    latency,
    ...(machines === undefined ? [] : [machines]),
  ]);
  const ask = async (path: string, query: URLSearchParams): Promise<string> =>
    (await fetch(`${address}/control/${path}?${query}`)).text();
  return {
    address,
    requests: async () => Number(await ask('requests', new URLSearchParams())),
    ages: async (list, names) => {
      const query = new URLSearchParams({ list });
      for (const name of names) query.append('name', name);
      const ages: readonly number[] = JSON.parse(await ask('ages', query));
      return ages;
    },
    change: async (list, name, member, value) => {
      const at = JSON.parse(await ask('change', new URLSearchParams({ list, name, member, value })));
      if (typeof at !== 'number') throw new Error(`The service has no row ${name}.`);
      return at;
    },
    close,
  };
}
