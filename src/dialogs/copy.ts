import { type Binding, transition } from '../keys/binding.ts';
import { showNotice } from '../state/activity.ts';
import { type Controller, update } from '../state/controller.ts';
import { dialogClosed, dialogOpened, topDialog } from '../state/dialogs/dialog-stack.ts';
import { cursorRow, noRow } from '../state/lists/visible-rows.ts';
import { copyChoices } from '../state/panes/row-detail.ts';
import type { ConsoleState } from '../state/state.ts';
import { closes, type Dialog } from './dialog.ts';
import { type DialogLine, textLine } from './line.ts';

function copyOpened(state: ConsoleState): ConsoleState {
  const at = cursorRow(state, state.focus);
  return at === undefined ? state : dialogOpened(state, { kind: 'copy', pane: state.focus, fid: at.row.fid });
}

/** Copies the text of a key; the row decides which keys exist. */
function copyChosen(controller: Controller, key: string): void {
  const state = controller.store.getState();
  const top = topDialog(state);
  if (top?.kind !== 'copy') return;
  const choice = copyChoices(state, top.pane, top.fid).find((one) => one.key === key);
  if (choice === undefined) return;
  controller.terminal.copy(choice.text);
  update(controller, (now) => showNotice(dialogClosed(now), `Copied the ${choice.label}.`, 'good'));
}

const copyKeys = {
  i: 'identifier',
  n: 'name',
  s: 'ssh command',
  a: 'SSH address',
  k: 'public key',
  e: 'events',
  j: 'JSON',
} as const;

const bindings: readonly Binding[] = [
  ...Object.entries(copyKeys).map(
    ([key, label]): Binding => ({
      id: `copy-${key}`,
      keys: [key],
      label: `Copy the ${label}`,
      hint: null,
      when: (state) => {
        const top = topDialog(state);
        return top?.kind !== 'copy' || copyChoices(state, top.pane, top.fid).some((choice) => choice.key === key);
      },
      run: (controller) => copyChosen(controller, key),
    }),
  ),
  closes('copy', ['Esc', 'q'], 'Cancel'),
];

export const copy: Dialog<'copy'> = {
  kind: 'copy',
  openFrom: {
    id: 'copy',
    keys: ['y'],
    label: 'Copy: identifier, name, JSON and more',
    hint: 'copy',
    scope: 'list',
    disabled: noRow,
    run: transition(copyOpened),
  },
  title: () => 'Copy',
  lines: (state, { pane, fid }) => {
    const lines = copyChoices(state, pane, fid).map(
      ({ key, label, text }): DialogLine => ({
        kind: 'text',
        segments: [
          { text: ` ${key} `, tone: 'accent' },
          { text: label.padEnd(14) },
          { text: text.split('\n')[0] ?? '', tone: 'dim' },
        ],
      }),
    );
    return lines.length === 0 ? [textLine('It is gone from the list.', 'dim')] : lines;
  },
  helpTitle: 'Copying',
  bindings,
};
