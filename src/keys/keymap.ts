import { edit, insert, textIn } from '../lib/editor.ts';
import { resources } from '../resources/resources.ts';
import { disarmed } from '../state/asking.ts';
import type { ConsoleState } from '../state/console.ts';
import { apply, type Desk } from '../state/desk.ts';
import { noticed } from '../state/happened.ts';
import { keyNamed } from '../state/key-names.ts';
import { overlayChanged, topOverlay } from '../state/overlays.ts';
import { questionOf } from '../state/questions.ts';
import { textInFocus, textTyped } from '../state/typing.ts';
import type { Binding, Press, Scope } from './binding.ts';
import { allBindings } from './bindings.ts';
import { quit, REDRAW } from './global.ts';
import { keySheet, searchedSheet } from './sheet.ts';

const FORM_SCOPES = { fields: 'form', review: 'review', sending: 'sending', leaving: 'leave-form' } as const;
const SECRET_SCOPES = { shown: 'secret', saving: 'save-secret', leaving: 'leave-secret' } as const;

/** The scopes that have the keys now, the strongest first. */
export function scopesOf(state: ConsoleState): readonly Scope[] {
  const top = topOverlay(state);
  if (top === undefined)
    return [
      ...(state.armed === null ? [] : ['tap' as const]),
      ...(state.replay === null ? [] : ['replay' as const]),
      state.focus,
      'list',
      'everywhere',
    ];
  switch (top.kind) {
    case 'form':
      return [FORM_SCOPES[top.step.kind]];
    case 'secret':
      return [SECRET_SCOPES[top.step.kind]];
    default:
      return [top.kind];
  }
}

/** The bindings that count now, for input, hints and help. */
export function activeBindings(state: ConsoleState): readonly Binding[] {
  return scopesOf(state).flatMap((scope) =>
    allBindings(state.rebound, state.ownCommands).filter(
      (binding) => binding.scope === scope && (binding.when?.(state) ?? true),
    ),
  );
}

/** One key press: it runs a binding, or says why not; otherwise it types or edits the text in focus, or says that it does nothing. */
export function press(desk: Desk, key: Press): void {
  const { name, types } = key;
  const state = desk.store.getState();
  const text = textInFocus(state);
  const binding = bindingFor(state, name) ?? overDialogs(state, key);
  if (binding !== undefined) {
    if (binding.agrees === true && !answers(state, key)) {
      if (binding.scope !== 'tap') apply(desk, (now) => noticed(now, tooSoon(name), 'warn'));
      return;
    }
    const why = binding.disabled?.(state) ?? null;
    if (binding.scope !== 'tap') apply(desk, disarmed);
    if (why !== null) apply(desk, (now) => noticed(now, why, 'warn'));
    else {
      if (state.notice !== null) apply(desk, (now) => ({ ...now, notice: null }));
      binding.run(desk, key);
      if (binding.scope === 'help') apply(desk, helpHeld);
    }
    return;
  }
  apply(desk, disarmed);
  if (name === 'Ctrl-c') {
    quit(desk);
    return;
  }
  if (text === null) {
    apply(desk, (now) => noticed(now, meaningless(now, name), 'warn'));
    return;
  }
  const edited = types ? insert(text.editor, characterOf(name), text.lines) : edit(text.editor, name);
  if (edited !== null) apply(desk, (now) => textTyped(now, edited));
}

/** The character that a key types. */
const characterOf = (name: string): string => (name === 'Space' ? ' ' : name);

/** The binding of a key. The key of a first tap is that of its second as well. */
function bindingFor(state: ConsoleState, name: string): Binding | undefined {
  const active = activeBindings(state);
  const { armed } = state;
  const again = armed !== null && armed.key === name ? active.find(({ id }) => id === 'tap-again') : undefined;
  return again ?? active.find(({ keys }) => keys.includes(name));
}

/** Whether a key may agree to what is asked: it came by itself, when the question had stood long enough to be read. */
function answers(state: ConsoleState, { alone, answers: answered }: Press): boolean {
  return alone && answered !== null && answered === questionOf(state);
}

const tooSoon = (name: string): string =>
  `${name} came too soon, or together with other keys, so nothing was done. Press it again.`;

/** What is said of a key that does nothing: why, when that is known, and where the keys are told. */
function meaningless(state: ConsoleState, name: string): string {
  if (topOverlay(state) === undefined) {
    const meant = allBindings(state.rebound, state.ownCommands).filter(({ keys }) => keys.includes(name));
    const absent = resources[state.focus].absent?.((command, usual) => keyNamed(state, command, usual)) ?? {};
    const why = meant.flatMap(({ id }) => absent[id] ?? [])[0];
    const help = keyNamed(state, 'help', '?');
    return why ?? `${name} does nothing here; ${help} shows the keys.`;
  }
  const hints = activeBindings(state).flatMap(({ keys: [key], hint }) =>
    key === undefined || hint === null ? [] : [`${key} ${hint}`],
  );
  return hints.length === 0 ? `${name} does nothing here.` : `${name} does nothing here: ${hints.join(', ')}.`;
}

/** The binding of a key that counts over every dialog too, unless the key types a character there. */
function overDialogs({ rebound, ownCommands }: ConsoleState, { name, types }: Press): Binding | undefined {
  if (types) return undefined;
  return allBindings(rebound, ownCommands).find(({ id, keys }) => id === REDRAW && keys.includes(name));
}

/** The help does not scroll past its last line, so that the way back begins at once. */
function helpHeld(state: ConsoleState): ConsoleState {
  return overlayChanged(state, 'help', (help) => {
    const groups = searchedSheet(keySheet(state), textIn(help.editor));
    // Each group has a blank line and a title; the modal keeps five rows of the screen for itself.
    const lines = groups.reduce((sum, group) => sum + group.lines.length + 2, 0);
    return { ...help, top: Math.max(0, Math.min(help.top, lines - Math.max(1, state.size.rows - 5))) };
  });
}
