import type { PaneName } from '../resources/rows.ts';
import { type Controller, type Transition, update } from '../state/controller.ts';
import type { Question } from '../state/dialogs/armed-action.ts';
import type { KeyOverrides } from '../state/key-names.ts';
import type { ConsoleState } from '../state/state.ts';

/** Where a binding of the panes counts: in every pane, in the focused list, in a recording, while a first tap waits for its second, or in one pane. */
export type Scope = 'everywhere' | 'list' | 'replay' | 'tap' | PaneName;

/**
 * One thing that keys do: input, hint line, help, palette and the README's table are read off these records.
 * `when` leaves it out while it makes no sense; `disabled` keeps it and says why it can't be done now.
 */
export type Binding = {
  readonly id: string;
  readonly keys: readonly string[];
  readonly label: string;
  /** The word in the hint line; null when it is not worth the room there. */
  readonly hint: string | null;
  readonly when?: (state: ConsoleState) => boolean;
  readonly disabled?: (state: ConsoleState) => string | null;
  /** Whether it agrees to what is asked: then only a key counts that came by itself when the question could be answered. */
  readonly agrees?: true;
  readonly run: (controller: Controller, press: Press) => void;
};

/** A binding of the panes. Those of a dialog have no scope: they count while that dialog is on top. */
export type PaneBinding = Binding & { readonly scope: Scope };

/** What a binding runs that only changes the state. */
export function transition(change: Transition): (controller: Controller) => void {
  return (controller) => update(controller, change);
}

/** A binding with the keys that the operator has given its command. */
export function withKeyOverride<Some extends Binding>(binding: Some, keyOverrides: KeyOverrides): Some {
  const keys = keyOverrides.get(binding.id);
  return keys === undefined ? binding : { ...binding, keys };
}

/** One key press by its name (`j`, `Enter`, `Ctrl-u`, `Shift-Tab`), and whether it types a character. */
export type Press = {
  readonly name: string;
  readonly types: boolean;
  /** Whether it was the only key in its read: of several that come together some may have been pasted. */
  readonly alone: boolean;
  /** The question that could be answered when the key came; null when there was none. */
  readonly answers: Question | null;
};
