import type { AllPanes, Panes } from '../../resources/panes.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName } from '../../resources/rows.ts';
import { disabledReason } from '../../store/disabled-reason.ts';
import { runAction, type Tap } from '../../store/run-action.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { PaneBinding, Press } from '../keys/binding.ts';

/** Adapts the actions of a resource to bindings of its pane. */
function bindingsOf<Name extends PaneName>(panes: Panes, name: Name): readonly PaneBinding[] {
  const resource: Resource<Name> = panes[name];
  return resource.actions.map((action) => ({
    id: action.id,
    keys: action.key === '' ? [] : [action.key],
    ...(action.formerly === undefined ? {} : { formerly: action.formerly }),
    label: action.label,
    searchWords: action.searchWords ?? [],
    hint: action.hint,
    scope: name,
    disabled: (state) => disabledReason(state, name, action),
    run: (controller, press) => runAction(controller, name, action, tapOf(controller.store.getState(), action, press)),
  }));
}

/** The key that confirms a first tap: the pressed key, or `y` when the action was chosen in the palette. */
function tapOf(
  { keyOverrides }: ConsoleState,
  { id, key }: { readonly id: string; readonly key: string },
  press: Press,
): Tap {
  const keys = keyOverrides.get(id) ?? [key];
  return { key: keys.includes(press.name) ? press.name : 'y', alone: press.alone };
}

/** The actions of all panes. */
export const actionBindings = ({ panes, paneNames }: AllPanes): readonly PaneBinding[] =>
  paneNames.flatMap((name) => bindingsOf(panes, name));
