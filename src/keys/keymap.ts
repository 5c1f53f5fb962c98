import { edit } from '../lib/editor.ts';
import type { ConsoleState } from '../state/console.ts';
import { apply, type Desk } from '../state/desk.ts';
import { noticed } from '../state/happened.ts';
import { topOverlay } from '../state/overlays.ts';
import { textInFocus, textTyped } from '../state/typing.ts';
import { actionBindings } from './actions.ts';
import type { Binding, Press, Scope } from './binding.ts';
import { formBindings } from './forms.ts';
import { globalBindings, quit } from './global.ts';
import { listBindings } from './list.ts';
import { overlayBindings } from './overlays.ts';
import { findingBindings } from './palette.ts';
import { secretBindings } from './secrets.ts';

const all: readonly Binding[] = [
  ...actionBindings,
  ...listBindings,
  ...globalBindings,
  ...overlayBindings,
  ...formBindings,
  ...findingBindings,
  ...secretBindings,
];

/** Every binding there is; needs no running program. */
export function allBindings(): readonly Binding[] {
  return all;
}

const FORM_SCOPES = { fields: 'form', review: 'review', sending: 'sending', leaving: 'leave-form' } as const;
const SECRET_SCOPES = { shown: 'secret', saving: 'save-secret', leaving: 'leave-secret' } as const;

/** The scopes that have the keys now, the strongest first. */
export function scopesOf(state: ConsoleState): readonly Scope[] {
  const top = topOverlay(state);
  if (top === undefined) return [state.focus, 'list', 'everywhere'];
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
    all.filter((binding) => binding.scope === scope && (binding.when?.(state) ?? true)),
  );
}

/** What became of a key: it did something, or it is for the text field that has the focus, or it means nothing here. */
export type Heard = 'done' | 'typing' | 'nothing';

/** One key press: a binding runs it, or says why not; otherwise it edits the text in focus, or is left to be typed. */
export function press(desk: Desk, { name, types }: Press): Heard {
  const state = desk.store.getState();
  const text = textInFocus(state);
  const binding = activeBindings(state).find(({ keys }) => keys.includes(name));
  if (binding !== undefined) {
    const why = binding.disabled?.(state) ?? null;
    if (why !== null) apply(desk, (now) => noticed(now, why, 'warn'));
    else {
      if (state.notice !== null) apply(desk, (now) => ({ ...now, notice: null }));
      binding.run(desk);
    }
    return 'done';
  }
  if (name === 'Ctrl-c') {
    quit(desk);
    return 'done';
  }
  if (text === null) return 'nothing';
  const edited = edit(text.editor, name);
  if (edited !== null) apply(desk, (now) => textTyped(now, edited));
  return edited === null && types ? 'typing' : 'done';
}
