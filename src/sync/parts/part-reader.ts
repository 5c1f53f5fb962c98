import type { PageCursor } from '../../api/list-pages.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { partedLists } from '../../store/targets.ts';
import { createListParts, type ListPartsParts } from './list-parts.ts';

/**
 * Reads parts of lists that are too large for their pace: the rows in view at the pace of visible lists, and others by their urgency.
 * Complete lists are left to the poller.
 */
export type PartReader = {
  /** Schedules the next parts, after anything changed that they depend on. */
  readonly schedule: () => void;
  /** Called when other rows may be on screen. */
  readonly viewChanged: () => void;
  readonly stop: () => void;
  /** Reads the parts of a list as soon as possible; false when a complete list is needed instead. */
  readonly poke: (name: ServiceList) => boolean;
  /** Called with each complete list: its sequence, the milliseconds that it took, and the pages of its projects but the first ones. */
  readonly listArrived: (
    name: ServiceList,
    sequence: number,
    tookMs: number,
    pages: ReadonlyMap<string, readonly PageCursor[]>,
  ) => void;
  /** Whether parts of a list are read, and whether they cover all its live rows: then the complete list can be read seldom. */
  readonly isReading: (name: ServiceList) => boolean;
  readonly coversLiveRows: (name: ServiceList) => boolean;
  /** The requests that all parts take in a millisecond. */
  readonly demand: () => number;
};

export function createPartReader(parts: ListPartsParts): PartReader {
  const lists = partedLists.map((name) => createListParts(name, parts));
  const partsOf = (name: ServiceList) => lists.find((list) => list.name === name);
  return {
    schedule: () => {
      for (const list of lists) list.schedule();
    },
    viewChanged: () => {
      for (const list of lists) list.viewChanged();
    },
    stop: () => {
      for (const list of lists) list.stop();
    },
    poke: (name) => partsOf(name)?.poke() ?? false,
    listArrived: (name, sequence, tookMs, pages) => partsOf(name)?.listArrived(sequence, tookMs, pages),
    isReading: (name) => partsOf(name)?.isReading() ?? false,
    coversLiveRows: (name) => partsOf(name)?.coversLiveRows() ?? false,
    demand: () => lists.reduce((sum, list) => sum + list.demand(), 0),
  };
}
