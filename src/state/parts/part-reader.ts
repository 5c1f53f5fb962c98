import type { ServiceList } from '../../contract/lists.ts';
import { serviceLists } from '../../resources/index.ts';
import { createPartLoop, type PartLoopParts } from './part-loop.ts';
import { partedLists } from './targets.ts';

/** Shares of the requests of a minute that parts may take: usually, and while a list is read for the first time. */
const PARTS_SHARE = 0.7;
const FIRST_SHARE = 0.2;

/**
 * Reads parts of lists that are too large for their pace: the rows on screen at the pace of visible lists, the other live rows
 * at that of hidden ones. Complete lists are left to the poller.
 */
export type PartReader = {
  /** Schedules the next parts, after anything changed that they depend on. */
  readonly schedule: () => void;
  /** Called when other rows may be on screen. */
  readonly viewChanged: () => void;
  readonly stop: () => void;
  /** Reads the parts of a list as soon as possible; false when a complete list is needed instead. */
  readonly poke: (name: ServiceList) => boolean;
  /** Called with each complete list: its sequence, and the milliseconds that it took. */
  readonly listArrived: (name: ServiceList, sequence: number, tookMs: number) => void;
  /** Whether parts of a list are read, and whether they cover all its live rows: then the complete list can be read seldom. */
  readonly isReading: (name: ServiceList) => boolean;
  readonly coversLiveRows: (name: ServiceList) => boolean;
};

export function createPartReader(parts: Omit<PartLoopParts, 'maxDemand' | 'demandChanged'>): PartReader {
  const maxDemand = (): number => PARTS_SHARE * parts.pace().maxRequests;
  const loops = partedLists.map((name) =>
    createPartLoop(name, { ...parts, maxDemand: () => shareOf(name), demandChanged }),
  );
  const loopOf = (name: ServiceList) => loops.find((loop) => loop.name === name);
  /** Returns the requests a minute that the other loops leave to one, at least a third. */
  function shareOf(name: ServiceList): number {
    const others = loops.reduce((sum, loop) => sum + (loop.name === name ? 0 : loop.demand()), 0);
    return Math.max(maxDemand() - others, maxDemand() / 3);
  }
  function demandChanged(): void {
    const { lists } = parts.store.getState();
    const demand = loops.reduce((sum, loop) => sum + loop.demand(), 0);
    const { maxRequests } = parts.pace();
    const isFirst = serviceLists.some((name) => lists[name].fetchedAt === null && lists[name].loading !== null);
    parts.budget.limit(
      isFirst
        ? { part: maxRequests * FIRST_SHARE, list: 0 }
        : { part: maxDemand(), list: maxRequests - Math.min(maxDemand(), demand) },
    );
  }
  return {
    schedule: () => {
      // A first list that has ended, read or not, gives its share of the requests back.
      demandChanged();
      for (const loop of loops) loop.schedule();
    },
    viewChanged: () => {
      for (const loop of loops) loop.viewChanged();
    },
    stop: () => {
      for (const loop of loops) loop.stop();
    },
    poke: (name) => loopOf(name)?.poke() ?? false,
    listArrived: (name, sequence, tookMs) => loopOf(name)?.listArrived(sequence, tookMs),
    isReading: (name) => loopOf(name)?.isReading() ?? false,
    coversLiveRows: (name) => loopOf(name)?.coversLiveRows() ?? false,
  };
}
