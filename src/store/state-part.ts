import type { ServiceList } from '../contract/lists.ts';
import type { PaneName } from '../resources/rows.ts';
import type { OwnHeader } from './header-order.ts';
import type { ConsoleState, RowsRead } from './state.ts';

/** What a feature needs of what the program reads, beyond what is on screen. Features add members of their own. */
export interface Demands {
  /** Rows that something is decided on now: they are read before the rest of their lists. */
  readonly rows?: RowsRead;
}

/** What a feature brings to the state of a program that goes on reading. */
export type StatePart = {
  /** Its members of the state that stay when another profile or project is shown. */
  readonly kept?: readonly (keyof ConsoleState)[];
  /** Applies what follows from rows that have arrived: a list of its own that is made from them. */
  readonly rowsArrived?: (state: ConsoleState, name: ServiceList) => ConsoleState;
  readonly demands?: (state: ConsoleState) => Demands;
  readonly header?: OwnHeader;
  /** Its panes that have a tab while they do not have the focus, though each has the whole screen. */
  readonly tabs?: (state: ConsoleState) => readonly PaneName[];
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

/** What each feature needs now. */
export const demandsOf = (state: ConsoleState): readonly Demands[] =>
  state.features.parts.flatMap(({ demands }) => demands?.(state) ?? []);
