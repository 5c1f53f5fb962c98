import { edit, textIn } from '../lib/editor.ts';
import type { ConsoleState } from '../state/console.ts';
import { apply, type Desk } from '../state/desk.ts';
import { noticed } from '../state/happened.ts';
import { overlayChanged, topOverlay } from '../state/overlays.ts';
import { textInFocus, textTyped } from '../state/typing.ts';
import type { Binding, Press, Scope } from './binding.ts';
import { allBindings } from './bindings.ts';
import { quit } from './global.ts';
import { keySheet, searchedSheet } from './sheet.ts';

const FORM_SCOPES = { fields: 'form', review: 'review', sending: 'sending', leaving: 'leave-form' } as const;
const SECRET_SCOPES = { shown: 'secret', saving: 'save-secret', leaving: 'leave-secret' } as const;

/** The scopes that have the keys now, the strongest first. */
export function scopesOf(state: ConsoleState): readonly Scope[] {
  const top = topOverlay(state);
  if (top === undefined)
    return [...(state.replay === null ? [] : ['replay' as const]), state.focus, 'list', 'everywhere'];
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
      if (binding.scope === 'help') apply(desk, helpHeld);
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

/** The help does not scroll past its last line, so that the way back begins at once. */
function helpHeld(state: ConsoleState): ConsoleState {
  return overlayChanged(state, 'help', (help) => {
    const groups = searchedSheet(keySheet(state), textIn(help.editor));
    // Each group has a blank line and a title; the modal keeps five rows of the screen for itself.
    const lines = groups.reduce((sum, group) => sum + group.lines.length + 2, 0);
    return { ...help, top: Math.max(0, Math.min(help.top, lines - Math.max(1, state.size.rows - 5))) };
  });
}
