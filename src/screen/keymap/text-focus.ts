import { inThousands } from '../../lib/money.ts';
import { hasLostBytes, NO_TEXT } from '../../lib/text.ts';
import { edit, insert, limited, type TextBuffer } from '../../lib/text-buffer.ts';
import { showNotice } from '../../store/activity.ts';
import type { DialogKind, DialogState } from '../../store/dialog-state.ts';
import { dialogClosed, topDialog, topReplaced } from '../../store/dialogs/dialog-stack.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
import type { TextInFocus } from '../dialogs/dialog.ts';
import { dialogOf, screenOf } from '../dialogs/screen.ts';
import type { Press } from '../keys/binding.ts';
import { activeBindings, allBindings, scopesOf } from './active-bindings.ts';

/** The text edited by printable keys; null without a field in focus. */
export function textInFocus(state: ConsoleState): TextInFocus | null {
  const own = topDialog(state);
  return own === undefined ? null : (dialogOf(state, own).textField?.text(own) ?? null);
}

/** Too long a text is cut, with a notice: a large paste would be searched at each key. */
export function textTyped(state: ConsoleState, editor: TextBuffer): ConsoleState {
  const own = topDialog(state);
  const focus = textInFocus(state);
  if (own === undefined || focus === null) return state;
  const fitting = limited(editor, focus.most);
  const next = typedInto(state, own, fitting);
  return fitting === editor ? next : showNotice(next, tooLong(focus.most), 'warn');
}

const tooLong = (most: number): string => `At most ${inThousands(most)} characters fit here. The rest was left out.`;

function typedInto<Kind extends DialogKind>(
  state: ConsoleState,
  own: DialogState<Kind>,
  editor: TextBuffer,
): ConsoleState {
  const { textField } = dialogOf(state, own);
  if (textField === undefined) return state;
  const typed = textField.typed(own, editor, state);
  const changed = topReplaced(state, typed);
  return textField.follow?.(changed, typed) ?? changed;
}

/** Null when a text may be pasted. A searched name may have U+FFFD in it. */
export function pasteRefusal(focus: TextInFocus | null, text: string): string | null {
  if (focus === null) return 'no text field has the focus';
  return focus.lines === 'several' && hasLostBytes(text) ? NO_TEXT : null;
}

export function unboundKeyPressed(state: ConsoleState, { name, types }: Press): ConsoleState {
  const text = textInFocus(state);
  if (text !== null) {
    const edited = types ? insert(text.editor, name === 'Space' ? ' ' : name, text.lines) : edit(text.editor, name);
    return edited === null ? state : textTyped(state, edited);
  }
  const own = topDialog(state);
  const isMenu = own !== undefined && dialogOf(state, own).foot?.closesWithOtherKeys === true;
  return isMenu
    ? showNotice(dialogClosed(state), `${name} is not in the menu; nothing was done.`, 'warn')
    : showNotice(state, unboundNotice(state, name), 'warn');
}

/** Why the key does nothing, and how to find the keys. */
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
    key === undefined || hint == null ? [] : [`${key} ${hint}`],
  );
  return hints.length === 0 ? `${name} does nothing here.` : `${name} does nothing here. Keys: ${hints.join(', ')}.`;
}

/** The new way for a key of the last release. */
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
