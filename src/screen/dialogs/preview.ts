import { clockTime } from '../../lib/duration.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import { widthOf } from '../../lib/width.ts';
import type { Resource } from '../../resources/resource.ts';
import type { ActivityRow, PaneName } from '../../resources/rows.ts';
import { whyGone } from '../../store/lists/visible-rows.ts';
import { layoutOf } from '../../store/panes/layout.ts';
import {
  type DetailRow,
  detailRows,
  noPreview,
  previewedRow,
  previewMoved,
  previewPage,
  previewToggled,
  rowByFid,
} from '../../store/panes/row-detail.ts';
import { contextOf } from '../../store/row-context.ts';
import { type ConsoleState, drawnLists } from '../../store/state.ts';
import { inScope, type PaneBinding, transition } from '../keys/binding.ts';
import { blankLine, type DialogLine, FRAME_SIDES, fieldLabel, linesOfRow, textLines } from './line.ts';

const MAX_EVENTS = 8;

/** The detail of the row and its last events, or why there is none. */
export const previewLines = memoizeLast((state: ConsoleState, width: number): readonly DialogLine[] => {
  const row = previewedRow(state);
  if (row === null) {
    const { fetchedAt, failure } = drawnLists(state)[state.focus];
    const loading = fetchedAt === null && failure === null;
    return loading
      ? textLines(`${state.glyphs.busy} Loading${state.glyphs.more}`, width, 'busy')
      : textLines(whyGone(state, state.focus), width, 'dim');
  }
  const { pane, fid } = row;
  const rows = [...detailRows(state, pane, fid, false), ...lastEvents(state, pane, fid)];
  return [
    ...pictureLines(state, pane, fid, width),
    ...rows.flatMap((each, n) => linesOfRow(each, n === 0, false, width)),
  ];
});

function pictureLines<Name extends PaneName>(
  state: ConsoleState,
  pane: Name,
  fid: string,
  width: number,
): readonly DialogLine[] {
  const { columns }: Resource<Name> = state.features.panes[pane];
  const row = rowByFid(state, pane, fid)?.row;
  if (row === undefined) return [];
  const lines = columns.flatMap(({ header, picture, draw }): DialogLine[] => {
    if (picture === undefined || draw === undefined) return [];
    const label = fieldLabel(`${header.slice(0, 1)}${header.slice(1).toLowerCase()}`, width);
    const { text, tone = 'plain' } = draw(row, contextOf(state), width - widthOf(label.text), false);
    return text.trim() === '' ? [] : [{ kind: 'text', segments: [label, { text, tone }] }];
  });
  return lines.length === 0 ? [] : [...lines, blankLine];
}

/** Of the row and those related to it, the newest first; a group of events is one line. */
function lastEvents<Name extends PaneName>(state: ConsoleState, pane: Name, fid: string): readonly DetailRow[] {
  const { relates }: Resource<Name> = state.features.panes[pane];
  const row = rowByFid(state, pane, fid)?.row;
  const concerns = ({ about, kind }: ActivityRow): boolean =>
    (about?.pane === pane && about.fid === fid) ||
    (kind?.kind === 'seen' && kind.bid === fid) ||
    (row !== undefined && about !== null && relates?.(row, about.pane, about.fid, contextOf(state)) === true);
  const found = [...drawnLists(state).activity.rows.values()].map((listed) => listed.row).filter(concerns);
  const grouped = new Set(found.flatMap(({ events }) => events.map((event) => event.fid)));
  const events = found
    .filter((event) => !grouped.has(event.fid))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MAX_EVENTS);
  if (events.length === 0) return [];
  return [
    { kind: 'title', text: state.features.panes.activity.title },
    ...events.map(({ at, what }) => ({ kind: 'field' as const, label: clockTime(at), text: what })),
  ];
}

export function previewScrolled(state: ConsoleState, by: number): ConsoleState {
  const layout = layoutOf(state);
  const width = layout.kind === 'too-small' ? null : layout.preview?.width;
  return width == null ? state : previewMoved(state, by, previewLines(state, width - FRAME_SIDES).length);
}

export const previewBindings: readonly PaneBinding[] = inScope('everywhere', [
  {
    id: 'preview',
    keys: ['v'],
    label: 'Preview: the detail of the row under the cursor, following it',
    searchWords: ['preview', 'peek'],
    hint: 'preview',
    hintLast: 60,
    ofPanes: true,
    run: transition(previewToggled),
  },
  {
    id: 'preview-down',
    keys: [],
    label: 'Scroll the preview down',
    formerly: { keys: [']'] },
    ofPanes: true,
    disabled: noPreview,
    run: transition((state) => previewScrolled(state, Math.ceil(previewPage(state) / 2))),
  },
  {
    id: 'preview-up',
    keys: [],
    label: 'Scroll the preview up',
    formerly: { keys: ['['] },
    ofPanes: true,
    disabled: noPreview,
    run: transition((state) => previewScrolled(state, -Math.ceil(previewPage(state) / 2))),
  },
]);
