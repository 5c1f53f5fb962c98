import { textIn } from '../../lib/text-buffer.ts';
import { wrapped } from '../../lib/width.ts';
import { MAX_FILTER } from '../../resources/filter/parse.ts';
import type { PaneName } from '../../resources/rows.ts';
import { type Controller, update } from '../../store/controller.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { dialogClosed, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { warmSearchText } from '../../store/lists/visible-rows.ts';
import { filterTyped } from '../../store/panes/cursor.ts';
import {
  completionOf,
  filterCompleted,
  filterError,
  filterExamples,
  filterKept,
  filterLeft,
  filterOpened,
  filterRecalled,
} from '../../store/panes/filter-history.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { type Dialog, oneLine } from './dialog.ts';
import { type FootLine, type FootPiece, inLines } from './line.ts';

/** In batches before the first letter: no key waits for all rows. */
function prepareRows(controller: Controller, from: number): void {
  setImmediate(() => {
    const state = controller.store.getState();
    if (topDialog(state)?.kind !== 'filter') return;
    const next = warmSearchText(state, state.focus, from);
    if (next !== null) prepareRows(controller, next);
  });
}

const bindings: readonly Binding[] = [
  { id: 'keep-filter', keys: ['Enter'], label: 'Keep the filter', hint: 'keep', run: transition(filterKept) },
  {
    id: 'clear-filter',
    keys: ['Esc'],
    label: 'Clear the filter',
    hint: 'clear',
    run: transition((state) => filterTyped(dialogClosed(state), state.focus, '')),
  },
  {
    id: 'filter-down',
    keys: ['Down'],
    label: 'Next filter in the history, or move down',
    run: transition((state) => filterRecalled(state, -1)),
  },
  {
    id: 'filter-up',
    keys: ['Up'],
    label: 'Previous filter in the history, or move up',
    run: transition((state) => filterRecalled(state, 1)),
  },
  {
    id: 'filter-complete',
    keys: ['Tab'],
    label: 'Complete the name of a column, or after it a value; again: the next one',
    hint: 'complete',
    run: transition((state) => filterCompleted(state, 1)),
  },
  {
    id: 'filter-complete-back',
    keys: ['Shift-Tab'],
    label: 'Complete with the one before',
    run: transition((state) => filterCompleted(state, -1)),
  },
];

function errorLines(state: ConsoleState, pane: PaneName): readonly FootLine[] {
  const wrong = filterError(state, pane);
  if (wrong === null) return [];
  const lines = wrapped(`Character ${wrong.at + 1}: ${wrong.why}`, state.size.columns - 1);
  return lines.map((line) => [piece(` ${line}`, 'bad')]);
}

export const filter: Dialog<'filter'> = {
  kind: 'filter',
  openFrom: {
    id: 'filter',
    keys: ['/'],
    label: 'Filter as you type',
    searchWords: ['filter', 'find', 'search', 'grep', 'where'],
    hint: 'filter',
    scope: 'list',
    run: (controller) => {
      update(controller, filterOpened);
      prepareRows(controller, 0);
    },
  },
  title: () => 'Filter',
  lines: (_, { editor }) => [{ kind: 'field', label: [{ text: ' / ', tone: 'accent' }], editor }],
  foot: { clickedBeside: filterLeft, lines: linesAbove },
  textField: {
    text: (own) => ({ ...oneLine(own), most: MAX_FILTER }),
    typed: (own, editor) => ({ ...own, editor, completing: null }),
    follow: (state, { pane, editor }) => filterTyped(state, pane, textIn(editor)),
  },
  helpTitle: 'Filter',
  bindings,
};

const piece = (text: string, tone: FootPiece['tone'] = 'dim'): FootPiece => ({ text, tone, key: null });

/** Three examples for an empty filter, then its error and the completion of Tab. */
function linesAbove(state: ConsoleState, { pane, editor, completing }: DialogState<'filter'>): readonly FootLine[] {
  const { columns } = state.size;
  if (textIn(editor) === '' || editor.selected === true) {
    const examples = filterExamples(state, pane).map((example) => [piece(` ${example} `, 'accent')]);
    return inLines([[piece(' try ')], ...examples, [piece(' Tab', 'accent'), piece(' names')]], columns).slice(0, 2);
  }
  const { candidates } = completing ?? completionOf(state, pane, editor.before);
  const errors = errorLines(state, pane);
  if (candidates.length === 0) return errors;
  const tones = (n: number): FootPiece['tone'] => (completing !== null && n === 0 ? 'strong' : 'dim');
  const items = candidates.slice(completing?.at ?? 0).map((candidate, n) => [piece(`  ${candidate}`, tones(n))]);
  return [...errors, ...inLines([[piece(' Tab', 'accent')], ...items], columns).slice(0, 1)];
}
