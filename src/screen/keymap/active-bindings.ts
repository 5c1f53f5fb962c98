import { memoizeLast } from '../../lib/memoize.ts';
import type { DialogKind, DialogState } from '../../store/dialog-state.ts';
import { topDialog } from '../../store/dialogs/dialog-stack.ts';
import type { ConsoleState, Features, KeyOverrides } from '../../store/state.ts';
import { dialogOf, screenOf } from '../dialogs/screen.ts';
import { type Binding, type PaneBinding, type Press, type Scope, withKeyOverride } from '../keys/binding.ts';
import { openTap } from './open-question.ts';

/** It works over dialogs too: another program's output can cover them. */
export const REDRAW = 'redraw';

const withKeys = memoizeLast((bindings: readonly PaneBinding[], keyOverrides: KeyOverrides): readonly PaneBinding[] =>
  bindings.map((binding) => withKeyOverride(binding, keyOverrides)),
);

/** The bindings of the panes with key overrides, without those of a state. */
export function builtInBindings(features: Features, keyOverrides: KeyOverrides): readonly PaneBinding[] {
  const { bindings } = screenOf({ features });
  return keyOverrides.size === 0 ? bindings : withKeys(bindings, keyOverrides);
}

export function allBindings(state: ConsoleState): readonly PaneBinding[] {
  const known = builtInBindings(state.features, state.keyOverrides);
  const own = screenOf(state).parts.flatMap(({ bindingsOf }) => bindingsOf?.(state) ?? []);
  return own.length === 0 ? known : [...known, ...own];
}

/** The scopes that take keys now, the first one first. */
export const scopesOf = ({ tapQuestion, shownInstead, focus }: ConsoleState): readonly Scope[] => [
  ...(tapQuestion === null ? [] : ['tap' as const]),
  ...(shownInstead === null ? [] : [shownInstead]),
  focus,
  'list',
  'everywhere',
];

/** The present bindings, for input and hints. */
export function activeBindings(state: ConsoleState): readonly Binding[] {
  const own = topDialog(state);
  const bindings = own === undefined ? paneBindings(state) : dialogBindings(state, own);
  return bindings.filter(({ when }) => when?.(state) ?? true);
}

function paneBindings(state: ConsoleState): readonly PaneBinding[] {
  const all = allBindings(state);
  return scopesOf(state).flatMap((scope) => all.filter((binding) => binding.scope === scope));
}

/** On a page also the bindings of its row and of every pane, but for the page's own keys. */
function dialogBindings<Kind extends DialogKind>(state: ConsoleState, own: DialogState<Kind>): readonly Binding[] {
  const dialog = dialogOf(state, own);
  const step = dialog.steps?.find(({ when }) => when(own));
  const { bindings } = step ?? dialog;
  if (dialog.page === undefined || step !== undefined) return bindings;
  const all = allBindings(state);
  const row = dialog.page(own);
  const onPage = [...(dialog.bindingsNow?.(state, own) ?? []), ...bindings];
  const others = all.filter(
    ({ scope, ofPanes }) => ofPanes !== true && (scope === row?.pane || scope === 'everywhere'),
  );
  const tap = openTap(state) === null ? [] : all.filter(({ scope }) => scope === 'tap');
  return [...tap, ...onPage, ...others.flatMap((binding) => withoutKeys(binding, onPage))];
}

/** A binding without the keys of others; nothing when no key is left. */
function withoutKeys(binding: Binding, others: readonly Binding[]): readonly Binding[] {
  const taken = others.flatMap(({ keys }) => keys);
  const keys = binding.keys.filter((key) => !taken.includes(key));
  return keys.length === 0 ? [] : [{ ...binding, keys }];
}

/** The key of a first tap confirms it; a key that types nothing may redraw over dialogs. */
export function bindingFor(state: ConsoleState, { name, types }: Pick<Press, 'name' | 'types'>): Binding | undefined {
  const active = activeBindings(state);
  const again = state.tapQuestion?.key === name ? active.find(({ id }) => id === 'tap-again') : undefined;
  return (
    again ??
    active.find(({ keys }) => keys.includes(name)) ??
    active.find(({ alsoKeys }) => alsoKeys?.includes(name) === true) ??
    (types ? undefined : allBindings(state).find(({ id, keys }) => id === REDRAW && keys.includes(name)))
  );
}
