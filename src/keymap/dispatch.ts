import type { Binding, Press, Scope } from '../keys/binding.ts';
import { edit, insert } from '../lib/text-buffer.ts';
import { resources } from '../resources/index.ts';
import { showNotice } from '../state/activity.ts';
import { type Controller, update } from '../state/controller.ts';
import { disarmed } from '../state/dialogs/confirmation.ts';
import { topDialog } from '../state/dialogs/dialog-stack.ts';
import type { DialogState } from '../state/dialogs/dialog-state.ts';
import { keyNamed } from '../state/key-names.ts';
import type { ConsoleState } from '../state/state.ts';
import { allBindings, dialogOf, quit } from './all-bindings.ts';
import { REDRAW } from './global-bindings.ts';
import { questionOf } from './questions.ts';
import { sortNotice } from './sort-commands.ts';
import { tapBindings } from './tap-bindings.ts';
import { textInFocus, textTyped } from './text-focus.ts';

/** Returns the scopes that receive keys in the panes now, by descending priority. */
function scopesOf({ armed, replay, focus }: ConsoleState): readonly Scope[] {
  return [
    ...(armed === null ? [] : ['tap' as const]),
    ...(replay === null ? [] : ['replay' as const]),
    focus,
    'list',
    'everywhere',
  ];
}

/** Returns the bindings that are active now, for input and hints: those of the dialog on top, or of the panes. */
export function activeBindings(state: ConsoleState): readonly Binding[] {
  const own = topDialog(state);
  return bindingsOf(state, own).filter(({ when }) => when?.(state) ?? true);
}

function bindingsOf(state: ConsoleState, own: DialogState | undefined): readonly Binding[] {
  if (own !== undefined) {
    const dialog = dialogOf(own);
    return (dialog.steps?.find(({ when }) => when(own)) ?? dialog).bindings;
  }
  const all = allBindings(state.keyOverrides, state.customCommands);
  return scopesOf(state).flatMap((scope) => all.filter((binding) => binding.scope === scope));
}

/** Handles one key press: runs its binding or shows why that is disabled; else edits the text in focus, or shows that the key does nothing. */
export function press(controller: Controller, key: Press): void {
  const { name, types } = key;
  const state = controller.store.getState();
  const text = textInFocus(state);
  const binding = bindingFor(state, name) ?? bindingOverDialogs(state, key);
  if (binding !== undefined) {
    if (binding.confirms === true && !canConfirm(state, key)) {
      if (!isTapBinding(binding)) update(controller, (now) => showNotice(now, tooSoon(name), 'warn'));
      return;
    }
    runBinding(controller, binding, key);
    return;
  }
  update(controller, disarmed);
  if (name === 'Ctrl-c') {
    quit(controller);
    return;
  }
  if (text === null) {
    update(controller, (now) => showNotice(now, unboundNotice(now, name), 'warn'));
    return;
  }
  const edited = types ? insert(text.editor, characterOf(name), text.lines) : edit(text.editor, name);
  if (edited !== null) update(controller, (now) => textTyped(now, edited));
}

/** Runs a binding, or shows why it is disabled. */
export function runBinding(controller: Controller, binding: Binding, key: Press): void {
  const state = controller.store.getState();
  const why = binding.disabled?.(state) ?? null;
  if (!isTapBinding(binding)) update(controller, disarmed);
  if (why !== null) update(controller, (now) => showNotice(now, why, 'warn'));
  else {
    if (state.notice !== null) update(controller, (now) => ({ ...now, notice: null }));
    binding.run(controller, key);
  }
}

/** Whether a binding belongs to the second tap; every other key cancels the first one. */
const isTapBinding = ({ id }: Binding): boolean => tapBindings.some((binding) => binding.id === id);

/** Returns the character that a key types. */
const characterOf = (name: string): string => (name === 'Space' ? ' ' : name);

/** Finds the binding of a key. The key of a first tap also confirms it. */
function bindingFor(state: ConsoleState, name: string): Binding | undefined {
  const active = activeBindings(state);
  const { armed } = state;
  const again = armed !== null && armed.key === name ? active.find(({ id }) => id === 'tap-again') : undefined;
  return again ?? active.find(({ keys }) => keys.includes(name));
}

/** Whether a key may confirm the open question: it was the only key in its read, and the question had been shown long enough to be read. */
function canConfirm(state: ConsoleState, { alone, answers: answered }: Press): boolean {
  return alone && answered !== null && answered === questionOf(state);
}

const tooSoon = (name: string): string =>
  `${name} came too soon, or together with other keys, so nothing was done. Press it again.`;

/** Returns the notice for a key without a binding: the reason if the resource has one, and how to find the keys. */
function unboundNotice(state: ConsoleState, name: string): string {
  if (topDialog(state) === undefined) {
    const meant = allBindings(state.keyOverrides, state.customCommands).filter(({ keys }) => keys.includes(name));
    const absent = resources[state.focus].absent?.((command, usual) => keyNamed(state, command, usual)) ?? {};
    const why = meant.flatMap(({ id }) => absent[id] ?? [])[0];
    const help = keyNamed(state, 'help', '?');
    return why ?? sortNotice(state, name) ?? `${name} does nothing here; ${help} shows the keys.`;
  }
  const hints = activeBindings(state).flatMap(({ keys: [key], hint }) =>
    key === undefined || hint === null ? [] : [`${key} ${hint}`],
  );
  return hints.length === 0 ? `${name} does nothing here.` : `${name} does nothing here: ${hints.join(', ')}.`;
}

/** Finds the binding of a key that works over dialogs too, unless the key types a character there. */
function bindingOverDialogs(
  { keyOverrides, customCommands }: ConsoleState,
  { name, types }: Press,
): Binding | undefined {
  if (types) return undefined;
  return allBindings(keyOverrides, customCommands).find(({ id, keys }) => id === REDRAW && keys.includes(name));
}
