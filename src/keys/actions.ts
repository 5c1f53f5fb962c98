import type { PaneName, Resource } from '../resources/resource.ts';
import { paneNames, resources } from '../resources/resources.ts';
import { act, refusal } from '../state/acting.ts';
import type { Binding } from './binding.ts';

/** The actions of a resource as bindings of its pane: the one adapter between the two. */
function bindingsOf<Name extends PaneName>(name: Name): readonly Binding[] {
  const resource: Resource<Name> = resources[name];
  return resource.actions.map((action) => ({
    id: action.id,
    keys: [action.key],
    label: action.label,
    hint: action.hint,
    scope: name,
    disabled: (state) => refusal(state, name, action),
    run: (desk) => act(desk, name, action),
  }));
}

export const actionBindings: readonly Binding[] = paneNames.flatMap((name) => bindingsOf(name));
