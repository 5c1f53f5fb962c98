import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import { dialogClosed, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { cursorRow, noRow } from '../../store/lists/visible-rows.ts';
import { copyTable, copyTexts } from '../../store/panes/row-detail.ts';
import type { ConsoleState, Features } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { closes, type Dialog } from './dialog.ts';
import { sentToClipboard } from './line.ts';
import { menuFoot, menuLines } from './menu.ts';

function copyOpened(state: ConsoleState): ConsoleState {
  const at = cursorRow(state, state.focus);
  return at === undefined ? state : dialogOpened(state, { kind: 'copy', pane: state.focus, fid: at.row.fid });
}

function copyChosen(controller: Controller, key: string): void {
  const state = controller.store.getState();
  const top = topDialog(state);
  if (top?.kind !== 'copy') return;
  const choice = copyTexts(state, top.pane, top.fid).find((one) => one.key === key);
  const text = choice?.text ?? null;
  if (choice === undefined || text === null) {
    const why = choice === undefined ? IS_GONE : `Nothing was copied: it has no ${choice.label}.`;
    update(controller, (now) => showNotice(now, why, 'warn'));
    return;
  }
  controller.terminal.copy(text);
  update(controller, (now) => showNotice(dialogClosed(now), sentToClipboard(`the ${choice.label}`)));
}

const IS_GONE = 'It is gone from the list.';

const bindingsIn = (features: Features): readonly Binding[] => [
  ...copyTable(features).map(
    ({ key, label, panes }): Binding => ({
      id: `copy-${label.replaceAll(' ', '-').toLowerCase()}`,
      keys: [key],
      label: `Copy the ${label}${panes === null ? '' : ` (${panes.map((pane) => features.panes[pane].title).join(', ')})`}`,
      when: (state) => {
        const top = topDialog(state);
        return top?.kind !== 'copy' || panes === null || panes.includes(top.pane);
      },
      run: (controller) => copyChosen(controller, key),
    }),
  ),
  closes('copy', ['Esc'], 'Cancel'),
];

/** Copies parts of a row, as the panes declare them. */
export const createCopy = (features: Features): Dialog<'copy'> => ({
  kind: 'copy',
  openFrom: {
    id: 'copy',
    keys: ['y'],
    label: 'Copy: identifier, name, JSON and more',
    searchWords: ['copy', 'yank', 'clipboard', 'identifier', 'json'],
    hint: 'copy',
    scope: 'list',
    disabled: noRow,
    run: transition(copyOpened),
  },
  title: () => 'Copy',
  lines: () => [],
  foot: {
    ...menuFoot,
    lines: (state, { pane, fid }) => {
      const texts = copyTexts(state, pane, fid);
      const items = texts.map(({ key, label, text }) => ({ key, words: label, able: text !== null }));
      return menuLines(texts.length === 0 ? IS_GONE : 'Copy', items, state.size.columns);
    },
  },
  helpTitle: 'Copying',
  bindings: bindingsIn(features),
});
