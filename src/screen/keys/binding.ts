import type { Formerly } from '../../resources/resource.ts';
import type { PaneName } from '../../resources/rows.ts';
import { type Controller, type Transition, update } from '../../store/controller.ts';
import type { ShownInstead } from '../../store/read-only.ts';
import type { ConsoleState, KeyOverrides } from '../../store/state.ts';

/**
 * Scope of a binding of the panes: every pane, the focused list, what is shown instead of a service, a first tap that waits for its
 * second, or one pane.
 */
export type Scope = 'everywhere' | 'list' | ShownInstead | 'tap' | PaneName;

/**
 * Command with its keys. Input, hint line, help, palette and the table of keys in the docs are derived from these records.
 * `when` hides it while it makes no sense; `disabled` keeps it and returns why it can't run now.
 */
export type Binding = {
  readonly id: string;
  readonly keys: readonly string[];
  /** Keys by which hands from other programs do the same; help and docs leave them out. */
  readonly alsoKeys?: readonly string[];
  /** What help says of its keys, when they are too many to name each. */
  readonly keysInWords?: string;
  readonly label: string;
  /** Word in the hint line; null for a command that the hint line leaves out. */
  readonly hint: string | null;
  /** The hint line names it after all others, as room allows: the lowest number first. */
  readonly hintLast?: number;
  /** Names that find it before anything else in palette and help, in full or by their beginning. */
  readonly names?: readonly string[];
  /** Other words for it that people type there. */
  readonly searchWords?: readonly string[];
  readonly when?: (state: ConsoleState) => boolean;
  readonly disabled?: (state: ConsoleState) => string | null;
  /** Set when it confirms a question: it then takes only a key that came alone while the question was answerable. */
  readonly confirms?: true;
  readonly run: (controller: Controller, press: Press) => void;
};

/** Binding of the panes. A dialog's bindings have no scope: they are active while the dialog is on top. */
export type PaneBinding = Binding & {
  readonly scope: Scope;
  /** Set when it changes how panes are shown, which a page hides: it does nothing there. */
  readonly ofPanes?: true;
  /** Set when a menu holds it: its letter and words there. `stays`: the menu stays open, for what is pressed several times. */
  readonly menu?: { readonly letter: string; readonly words: string; readonly stays?: true };
  readonly formerly?: Formerly;
};

/** The scopes of some bindings that are active in all panes while a feature shows its own rows instead of a service's. */
export const scopesInstead = (bindings: readonly PaneBinding[]): readonly ShownInstead[] => [
  ...new Set(bindings.flatMap(({ scope }) => (typeof scope === 'object' ? [scope] : []))),
];

/** The `run` of a binding that only changes the state. */
export function transition(change: Transition): (controller: Controller) => void {
  return (controller) => update(controller, change);
}

/** A binding with the operator's key override, if its command has one, also by an id of the last release. */
export function withKeyOverride(binding: PaneBinding, keyOverrides: KeyOverrides): PaneBinding {
  const { id, formerly } = binding;
  const found = [id, ...(formerly?.ids ?? [])].flatMap((each) => keyOverrides.get(each) ?? []);
  return found.length === 0 ? binding : { ...binding, keys: [...new Set(found)] };
}

/** Circumstances in which a key or a click arrived. */
export type Arrival = {
  /** Whether it was the only one in its read; several keys in one read may have been pasted. */
  readonly alone: boolean;
  /** Question that was answerable when it arrived; null without one. */
  readonly answers: object | null;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
  /** Time since the same key was pressed last, in milliseconds; null when another key came in between. A key that is held down repeats. */
  readonly repeatedAfter: number | null;
};

/** Key press with its name (`j`, `Enter`, `Ctrl-u`, `Shift-Tab`). */
export type Press = Arrival & {
  readonly name: string;
  /** Whether it types a character. */
  readonly types: boolean;
};
