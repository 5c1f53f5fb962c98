import type { StoreApi } from 'zustand/vanilla';
import { isOld } from '../../../src/store/age.ts';
import { requestedAt } from '../../../src/store/list.ts';
import { rowsOnScreen } from '../../../src/store/panes/on-screen.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { hasEnded } from '../../../src/store/targets.ts';
import type { Entry } from '../../bench/service/listing.ts';
import type { BenchList } from '../../bench/service/start.ts';
import type { HandClock } from '../../store/hand-clock.ts';
import { type Claims, type HeaderClaim, headerClaim, NO_CLAIMS } from './claims.ts';
import { fleetLists, type SimulatedService } from './service.ts';
import { createSpread, type Spread } from './spread.ts';

/** What a row is to the operator: a live row in view, a row in view that has ended, one that is being preempted, any other. */
export type RowClass = 'bid' | 'instance' | 'ended' | 'preempting' | 'rest';
export type ViewClass = Exclude<RowClass, 'preempting' | 'rest'>;
export const rowClasses: readonly RowClass[] = ['bid', 'instance', 'ended', 'preempting', 'rest'];

/** A change of a row at the service that the state does not have yet. */
export type OpenChange = {
  readonly list: BenchList;
  readonly name: string;
  readonly of: RowClass;
  readonly at: number;
  readonly revision: number;
};

export type Measures = {
  /** Times since the newest delivered answer with a row was written. */
  readonly ages: Readonly<Record<RowClass, Spread>>;
  /** The same of rows in view, but no longer than they have been in view. */
  readonly waits: Readonly<Record<ViewClass, Spread>>;
  /** Times from a change at the service until the state has it. */
  readonly changes: Readonly<Record<RowClass, Spread>>;
  readonly claims: Readonly<Claims>;
  /** Measures all rows now; `withRest` also those that are not in view. */
  readonly sample: (withRest: boolean) => void;
  readonly changed: (change: OpenChange) => void;
  readonly isChanging: (list: BenchList, name: string) => boolean;
  /** Ends measuring: changes that are not in the state yet count as long as they have waited. */
  readonly end: () => void;
};

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Pick<HandClock, 'now'>;
  readonly service: SimulatedService;
  readonly preempting: ReadonlyMap<BenchList, readonly Entry[]>;
  readonly all: ReadonlyMap<BenchList, readonly Entry[]>;
};

/** Shortest wait of a change that is counted at the end although the state does not have it yet, in milliseconds. */
const COUNTED_MS = 3000;

/** Measures how old the rows of a console are against its service, and what it says about that. */
export function measureRows({ store, clock, service, preempting, all }: Parts): Measures {
  const spreads = (): Record<RowClass, Spread> => ({
    bid: createSpread(),
    instance: createSpread(),
    ended: createSpread(),
    preempting: createSpread(),
    rest: createSpread(),
  });
  const ages = spreads();
  const changes = spreads();
  const waits: Record<ViewClass, Spread> = { bid: createSpread(), instance: createSpread(), ended: createSpread() };
  let inViewSince = new Map<Entry, number>();
  const claims = { ...NO_CLAIMS };
  const differs = (of: keyof Claims, ms: number): void => {
    claims[of] = Math.max(claims[of], ms);
  };
  let open = new Map<string, OpenChange>();
  const keyOf = (list: BenchList, name: string): string => `${list} ${name}`;

  const settle = (state: ConsoleState): void => {
    for (const [key, change] of open) {
      const fid = service.entry(change.list, change.name)?.row.fid ?? '';
      const row = state.lists[change.list].rows.get(fid)?.row;
      if (row === undefined || revisionOf(row) < change.revision) continue;
      open.delete(key);
      changes[change.of].add(clock.now() - change.at);
    }
  };
  const stop = store.subscribe((state, before) => {
    if (open.size > 0 && fleetLists.some((name) => state.lists[name].rows !== before.lists[name].rows)) settle(state);
  });

  const ageOf = ({ deliveredAsOf }: Entry): number => clock.now() - deliveredAsOf;
  const sampleRow = (state: ConsoleState, list: BenchList, fid: string, entry: Entry): number => {
    const age = ageOf(entry);
    const said = requestedAt(state.lists[list], fid);
    if (said === null) return age;
    differs('rowTooYoung', said - entry.deliveredAsOf);
    const change = open.get(keyOf(list, entry.row.name));
    if (change !== undefined) differs('changeMissed', said - change.at);
    return age;
  };

  const sampleView = (state: ConsoleState, said: HeaderClaim): ReadonlyMap<Entry, number> => {
    const now = clock.now();
    const seen = new Map<Entry, number>();
    let oldest = 0;
    for (const list of fleetLists)
      for (const { row } of rowsOnScreen(state, list)) {
        const entry = service.entry(list, row.name ?? '');
        if (entry === undefined || !state.lists[list].rows.has(row.fid)) continue;
        const since = inViewSince.get(entry) ?? now;
        seen.set(entry, since);
        const age = sampleRow(state, list, row.fid, entry);
        const ended = hasEnded(state, list, row.fid) || isEnded(entry);
        const of = ended ? 'ended' : list === 'bids' ? 'bid' : 'instance';
        ages[of].add(age);
        waits[of].add(Math.min(age, now - since));
        if (ended) continue;
        oldest = Math.max(oldest, age);
        if (!said.isStale && !isOld(state, list, row.fid)) differs('unsaid', age);
      }
    if (said.inView !== null) differs('headerTooYoung', oldest - said.inView);
    inViewSince = seen;
    return seen;
  };

  const sampleRest = (said: HeaderClaim, inView: ReadonlyMap<Entry, number>, preempted: ReadonlySet<Entry>): void => {
    let oldest = 0;
    for (const list of fleetLists)
      for (const entry of all.get(list) ?? []) {
        if (entry.deliveredAsOf === 0) continue;
        const age = ageOf(entry);
        if (!isEnded(entry)) oldest = Math.max(oldest, age);
        if (!inView.has(entry) && !preempted.has(entry)) ages.rest.add(age);
      }
    if (said.rest !== null) differs('restTooYoung', oldest - said.rest);
  };

  return {
    ages,
    waits,
    changes,
    claims,
    isChanging: (list, name) => open.has(keyOf(list, name)),
    changed: (change) => void open.set(keyOf(change.list, change.name), change),
    sample: (withRest) => {
      const state = store.getState();
      const said = headerClaim(state);
      const inView = sampleView(state, said);
      // A row that left the view before its change was seen is not waited for.
      open = new Map(
        [...open].filter(([, { list, name, of }]) => {
          const entry = service.entry(list, name);
          return of === 'rest' || of === 'preempting' || (entry !== undefined && inView.has(entry));
        }),
      );
      const preempted = [...preempting.values()].flat();
      for (const entry of preempted) if (entry.deliveredAsOf > 0) ages.preempting.add(ageOf(entry));
      if (withRest) sampleRest(said, inView, new Set(preempted));
    },
    end: () => {
      for (const { of, at } of open.values()) if (clock.now() - at >= COUNTED_MS) changes[of].add(clock.now() - at);
      open.clear();
      stop();
    },
  };
}

const isEnded = ({ row }: Entry): boolean => row.status.toLowerCase().includes('terminated');

/** The number of changes that a row as received has seen. */
function revisionOf(row: object): number {
  const revision: unknown = Reflect.get(row, 'revision');
  return typeof revision === 'number' ? revision : -1;
}
