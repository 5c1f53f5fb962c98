import type { ListedRow } from '../../api/result.ts';
import { unreadableCells } from '../../contract/unreadable.ts';
import { memoizeTexts } from '../../lib/memoize.ts';
import { jsonText } from '../../lib/sanitize.ts';
import type { DetailLine } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { showNotice } from '../activity.ts';
import { cursorRow } from '../lists/visible-rows.ts';
import { contextOf } from '../row-context.ts';
import { type ConsoleState, drawnLists, type Features } from '../state.ts';
import { layoutOf, PREVIEW_ROWS, previewFits } from './layout.ts';

export type DetailRow =
  | { readonly kind: 'title'; readonly text: string }
  | ({ readonly kind: 'field' } & DetailLine)
  | { readonly kind: 'json'; readonly text: string };

/** Also a removed row still shown; undefined when gone. */
export function rowByFid<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  fid: string,
): ListedRow<Rows[Name]> | undefined {
  const list = drawnLists(state)[name];
  return list.rows.get(fid) ?? list.removing.get(fid)?.listed;
}

/** The name of a row; its fid once the row is gone. */
export function nameOf<Name extends PaneName>(state: ConsoleState, pane: Name, fid: string): string {
  const listed = rowByFid(state, pane, fid);
  return listed === undefined ? fid : state.features.panes[pane].labelOf(listed.row);
}

/** Every field, or the JSON as the service sent it. */
export function detailRows<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  fid: string,
  raw: boolean,
): readonly DetailRow[] {
  const listed = rowByFid(state, name, fid);
  if (listed === undefined) return [{ kind: 'title', text: 'It is gone from the list.' }];
  if (raw)
    return prettyJson(listed.raw)
      .split('\n')
      .map((text) => ({ kind: 'json', text }));
  const unreadable = [...unreadableCells(listed.row)].map(([label, why]) => ({
    label,
    text: why,
    tone: 'warn' as const,
  }));
  return [
    ...state.features.panes[name].detail(listed.row, contextOf(state)),
    { title: 'Can not be read', lines: unreadable },
  ]
    .filter(({ lines }) => lines.length > 0)
    .flatMap(({ title, lines }): DetailRow[] => [
      { kind: 'title', text: title },
      ...lines.map((line) => ({ kind: 'field' as const, ...line })),
    ]);
}

export const prettyJson = memoizeTexts((raw) => jsonText(JSON.parse(raw), 2), 2);

export type CopyChoice = { readonly key: string; readonly label: string };

const OF_EVERY_ROW = {
  first: [
    { key: 'i', label: 'identifier' },
    { key: 'n', label: 'name' },
  ],
  last: { key: 'j', label: 'JSON' },
} as const;

export const copyTable = (
  features: Features,
): readonly (CopyChoice & { readonly panes: readonly PaneName[] | null })[] => [
  ...OF_EVERY_ROW.first.map((choice) => ({ ...choice, panes: null })),
  ...ownCopies(features),
  { ...OF_EVERY_ROW.last, panes: null },
];

/** Panes with the same text share it. */
function ownCopies({ panes, paneNames }: Features): readonly (CopyChoice & { readonly panes: readonly PaneName[] })[] {
  const found: (CopyChoice & { readonly panes: PaneName[] })[] = [];
  for (const pane of paneNames) {
    for (const { key, label } of panes[pane].copies) {
      const known = found.find((one) => one.key === key && one.label === label);
      if (known === undefined) found.push({ key, label, panes: [pane] });
      else known.panes.push(pane);
    }
  }
  return found;
}

export function copyTexts<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  fid: string,
): readonly (CopyChoice & { readonly text: string | null })[] {
  const listed = rowByFid(state, name, fid);
  if (listed === undefined) return [];
  const resource = state.features.panes[name];
  const [identifier, title] = OF_EVERY_ROW.first;
  return [
    { ...identifier, text: listed.row.fid },
    { ...title, text: resource.labelOf(listed.row) },
    ...resource.copies.map(({ key, label, text }) => ({
      key,
      label,
      text: text(listed.row, contextOf(state)) || null,
    })),
    { ...OF_EVERY_ROW.last, text: prettyJson(listed.raw) },
  ];
}

export function previewedRow(state: ConsoleState): { readonly pane: PaneName; readonly fid: string } | null {
  const at = cursorRow(state, state.focus);
  return at === undefined ? null : { pane: state.focus, fid: at.row.fid };
}

/** Without room a notice says why. */
export function previewToggled(state: ConsoleState): ConsoleState {
  if (!previewFits(state.size))
    return showNotice(
      state,
      `The preview needs a terminal of ${PREVIEW_ROWS} rows; this one has ${state.size.rows}.`,
      'warn',
    );
  return { ...state, preview: !state.preview, previewScroll: null };
}

export function noPreview(state: ConsoleState): string | null {
  const layout = layoutOf(state);
  return layout.kind === 'too-small' || layout.preview === null ? 'There is no preview on screen.' : null;
}

export function previewPage(state: ConsoleState): number {
  const layout = layoutOf(state);
  return Math.max(1, (layout.kind === 'too-small' ? 0 : (layout.preview?.height ?? 0)) - 2);
}

/** The first shown of so many lines; the top for each new row. */
export function previewTop(state: ConsoleState, lines: number): number {
  const { previewScroll } = state;
  if (previewScroll === null || previewScroll.fid !== previewedRow(state)?.fid) return 0;
  return Math.max(0, Math.min(previewScroll.top, lines - previewPage(state)));
}

export function previewMoved(state: ConsoleState, by: number, lines: number): ConsoleState {
  const fid = previewedRow(state)?.fid;
  if (fid === undefined) return state;
  const top = Math.max(0, Math.min(previewTop(state, lines) + by, lines - previewPage(state)));
  return { ...state, previewScroll: { fid, top } };
}
