import type { ServiceList } from '../contract/lists.ts';
import type { PaneName } from '../resources/rows.ts';
import type { OwnHeader } from './header-order.ts';
import type { ConsoleState, Lists, RowsRead } from './state.ts';

/** What a feature needs of what the program reads, beyond what is on screen. Features add members of their own. */
export interface Demands {
  /** Rows that something is decided on now: they are read before the rest of their lists. */
  readonly rows?: RowsRead;
}

/** The tabs of a page: a pane with the whole screen, at its place among their titles, and dialogs. */
export type PageTabs = {
  readonly pane: PaneName;
  readonly titles: readonly string[];
  readonly at: number;
  /** Shows a tab in place of the one that is shown, or opens the page at it. */
  readonly shown: (state: ConsoleState, at: number) => ConsoleState;
};

/** What a feature brings to the state of a program that goes on reading. */
export type StatePart = {
  /** Its members of the state that stay when another profile or project is shown. */
  readonly kept?: readonly (keyof ConsoleState)[];
  /** Its lists whose rows are of this console, not of a service: they stay too, and a recording does not bring its own. */
  readonly keptLists?: readonly PaneName[];
  /** Its lists as a frozen screen draws them, whose values must not age with the clock. */
  readonly frozen?: (lists: Lists, now: number) => Lists;
  /** How the operator pauses what it shows in place of a service, as the end of a sentence: `press . to pause it.` */
  readonly pausedBy?: (state: ConsoleState) => string;
  /** What goes on in the console and would end with it, in one sentence, so that it asks first; null for nothing. */
  readonly goesOn?: (state: ConsoleState) => string | null;
  /** Applies what follows from rows that have arrived: a list of its own that is made from them. */
  readonly rowsArrived?: (state: ConsoleState, name: ServiceList) => ConsoleState;
  /** Whether it has something for the strip above the main panes of a high screen; its part of the screen draws it. */
  readonly strip?: (state: ConsoleState) => boolean;
  /** How many lines it wants above a page, which its part of the screen draws; 0 for none. */
  readonly above?: (state: ConsoleState) => number;
  readonly demands?: (state: ConsoleState) => Demands;
  readonly header?: OwnHeader;
  /** The tabs of its page of which a pane with the whole screen is one. */
  readonly pageTabs?: PageTabs;
};

declare module './features.ts' {
  interface Features {
    /** What the features bring to a program that goes on reading; none in one that ends at once. */
    readonly parts: readonly StatePart[];
  }
}

/** A state with the members of features that stay when it takes the place of another one. */
export function withKept(state: ConsoleState, before: ConsoleState): ConsoleState {
  const names = before.features.parts.flatMap(({ kept = [] }) => kept);
  return names.reduce((next, name) => keptIn(next, before, name), state);
}

function keptIn<Name extends keyof ConsoleState>(state: ConsoleState, before: ConsoleState, name: Name): ConsoleState {
  return name in before ? { ...state, [name]: before[name] } : state;
}

/** Lists with those of features whose rows stay when the others take the place of other ones. */
export function withKeptLists(lists: Lists, { features, lists: before }: ConsoleState): Lists {
  const names = features.parts.flatMap(({ keptLists = [] }) => keptLists);
  return { ...lists, ...Object.fromEntries(names.map((name) => [name, before[name]])) };
}

/** What each feature needs now. */
export const demandsOf = (state: ConsoleState): readonly Demands[] =>
  state.features.parts.flatMap(({ demands }) => demands?.(state) ?? []);
