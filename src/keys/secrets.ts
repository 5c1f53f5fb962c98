import { editorOf, textIn } from '../lib/editor.ts';
import type { ConsoleState } from '../state/console.ts';
import { apply, type Desk } from '../state/desk.ts';
import { noticed } from '../state/happened.ts';
import type { SecretStep } from '../state/overlay.ts';
import { overlayChanged, overlayClosed, topOverlay } from '../state/overlays.ts';
import { type Binding, transition } from './binding.ts';

const toStep = (step: (old: SecretStep, path: string) => SecretStep) => (state: ConsoleState) =>
  overlayChanged(state, 'secret', (overlay) => ({ ...overlay, step: step(overlay.step, overlay.secret.path) }));

function copySecret(desk: Desk): void {
  const top = topOverlay(desk.store.getState());
  if (top?.kind !== 'secret') return;
  desk.terminal.copy(top.secret.value.read());
  apply(
    desk,
    toStep(({ kept }) => ({
      kind: 'shown',
      told: 'Sent to the clipboard; the terminal decides whether it takes it.',
      kept: kept === 'saved' ? kept : 'copied',
    })),
  );
}

async function saveSecret(desk: Desk): Promise<void> {
  const top = topOverlay(desk.store.getState());
  if (top?.kind !== 'secret' || top.step.kind !== 'saving') return;
  const path = textIn(top.step.editor).trim();
  const value = top.secret.value.read();
  const saved = await desk.terminal.saveSecret(path, value.endsWith('\n') ? value : `${value}\n`);
  apply(
    desk,
    toStep((step) => {
      if (saved.ok)
        return {
          kind: 'shown',
          told: `Saved to ${saved.value}; only you can read it.${top.secret.what === 'private-key' ? ` For ~/.ssh/config: IdentityFile ${saved.value}` : ''}`,
          kept: 'saved',
        };
      return step.kind === 'saving'
        ? { ...step, wrong: `${saved.error} Type another place, or press Esc and copy it.` }
        : step;
    }),
  );
}

/** A secret that was not saved is not thrown away by one key. */
function closeSecret(state: ConsoleState): ConsoleState {
  const top = topOverlay(state);
  if (top?.kind !== 'secret') return state;
  return top.step.kept === 'saved'
    ? noticed(overlayClosed(state), 'The secret is no longer in this console.')
    : toStep(({ kept }) => ({ kind: 'leaving', kept }))(state);
}

/** Keys of the modal that shows a secret once. */
export const secretBindings: readonly Binding[] = [
  { id: 'copy-secret', keys: ['c', 'y'], label: 'Copy it', hint: 'copy', scope: 'secret', run: copySecret },
  {
    id: 'save-secret',
    keys: ['s'],
    label: 'Save it to a file that only you can read',
    hint: 'save to a file',
    scope: 'secret',
    run: transition(toStep((step, path) => ({ kind: 'saving', editor: editorOf(path), wrong: null, kept: step.kept }))),
  },
  {
    id: 'close-secret',
    keys: ['Esc', 'Enter'],
    label: 'Close it',
    hint: 'close',
    scope: 'secret',
    run: transition(closeSecret),
  },
  {
    id: 'save-there',
    keys: ['Enter'],
    label: 'Save it there',
    hint: 'save',
    scope: 'save-secret',
    run: (desk) => void saveSecret(desk),
  },
  {
    id: 'save-not',
    keys: ['Esc'],
    label: 'Back to the secret',
    hint: 'back',
    scope: 'save-secret',
    run: transition(toStep((step) => ({ kind: 'shown', told: null, kept: step.kept }))),
  },
  {
    id: 'lose-secret',
    keys: ['y'],
    label: 'Close it; it cannot be shown again',
    hint: 'close it',
    scope: 'leave-secret',
    agrees: true,
    run: transition(overlayClosed),
  },
  {
    id: 'keep-secret',
    keys: ['Esc', 'n'],
    label: 'Back to the secret',
    hint: 'back',
    scope: 'leave-secret',
    run: transition(toStep(({ kept }) => ({ kind: 'shown', told: null, kept }))),
  },
];
