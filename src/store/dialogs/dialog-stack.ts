import type { PaneName, Rows } from '../../resources/rows.ts';
import type { DialogKind, OpenDialog, RowRef } from '../dialog-state.ts';
import type { ConsoleState } from '../state.ts';

/** The dialog that gets the keys; undefined when panes do. */
export function topDialog(state: ConsoleState): OpenDialog | undefined {
  return state.dialogs.at(-1);
}

export function isFirstRun({ dialogs }: Pick<ConsoleState, 'dialogs'>): boolean {
  return dialogs.some(({ kind }) => kind === 'first-run');
}

export function dialogOpened(state: ConsoleState, dialog: OpenDialog): ConsoleState {
  return { ...state, dialogs: [...state.dialogs, dialog], notice: null };
}

export function dialogClosed(state: ConsoleState): ConsoleState {
  return { ...state, dialogs: state.dialogs.slice(0, -1) };
}

export function dialogChanged<Kind extends DialogKind>(
  state: ConsoleState,
  kind: Kind,
  change: (dialog: Extract<OpenDialog, { kind: Kind }>) => OpenDialog,
): ConsoleState {
  const top = topDialog(state);
  return top === undefined || !isKind(top, kind) ? state : topReplaced(state, change(top));
}

export function topReplaced(state: ConsoleState, dialog: OpenDialog): ConsoleState {
  return { ...state, dialogs: [...state.dialogs.slice(0, -1), dialog] };
}

function isKind<Kind extends DialogKind>(
  dialog: OpenDialog,
  kind: Kind,
): dialog is Extract<OpenDialog, { kind: Kind }> {
  return dialog.kind === kind;
}

declare module '../state.ts' {
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
