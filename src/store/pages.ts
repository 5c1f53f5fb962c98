import type { PaneName, Rows } from '../resources/rows.ts';
import type { OpenDialog } from './dialog-state.ts';
import type { RowRef } from './row-ref.ts';
import type { ConsoleState } from './state.ts';

declare module './features.ts' {
  interface Features {
    /** Null for a page of no row, undefined for other dialogs. Absent without a screen. */
    readonly pageRow?: (dialog: OpenDialog) => RowRef | null | undefined;
  }
}

const isPage = ({ features }: ConsoleState, dialog: OpenDialog): boolean => features.pageRow?.(dialog) !== undefined;

/** Questions and forms stay. */
export function pagesClosed(state: ConsoleState): ConsoleState {
  const dialogs = state.dialogs.filter((dialog) => !isPage(state, dialog));
  return dialogs.length === state.dialogs.length ? state : { ...state, dialogs };
}

/** The row of the topmost page, also under a palette or question; null without one. */
export function rowOnPage({ features, dialogs }: ConsoleState): RowRef | null {
  const rows = dialogs.flatMap((dialog) => {
    const row = features.pageRow?.(dialog);
    return row === undefined ? [] : [row];
  });
  return rows.at(-1) ?? null;
}

/** Undefined when the topmost page shows no row of this pane. */
export function listedOnPage<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
): readonly Rows[Name][] | undefined {
  const shown = rowOnPage(state);
  if (shown === null || shown.pane !== name) return undefined;
  const row = state.lists[name].rows.get(shown.fid)?.row;
  return row === undefined ? [] : [row];
}
