import type { Bid } from '../contract/bid.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { PaneName } from '../resources/rows.ts';
import type { OwnHeader } from './header-order.ts';
import type { ConsoleState, Lists, RowsRead } from './state.ts';

export interface Demands {
  readonly rows?: RowsRead;
}

export type PageTabs = {
  readonly pane: PaneName;
  readonly titles: readonly string[];
  readonly at: number;
  readonly shown: (state: ConsoleState, at: number) => ConsoleState;
};

/** `isNew`: this was seen to begin, and what was seen before `otherwiseAt` was another time; milliseconds since 1970, null for unknown. */
export type AtRisk = { readonly fid: string; readonly isNew: boolean; readonly otherwiseAt: number | null };

export type StatePart = {
  /** Members to keep with another profile or project. */
  readonly kept?: readonly (keyof ConsoleState)[];
  readonly keptLists?: readonly PaneName[];
  /** Its lists on a frozen screen; their values must not age. */
  readonly frozen?: (lists: Lists, now: number) => Lists;
  /** How to pause it, as the end of a sentence: `press . to pause it.` */
  readonly pausedBy?: (state: ConsoleState) => string;
  /** Work that would end with the console, in one sentence, so that it asks first. */
  readonly goesOn?: (state: ConsoleState) => string | null;
  /** Called after new rows of a list. */
  readonly rowsArrived?: (state: ConsoleState, name: ServiceList) => ConsoleState;
  /** Whether it has something for the strip of a high screen. */
  readonly strip?: (state: ConsoleState) => boolean;
  /** Lines wanted above a page. */
  readonly above?: (state: ConsoleState) => number;
  readonly demands?: (state: ConsoleState) => Demands;
  /** Bids that may soon lose their instances, the most urgent first. */
  readonly atRisk?: (state: ConsoleState) => readonly AtRisk[];
  readonly header?: OwnHeader;
  readonly pageTabs?: PageTabs;
};

declare module './state.ts' {
  interface Features {
    /** None in a program that ends at once. */
    readonly parts: readonly StatePart[];
  }
}

export function withKept(state: ConsoleState, before: ConsoleState): ConsoleState {
  const names = before.features.parts.flatMap(({ kept = [] }) => kept);
  return names.reduce((next, name) => keptIn(next, before, name), state);
}

function keptIn<Name extends keyof ConsoleState>(state: ConsoleState, before: ConsoleState, name: Name): ConsoleState {
  return name in before ? { ...state, [name]: before[name] } : state;
}

export function withKeptLists(lists: Lists, { features, lists: before }: ConsoleState): Lists {
  const names = features.parts.flatMap(({ keptLists = [] }) => keptLists);
  return { ...lists, ...Object.fromEntries(names.map((name) => [name, before[name]])) };
}

/** Those that are listed. */
export const bidsAtRisk = (state: ConsoleState): readonly (Omit<AtRisk, 'fid'> & { readonly bid: Bid })[] =>
  state.features.parts
    .flatMap(({ atRisk }) => atRisk?.(state) ?? [])
    .flatMap(({ fid, ...risk }) => {
      const bid = state.lists.bids.rows.get(fid)?.row;
      return bid === undefined ? [] : [{ bid, ...risk }];
    });

export const demandsOf = (state: ConsoleState): readonly Demands[] =>
  state.features.parts.flatMap(({ demands }) => demands?.(state) ?? []);
