import { shortDuration } from '../../lib/duration.ts';
import { cut, wrapped } from '../../lib/width.ts';
import type { PaneName } from '../../resources/rows.ts';
import { showNotice } from '../../store/activity.ts';
import { ageOfRow, promisedMs } from '../../store/age.ts';
import { type Controller, update } from '../../store/controller.ts';
import { dialogChanged, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { cursorRow, noRow } from '../../store/lists/visible-rows.ts';
import { isOnGroup } from '../../store/panes/open-groups.ts';
import { type DetailRow, detailRows, nameOf } from '../../store/panes/row-detail.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { scrollBindings } from '../keys/scroll-bindings.ts';
import { sentToClipboard } from './clipboard.ts';
import { closes, type Dialog } from './dialog.ts';
import { blankLine, type DialogLine, type Segment } from './line.ts';

/** The line of the first field, below the title of the first section. */
const FIRST_FIELD = 1;

function detailOpened(state: ConsoleState): ConsoleState {
  const at = cursorRow(state, state.focus);
  return at === undefined
    ? state
    : dialogOpened(state, { kind: 'detail', pane: state.focus, fid: at.row.fid, line: FIRST_FIELD, raw: false });
}

function lineMoved(state: ConsoleState, by: number): ConsoleState {
  return dialogChanged(state, 'detail', (detail) => {
    const count = detailRows(state, detail.pane, detail.fid, detail.raw).length;
    return { ...detail, line: Math.max(0, Math.min(detail.line + by, count - 1)) };
  });
}

function copyLine(controller: Controller): void {
  const state = controller.store.getState();
  const top = topDialog(state);
  if (top?.kind !== 'detail') return;
  const line = detailRows(state, top.pane, top.fid, top.raw)[top.line];
  const text = line === undefined ? '' : line.kind === 'field' ? (line.copy ?? line.text) : line.text;
  if (text === '') return;
  controller.terminal.copy(text);
  update(controller, (now) => showNotice(now, sentToClipboard()));
}

/** The age of a row that is older than promised. */
function oldWords(state: ConsoleState, pane: PaneName, fid: string): string {
  const age = ageOfRow(state, pane, fid);
  return age === null || age <= promisedMs(state) ? '' : `, ${shortDuration(age)} old`;
}

const bindings: readonly Binding[] = [
  ...scrollBindings('detail', (by) => transition((state) => lineMoved(state, by)), {
    verb: 'Move',
    letters: true,
    hint: null,
  }),
  {
    id: 'raw',
    keys: ['J'],
    label: 'Show the raw JSON, or the fields again',
    hint: 'raw JSON',
    run: transition((state) =>
      dialogChanged(state, 'detail', (dialog) => ({ ...dialog, raw: !dialog.raw, line: dialog.raw ? FIRST_FIELD : 0 })),
    ),
  },
  { id: 'copy-line', keys: ['y'], label: 'Copy the field', hint: 'copy', run: copyLine },
  closes('detail', ['Esc', 'q', 'Enter'], 'Back to the list'),
];

/** Detail dialog: every field of a row, or its raw JSON, with a line cursor. */
export const detail: Dialog<'detail'> = {
  kind: 'detail',
  openFrom: {
    id: 'detail',
    keys: ['Enter'],
    label: 'Detail: every field of the row',
    searchWords: ['detail', 'details', 'describe', 'inspect', 'info', 'show'],
    hint: 'detail',
    scope: 'list',
    // Enter on a group of events opens the group.
    when: (state) => state.focus !== 'activity' || !isOnGroup(state, 'activity'),
    disabled: noRow,
    run: transition(detailOpened),
  },
  title: (state, { pane, fid, raw }, { width }) => {
    const name = cut(nameOf(state, pane, fid), width - 30, state.glyphs.cut);
    return `${state.features.panes[pane].one} ${name}${raw ? ' (raw JSON)' : ''}${oldWords(state, pane, fid)}`;
  },
  lines: (state, { pane, fid, line, raw }, { width }) =>
    detailRows(state, pane, fid, raw).flatMap((row, n) => linesOfRow(row, n === 0, n === line, width)),
  box: () => ({ width: 100 }),
  helpTitle: 'Detail',
  bindings,
};

const labelWidth = (width: number): number => Math.min(18, Math.floor(width / 3));

/** The label of a field, in the width that all labels have. */
export const fieldLabel = (label: string, width: number): Segment & { readonly tone: 'dim' } => ({
  text: `  ${label.slice(0, labelWidth(width) - 1).padEnd(labelWidth(width))}`,
  tone: 'dim',
});

/** One row of the detail as lines, a title with a blank line before it. */
export function linesOfRow(row: DetailRow, first: boolean, cursor: boolean, width: number): readonly DialogLine[] {
  switch (row.kind) {
    case 'title':
      return [...(first ? [] : [blankLine]), { kind: 'text', segments: [{ text: row.text, tone: 'strong' }], cursor }];
    case 'json':
      return wrapped(row.text, width).map((text): DialogLine => ({ kind: 'text', segments: [{ text }], cursor }));
    case 'field':
      return wrapped(row.text, width - labelWidth(width) - 2).map(
        (text, part): DialogLine => ({
          kind: 'text',
          cursor,
          segments: [fieldLabel(part === 0 ? row.label : '', width), { text, tone: row.tone ?? 'plain' }],
        }),
      );
  }
}
