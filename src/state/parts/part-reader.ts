import type { ServiceList } from '../../contract/lists.ts';
import { createPartLoop, type PartLoopParts } from './part-loop.ts';
import { partedLists } from './targets.ts';

export type { FilterFaultListener } from './part-loop.ts';

/** Share of the requests of a minute that parts of lists may take; complete lists leave it to them. */
const PARTS_SHARE = 0.85;

/**
 * Reads parts of lists that are too large for their pace: the rows on screen at the pace of visible lists, the other live rows
 * at that of hidden ones. Complete lists are left to the poller.
 */
export type PartReader = {
  /** Schedules the next parts, after anything changed that they depend on. */
  readonly schedule: () => void;
  readonly stop: () => void;
  /** Reads the parts of a list as soon as possible; false when a complete list is needed instead. */
  readonly poke: (name: ServiceList) => boolean;
  /** Called with each complete list: its sequence, and the milliseconds that it took. */
  readonly listArrived: (name: ServiceList, sequence: number, tookMs: number) => void;
  /** Whether all live rows of a list are read in parts, so that the complete list can be read seldom. */
  readonly coversLiveRows: (name: ServiceList) => boolean;
};

export function createPartReader(parts: Omit<PartLoopParts, 'maxDemand' | 'demandChanged'>): PartReader {
  const maxDemand = (): number => PARTS_SHARE * parts.pace().maxRequests;
  const loops = partedLists.map((name) => createPartLoop(name, { ...parts, maxDemand, demandChanged }));
  const loopOf = (name: ServiceList) => loops.find((loop) => loop.name === name);
  function demandChanged(): void {
    const demand = loops.reduce((sum, loop) => sum + loop.demand(), 0);
    parts.budget.reserve(Math.min(maxDemand(), demand));
  }
  return {
    schedule: () => {
      for (const loop of loops) loop.schedule();
    },
    stop: () => {
      for (const loop of loops) loop.stop();
    },
    poke: (name) => loopOf(name)?.poke() ?? false,
    listArrived: (name, sequence, tookMs) => loopOf(name)?.listArrived(sequence, tookMs),
    coversLiveRows: (name) => loopOf(name)?.coversLiveRows() ?? false,
  };
}
