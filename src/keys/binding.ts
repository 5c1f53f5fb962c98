import type { PaneName } from '../resources/resource.ts';
import type { Question } from '../state/armed.ts';
import type { ConsoleState } from '../state/console.ts';
import { apply, type Desk, type Transition } from '../state/desk.ts';
import type { Rebound } from '../state/key-names.ts';

/** Where a binding counts: in every pane, in the focused list, in one pane, in every pane of a recording, or in one of the things that lie over them. */
export type Scope =
  | 'everywhere'
  | 'list'
  | 'replay'
  | PaneName
  | 'filter'
  | 'detail'
  | 'form'
  | 'review'
  | 'sending'
  | 'leave-form'
  | 'confirm'
  | 'tap'
  | 'palette'
  | 'help'
  | 'columns'
  | 'run'
  | 'runs'
  | 'output'
  | 'exposure'
  | 'copy'
  | 'secret'
  | 'save-secret'
  | 'leave-secret'
  | 'switch'
  | 'sign-in'
  | 'history'
  | 'requests'
  | 'quit';

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
  readonly scope: Scope;
  readonly when?: (state: ConsoleState) => boolean;
  readonly disabled?: (state: ConsoleState) => string | null;
  /** Whether it agrees to what is asked: then only a key counts that came by itself when the question could be answered. */
  readonly agrees?: true;
  readonly run: (desk: Desk, press: Press) => void;
};

/** What a binding runs that only changes the state. */
export function transition(change: Transition): (desk: Desk) => void {
  return (desk) => apply(desk, change);
}

/** A binding with the keys that the operator has given its command. */
export function reboundAs(binding: Binding, rebound: Rebound): Binding {
  const keys = rebound.get(binding.id);
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
