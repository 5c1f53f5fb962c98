import { createListing, delivered, type Entry, type Listing, listRules } from '../../bench/service/listing.ts';
import type { BenchList } from '../../bench/service/start.ts';
import type { HandClock } from '../../store/hand-clock.ts';
import type { FleetRows } from './fleets.ts';

export const fleetLists: readonly BenchList[] = ['bids', 'instances'];

/** A request as the service got it. */
export type ServiceRequest = {
  /** Its place among all requests, from 1. */
  readonly n: number;
  /** When it was sent, in milliseconds of the steady clock. */
  readonly at: number;
  readonly list: BenchList | 'other';
  readonly path: string;
  readonly query: URLSearchParams;
  /** Whether it asks for some rows of a list only. */
  readonly isPart: boolean;
};

/** How a request is answered other than at once and with its rows: with an error, late, or not at all. */
export type Treatment =
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfter?: number }
  | { readonly kind: 'late'; readonly ms: number }
  | { readonly kind: 'reset' };

/** What the service does with filters: answers them, refuses them, answers as if there were none, or with no row. */
export type Filters = 'honoured' | 'refused' | 'ignored' | 'nothing';

export type Conditions = {
  /** Round trip, in milliseconds. */
  readonly latency: number;
  /** Time of the service and of the client for one answer, in milliseconds. */
  readonly work: number;
  /** Most rows of a page. */
  readonly pageSize: number;
  readonly filters: Filters;
  /** How a request is treated; null: with its rows, in time. */
  readonly treat: (asked: ServiceRequest) => Treatment | null;
};

export type SimulatedService = {
  readonly fetch: typeof fetch;
  readonly asked: readonly ServiceRequest[];
  /** When each request was sent, in milliseconds of the steady clock. */
  readonly times: () => readonly number[];
  /** Requests that have no answer yet. */
  readonly open: () => number;
  readonly entry: (list: BenchList, name: string) => Entry | undefined;
  readonly change: (list: BenchList, name: string, members: Readonly<Record<string, unknown>>) => void;
};

export const ORIGIN = 'https://market.test';
const ROW_PARAMETERS = ['status', 'region', 'instance_type', 'bid_fid_in', 'reservation_fid_in'];

type Reply = {
  readonly status: number;
  readonly text: string;
  readonly retryAfter?: number;
  readonly rows: readonly Entry[];
};

/**
 * A service that answers in simulated time, at the place of the network: half of a round trip after a request its answer is
 * written, and the other half later it is there.
 */
export function simulatedService(
  fleet: FleetRows,
  projects: readonly string[],
  clock: Pick<HandClock, 'now' | 'steady' | 'after'>,
  { latency, work, pageSize, filters, treat }: Conditions,
): SimulatedService {
  const asked: ServiceRequest[] = [];
  let open = 0;
  const listings = new Map<string, Listing>();
  for (const list of fleetLists)
    for (const project of projects) {
      const rows = projects.length === 1 ? fleet[list] : fleet[list].filter((row) => row['project'] === project);
      listings.set(`${list} ${project}`, createListing(rows, listRules[list]));
    }
  const whole: Readonly<Record<string, readonly unknown[]>> = {
    '/v2/volumes': fleet.volumes,
    '/v2/ssh-keys': fleet.sshKeys,
  };
  const listingOf = (list: BenchList, name: string): Listing | undefined =>
    projects.map((project) => listings.get(`${list} ${project}`)).find((listing) => listing?.entry(name) !== undefined);

  const replyTo = ({ list, path, query, isPart }: ServiceRequest): Reply => {
    const listing = listings.get(`${list} ${query.get('project') ?? ''}`);
    if (listing === undefined) return { status: 200, text: JSON.stringify(whole[path] ?? []), rows: [] };
    const answered = new URLSearchParams(query);
    answered.set('limit', String(Math.min(pageSize, Number(query.get('limit') ?? pageSize))));
    if (isPart && filters === 'refused') return refusal('filter');
    if (isPart && filters === 'nothing') return { status: 200, text: '{"data":[],"next_cursor":null}', rows: [] };
    if (filters === 'ignored') for (const name of ROW_PARAMETERS) answered.delete(name);
    const page = listing.page(answered);
    return 'refused' in page ? refusal(page.refused) : { status: 200, text: page.text, rows: page.entries };
  };

  const answer = (of: ServiceRequest, signal: AbortSignal | null): Promise<Response> =>
    new Promise((resolve, reject) => {
      const treatment = treat(of);
      const late = treatment?.kind === 'late' ? treatment.ms : 0;
      let isOpen = true;
      open += 1;
      const end = (then: () => void): void => {
        if (isOpen) {
          open -= 1;
          then();
        }
        isOpen = false;
      };
      signal?.addEventListener('abort', () => end(() => reject(signal.reason)));
      clock.after(latency / 2 + work + late, () => {
        if (!isOpen) return;
        const asOf = clock.now();
        const reply =
          treatment?.kind === 'refused'
            ? { ...treatment, text: '{}', rows: [] }
            : treatment === null || late > 0
              ? replyTo(of)
              : null;
        clock.after(latency / 2, () =>
          end(() => {
            if (reply === null) return reject(new TypeError('fetch failed'));
            delivered(reply.rows, asOf);
            resolve(responseOf(reply));
          }),
        );
      });
    });

  return {
    asked,
    times: () => asked.map(({ at }) => at),
    open: () => open,
    entry: (list, name) => listingOf(list, name)?.entry(name),
    change: (list, name, members) => void listingOf(list, name)?.change(name, members),
    fetch: (input, init) => {
      const { pathname, searchParams: query } = new URL(String(input));
      const list = fleetLists.find((name) => pathname.endsWith(`/${name}`)) ?? 'other';
      const isPart = ROW_PARAMETERS.some((name) => query.has(name));
      const of: ServiceRequest = { n: asked.length + 1, at: clock.steady(), list, path: pathname, query, isPart };
      asked.push(of);
      return answer(of, init?.signal ?? null);
    },
  };
}

const refusal = (parameter: string): Reply => ({
  status: 422,
  text: JSON.stringify({ detail: [{ loc: ['query', parameter], msg: 'Input is not permitted', type: 'value_error' }] }),
  rows: [],
});

const responseOf = ({ status, text, retryAfter }: Reply): Response =>
  new Response(text, {
    status,
    headers: {
      'content-type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
  });
