import type { PaneName, Rows } from '../resources/rows.ts';
import type { OpenDialog } from './dialog-state.ts';
import type { RowRef } from './row-ref.ts';
import type { ConsoleState } from './state.ts';

declare module './features.ts' {
  interface Features {
    /** The row that a page shows: null for a page of no row, undefined for a dialog that is no page. Absent in a program without a screen. */
    readonly pageRow?: (dialog: OpenDialog) => RowRef | null | undefined;
  }
}

const isPage = ({ features }: ConsoleState, dialog: OpenDialog): boolean => features.pageRow?.(dialog) !== undefined;

/** Closes all pages; questions and forms stay. */
export function pagesClosed(state: ConsoleState): ConsoleState {
  const dialogs = state.dialogs.filter((dialog) => !isPage(state, dialog));
  return dialogs.length === state.dialogs.length ? state : { ...state, dialogs };
}

/** The row of the topmost page, on which the keys of a row act, also while a palette or question lies over it; null without one. */
export function rowOnPage({ features, dialogs }: ConsoleState): RowRef | null {
  const rows = dialogs.flatMap((dialog) => {
    const row = features.pageRow?.(dialog);
    return row === undefined ? [] : [row];
  });
  return rows.at(-1) ?? null;
}

/** The row of the topmost page as it is listed, when it is of the given pane: `undefined` when the page shows another pane's row or none. */
export function listedOnPage<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
): readonly Rows[Name][] | undefined {
  const shown = rowOnPage(state);
  if (shown === null || shown.pane !== name) return undefined;
  const row = state.lists[name].rows.get(shown.fid)?.row;
  return row === undefined ? [] : [row];
}
