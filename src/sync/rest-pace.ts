import type { StoreApi } from 'zustand/vanilla';
import type { ServiceList } from '../contract/lists.ts';
import { serviceLists } from '../resources/index.ts';
import type { Pace } from '../store/defaults.ts';
import { watchedLists } from '../store/panes/on-screen.ts';
import type { ConsoleState } from '../store/state.ts';
import { partedLists } from '../store/targets.ts';
import type { PartReader } from './parts/part-reader.ts';

const SMALL_PAGES = 2;
/** The other requests are for the operator's next action. */
const USED_SHARE = 0.8;
/** Share for the rest of all lists in any case, and during a first reading. */
const LEAST_SHARE = 0.2;
const FIRST_LIST_SHARE = 0.05;
/** For visible lists with few changes: shortest time between requests, in milliseconds, and share. */
const SELDOM_MS = 930;
const SELDOM_SHARE = 0.15;
const BUSY_SHARE = 0.6;

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly pace: () => Pace;
  readonly perMs: () => number;
  readonly partReader: Pick<PartReader, 'isReading' | 'demand'>;
};

/** Decides how often each list is refreshed in the background: evenly over the requests left. */
export function createRestPace({ store, pace, perMs, partReader }: Parts) {
  const isRest = (name: ServiceList): boolean => {
    const state = store.getState();
    return !watchedLists(state).has(name) || partReader.isReading(name);
  };

  /** Without a screen no row is in view. */
  const baseMs = (): number => (store.getState().reads === null ? pace().hiddenMs : pace().visibleMs);

  const pagesOf = (name: ServiceList): number => Math.max(1, store.getState().lists[name].pages);

  const sum = (lists: readonly ServiceList[], of: (list: ServiceList) => number): number =>
    lists.reduce((total, list) => total + of(list), 0);

  const leftByParts = (): number => Math.max(perMs() * USED_SHARE - partReader.demand(), perMs() * LEAST_SHARE);

  const wholeInView = (): readonly ServiceList[] => serviceLists.filter((list) => isParted(list) && !isRest(list));

  const viewMs = (name: ServiceList): number => {
    if (isParted(name)) return Math.max(pace().visibleMs, sum(wholeInView(), pagesOf) / leftByParts());
    const seldom = serviceLists.filter((list) => !isParted(list) && !isRest(list));
    const isBusy = partReader.demand() > perMs() * BUSY_SHARE;
    const everyMs = Math.max(isBusy ? 2 * SELDOM_MS : SELDOM_MS, 1 / (perMs() * SELDOM_SHARE));
    return Math.max(pace().visibleMs, sum(seldom, pagesOf) * everyMs);
  };

  const restMs = (name: ServiceList): number => {
    if (pagesOf(name) <= SMALL_PAGES) return baseMs();
    const { lists } = store.getState();
    const inView = serviceLists.filter((list) => !isRest(list));
    const urgent = partReader.demand() + sum(inView, (list) => pagesOf(list) / viewMs(list));
    const isFirst = serviceLists.some((list) => lists[list].fetchedAt === null && lists[list].loading !== null);
    const least = perMs() * (isFirst ? FIRST_LIST_SHARE : LEAST_SHARE);
    const left = isFirst ? least : Math.max(perMs() * USED_SHARE - urgent, least);
    return Math.max(baseMs(), sum(serviceLists.filter(isRest), pagesOf) / left);
  };

  return {
    isRest,
    /** Whether its pages are spread over the time between two readings. */
    isSpread: (name: ServiceList): boolean =>
      isRest(name) && store.getState().lists[name].fetchedAt !== null && pagesOf(name) > SMALL_PAGES,
    everyMs: (name: ServiceList): number => (isRest(name) ? restMs(name) : viewMs(name)),
  };
}

const isParted = (name: ServiceList): boolean => partedLists.some((parted) => parted === name);
