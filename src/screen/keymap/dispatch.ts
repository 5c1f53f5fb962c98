import { edit, insert } from '../../lib/text-buffer.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import type { DialogKind, DialogState } from '../../store/dialog-state.ts';
import { dialogClosed, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { isTooSmall } from '../../store/panes/layout.ts';
import { tapCancelled } from '../../store/questions/ask.ts';
import { questionsAskedAnew } from '../../store/questions/renew.ts';
import { heldDown, tapConfirmed, tapHeldDown, tapTaken } from '../../store/questions/tap.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
import { dialogOf, screenOf } from '../dialogs/screen.ts';
import type { Binding, Press, Scope } from '../keys/binding.ts';
import { allBindings, quit } from './all-bindings.ts';
import { REDRAW } from './global-bindings.ts';
import { HELD_MS, openTap, questionOf, tapBindings, wasStopped } from './questions.ts';
import { textInFocus, textTyped } from './text-focus.ts';

/** The scopes that receive keys in the panes now, by descending priority. */
function scopesOf({ tapQuestion, shownInstead, focus }: ConsoleState): readonly Scope[] {
  return [
    ...(tapQuestion === null ? [] : ['tap' as const]),
    ...(shownInstead === null ? [] : [shownInstead]),
    focus,
    'list',
    'everywhere',
  ];
}

/** The bindings that are active now, for input and hints: those of the dialog on top, or of the panes. */
export function activeBindings(state: ConsoleState): readonly Binding[] {
  const own = topDialog(state);
  return bindingsOf(state, own).filter(({ when }) => when?.(state) ?? true);
}

function bindingsOf<Kind extends DialogKind>(
  state: ConsoleState,
  own: DialogState<Kind> | undefined,
): readonly Binding[] {
  if (own !== undefined) {
    const dialog = dialogOf(state, own);
    const step = dialog.steps?.find(({ when }) => when(own));
    const ownBindings = (step ?? dialog).bindings;
    if (dialog.page === undefined || step !== undefined) return ownBindings;
    const all = allBindings(state);
    const row = dialog.page(own);
    const onPage = [...(dialog.bindingsNow?.(state, own) ?? []), ...ownBindings];
    const others = all.filter(
      ({ scope, ofPanes }) => ofPanes !== true && (scope === row?.pane || scope === 'everywhere'),
    );
    const tap = openTap(state) === null ? [] : all.filter(({ scope }) => scope === 'tap');
    return [...tap, ...onPage, ...others.flatMap((binding) => withoutKeys(binding, onPage))];
  }
  const all = allBindings(state);
  return scopesOf(state).flatMap((scope) => all.filter((binding) => binding.scope === scope));
}

/** A binding without the keys that some other bindings have; nothing when it has no other. */
function withoutKeys(binding: Binding, others: readonly Binding[]): readonly Binding[] {
  const taken = others.flatMap(({ keys }) => keys);
  const keys = binding.keys.filter((key) => !taken.includes(key));
  return keys.length === 0 ? [] : [{ ...binding, keys }];
}

/** Commands that work on a screen that is too small to show anything. */
const UNSEEN: readonly string[] = ['quit', 'quit-at-once', 'to-shell', REDRAW];

/** Handles one key press: runs its binding or shows why that is disabled; else edits the text in focus, or shows that the key does nothing. */
export function press(controller: Controller, key: Press): void {
  const { name } = key;
  if (wasStopped(controller.store.getState(), key.at))
    update(controller, (now) => questionsAskedAnew({ ...now, now: key.at }));
  answerSettled(controller, name);
  if (isTypedOn(controller, key)) {
    update(controller, (now) => showNotice(now, `${name} was typed for what has closed: nothing was done.`, 'warn'));
    return;
  }
  const state = controller.store.getState();
  const binding = bindingFor(state, name) ?? bindingOverDialogs(state, key);
  if (isTooSmall(state.size)) {
    if (binding !== undefined && UNSEEN.includes(binding.id)) binding.run(controller, key);
    else if (name === 'Ctrl-c') quit(controller);
  } else if (binding === undefined) typed(controller, key);
  else if (binding.confirms === true && isTapBinding(binding)) tapped(controller, key);
  else if (binding.confirms === true) answered(controller, binding, key);
  else runBinding(controller, binding, key);
}

/** Time between two keys within which the second is typed on from the first, in milliseconds. */
const TYPED_ON_MS = 1000;

/**
 * Whether a key goes on with what was typed while a dialog waited for an answer, which has closed it since. A key that types nothing is no part
 * of that, but for the Enter at its end.
 */
function isTypedOn(controller: Controller, { name, types, at }: Press): boolean {
  const state = controller.store.getState();
  const { typedAtAnswer } = state;
  const own = topDialog(state);
  const isText = types || name === 'Enter';
  if (own !== undefined && awaitsAnswer(state, own)) {
    if (isText) update(controller, (now) => ({ ...now, typedAtAnswer: at }));
    return false;
  }
  if (typedAtAnswer === null) return false;
  const goesOn = isText && textInFocus(state) === null && Math.abs(at - typedAtAnswer) < TYPED_ON_MS;
  update(controller, (now) => ({ ...now, typedAtAnswer: goesOn ? at : null }));
  return goesOn;
}

function awaitsAnswer<Kind extends DialogKind>(state: ConsoleState, own: DialogState<Kind>): boolean {
  return dialogOf(state, own).awaitsAnswer?.(own) ?? false;
}

/**
 * Runs a binding that answers a question, unless its key came too soon or is held down: an answer by the key that was pressed before, as
 * Enter in a form and in its review, waits for whether it comes again.
 */
function answered(controller: Controller, binding: Binding, key: Press): void {
  const { name, repeatedAfter } = key;
  const state = controller.store.getState();
  if (state.waitingAnswer !== null || isRepeat(key))
    update(controller, (now) => showNotice({ ...now, waitingAnswer: null }, heldDown(name), 'warn'));
  else if (!canConfirm(state, key)) update(controller, (now) => showNotice(now, tooSoon(name), 'warn'));
  else if (repeatedAfter === null) runBinding(controller, binding, key);
  else update(controller, (now) => ({ ...now, waitingAnswer: waitingFor(now, name) }));
}

function waitingFor(state: ConsoleState, key: string): ConsoleState['waitingAnswer'] {
  const question = questionOf(state);
  return question === null ? null : { key, question };
}

/** Takes the answer that waited: its key was not held down. It counts for the question that was open when it was pressed. */
export function answerTaken(controller: Controller): void {
  const { waitingAnswer } = controller.store.getState();
  if (waitingAnswer === null) return;
  update(controller, (now) => ({ ...now, waitingAnswer: null }));
  const state = controller.store.getState();
  const { key: name, question } = waitingAnswer;
  const binding = bindingFor(state, name);
  if (binding?.confirms !== true || question !== questionOf(state)) return;
  runBinding(controller, binding, {
    name,
    types: false,
    alone: true,
    answers: question,
    at: state.now,
    repeatedAfter: null,
  });
}

/** Settles an answer that waits for whether its key is held down: another key shows that it is not, and Esc takes it back. */
function answerSettled(controller: Controller, name: string): void {
  const { tapQuestion, waitingAnswer } = controller.store.getState();
  if (waitingAnswer !== null && name === 'Esc') update(controller, (now) => ({ ...now, waitingAnswer: null }));
  else if (waitingAnswer !== null && name !== waitingAnswer.key) answerTaken(controller);
  if (tapQuestion?.tapped === true && name !== tapQuestion.key && name !== 'Esc') tapConfirmed(controller);
}

/** Takes an answer to the question of a first tap. One that comes too soon is no answer, nor is one of a key that is held down. */
function tapped(controller: Controller, key: Press): void {
  const state = controller.store.getState();
  const isSameKey = key.name === state.tapQuestion?.key && key.name !== 'y';
  if (isRepeat(key)) tapHeldDown(controller, key.name);
  else if (isSameKey) tapTaken(controller, canConfirm(state, key));
  else if (canConfirm(state, key)) tapConfirmed(controller);
}

/** Whether a key has come again so soon that it is held down: nobody has pressed it twice. */
const isRepeat = ({ repeatedAfter }: Press): boolean => repeatedAfter !== null && repeatedAfter < HELD_MS;

/** Edits the text in focus with a key that has no binding, or shows that it does nothing. */
function typed(controller: Controller, { name, types }: Press): void {
  update(controller, tapCancelled);
  const text = textInFocus(controller.store.getState());
  if (name === 'Ctrl-c') {
    quit(controller);
    return;
  }
  if (text === null) {
    update(controller, (now) => {
      const own = topDialog(now);
      const isMenu = own !== undefined && dialogOf(now, own).foot?.closesWithOtherKeys === true;
      return isMenu
        ? showNotice(dialogClosed(now), `${name} is not in the menu; nothing was done.`, 'warn')
        : showNotice(now, unboundNotice(now, name), 'warn');
    });
    return;
  }
  const edited = types ? insert(text.editor, characterOf(name), text.lines) : edit(text.editor, name);
  if (edited !== null) update(controller, (now) => textTyped(now, edited));
}

/** Runs a binding, or shows why it is disabled. */
export function runBinding(controller: Controller, binding: Binding, key: Press): void {
  const state = controller.store.getState();
  const why = binding.disabled?.(state) ?? null;
  if (!isTapBinding(binding)) update(controller, tapCancelled);
  if (why !== null) update(controller, (now) => showNotice(now, why, 'warn'));
  else {
    if (state.notice !== null) update(controller, (now) => ({ ...now, notice: null }));
    binding.run(controller, key);
  }
}

/** Whether a binding belongs to the second tap; every other key cancels the first one. */
const isTapBinding = ({ id }: Binding): boolean => tapBindings.some((binding) => binding.id === id);

/** The character that a key types. */
const characterOf = (name: string): string => (name === 'Space' ? ' ' : name);

/** Finds the binding of a key. The key of a first tap also confirms it. */
function bindingFor(state: ConsoleState, name: string): Binding | undefined {
  const active = activeBindings(state);
  const { tapQuestion } = state;
  const again =
    tapQuestion !== null && tapQuestion.key === name ? active.find(({ id }) => id === 'tap-again') : undefined;
  return (
    again ??
    active.find(({ keys }) => keys.includes(name)) ??
    active.find(({ alsoKeys }) => alsoKeys?.includes(name) === true)
  );
}

/** Whether a key may confirm the open question: it was the only key in its read, and the question had been shown long enough to be read. */
function canConfirm(state: ConsoleState, { alone, answers: answered }: Press): boolean {
  return alone && answered !== null && answered === questionOf(state);
}

const tooSoon = (name: string): string =>
  `${name} came too soon, or together with other keys, so nothing was done. Press it again.`;

/** The notice for a key without a binding: the reason if the resource has one, and how to find the keys. */
function unboundNotice(state: ConsoleState, name: string): string {
  const own = topDialog(state);
  if (own === undefined || dialogOf(state, own).page !== undefined) {
    const meant = allBindings(state).filter(({ keys }) => keys.includes(name));
    const absent =
      state.features.panes[state.focus].absent?.((command, usual) => keyNamed(state, command, usual)) ?? {};
    const why = meant.flatMap(({ id }) => absent[id] ?? [])[0] ?? movedNotice(state, name);
    const moved = screenOf(state)
      .parts.flatMap((part) => part.moved ?? [])
      .find(({ command, key }) => keyNamed(state, command, key) === name);
    const help = keyNamed(state, 'help', '?');
    return why ?? moved?.says(state) ?? `${name} does nothing here; ${help} shows the keys.`;
  }
  const hints = activeBindings(state).flatMap(({ keys: [key], hint }) =>
    key === undefined || hint === null ? [] : [`${key} ${hint}`],
  );
  return hints.length === 0 ? `${name} does nothing here.` : `${name} does nothing here: ${hints.join(', ')}.`;
}

/** Where the action went that had a key in the last release; null for a key that had none here. */
function movedNotice(state: ConsoleState, name: string): string | null {
  const scopes = scopesOf(state);
  const binding = allBindings(state).find(
    ({ scope, formerly, id }) =>
      formerly?.keys?.includes(name) === true && scopes.includes(scope) && !state.keyOverrides.has(id),
  );
  if (binding === undefined) return null;
  const { keys, menu, label, names } = binding;
  const [key] = keys;
  const [does] = label.split(/[:;]/);
  if (key !== undefined) return `${name} is now ${key}: ${label}.`;
  if (menu !== undefined) return `${name} is now ${keyNamed(state, 'view-menu', 'z')} ${menu.letter}: ${does}.`;
  return `${name} is now in the palette: ${keyNamed(state, 'palette', ':')} and ${names?.[0] ?? `"${does}"`}.`;
}

/** Finds the binding of a key that works over dialogs too, unless the key types a character there. */
function bindingOverDialogs(state: ConsoleState, { name, types }: Press): Binding | undefined {
  if (types) return undefined;
  return allBindings(state).find(({ id, keys }) => id === REDRAW && keys.includes(name));
}
