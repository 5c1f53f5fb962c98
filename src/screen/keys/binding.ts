import type { Formerly } from '../../resources/resource.ts';
import type { PaneName } from '../../resources/rows.ts';
import { type Controller, type Transition, update } from '../../store/controller.ts';
import type { ShownInstead } from '../../store/read-only.ts';
import type { ConsoleState, KeyOverrides } from '../../store/state.ts';

/** Panes and situations of a binding; `tap`: during a first tap. */
export type Scope = 'everywhere' | 'list' | ShownInstead | 'tap' | PaneName;

/** A command with its keys. `when` hides it; `disabled` says why it can't run now. */
export type Binding = {
  readonly id: string;
  readonly keys: readonly string[];
  /** Keys known from other programs; help and docs leave them out. */
  readonly alsoKeys?: readonly string[];
  /** For help, when there are too many keys to name. */
  readonly keysInWords?: string;
  readonly label: string;
  /** Word in the hint line; without one it is not there. */
  readonly hint?: string | null;
  /** Comes last in the hint line, the lowest number first. */
  readonly hintLast?: number;
  /** Found first in palette and help. */
  readonly names?: readonly string[];
  /** Other words typed there. */
  readonly searchWords?: readonly string[];
  readonly when?: (state: ConsoleState) => boolean;
  readonly disabled?: (state: ConsoleState) => string | null;
  /** It answers a question: only a key alone in its read counts, once the question could be read. */
  readonly confirms?: true;
  readonly run: (controller: Controller, press: Press) => void;
  /** Absent in a dialog. */
  readonly scope?: Scope;
};

export type PaneBinding = Binding & {
  readonly scope: Scope;
  /** It changes how panes are shown, so a page ignores it. */
  readonly ofPanes?: true;
  /** `stays`: the menu stays open, for repeated presses. */
  readonly menu?: { readonly letter: string; readonly words: string; readonly stays?: true };
  readonly formerly?: Formerly;
};

export const scopesInstead = (bindings: readonly PaneBinding[]): readonly ShownInstead[] => [
  ...new Set(bindings.flatMap(({ scope }) => (typeof scope === 'object' ? [scope] : []))),
];

/** Bindings of one scope. */
export const inScope = (scope: Scope, bindings: readonly Omit<PaneBinding, 'scope'>[]): readonly PaneBinding[] =>
  bindings.map((binding) => ({ ...binding, scope }));

/** For a binding that only changes the state. */
export function transition(change: Transition): (controller: Controller) => void {
  return (controller) => update(controller, change);
}

/** Also by an id of the last release. */
export function withKeyOverride(binding: PaneBinding, keyOverrides: KeyOverrides): PaneBinding {
  const { id, formerly } = binding;
  const found = [id, ...(formerly?.ids ?? [])].flatMap((each) => keyOverrides.get(each) ?? []);
  return found.length === 0 ? binding : { ...binding, keys: [...new Set(found)] };
}

/** How a key or a click arrived. */
export type Arrival = {
  /** The only one in its read; others may be pasted. */
  readonly alone: boolean;
  /** The question answerable then; null without one. */
  readonly answers: object | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Time since the same key came last, in milliseconds; null after another key. */
  readonly repeatedAfter: number | null;
};

/** `name`: `j`, `Enter`, `Ctrl-u`. */
export type Press = Arrival & {
  readonly name: string;
  readonly types: boolean;
};

export type SearchTarget = {
  readonly label: string;
  /** Found first. */
  readonly names?: readonly string[];
  /** Other words typed for it. */
  readonly searchWords?: readonly string[];
  /** A pane, or the kind of a row. */
  readonly where?: string;
  /** Found by its beginning alone. */
  readonly fid?: string;
};

/** An action, a pane or row to go to, or words for the operator to complete. */
export type Entry = SearchTarget & { readonly note: string } & (
    | { readonly run: (controller: Controller, press: Press) => void }
    | { readonly types: string }
  );

/** A palette command with a name: `view save gpu-eu`. */
export type PaletteCommand = {
  readonly words: string;
  readonly does: string;
  readonly searchWords: readonly string[];
  readonly run: (name: string) => (controller: Controller, press: Press) => void;
};
