import { screenOf } from '../../../src/screen/dialogs/screen.ts';
import { activeBindings } from '../../../src/screen/keymap/active-bindings.ts';
import { isAbsent } from '../../../src/screen/keymap/search.ts';
import type { Binding } from '../../../src/screen/keys/binding.ts';
import type { ConsoleState, Features } from '../../../src/store/state.ts';

/** The keys that several bindings have, each with their ids. */
export function keysBoundTwice(bindings: readonly Binding[]): readonly string[] {
  const keys = new Set(bindings.flatMap((binding) => binding.keys));
  return [...keys].flatMap((key) => {
    const ids = bindings.filter((binding) => binding.keys.includes(key)).map(({ id }) => id);
    return ids.length > 1 ? [`${key}: ${ids.join(', ')}`] : [];
  });
}

/** The keys that several bindings of a pane have, whether or not they are hidden now, and the ids that several bindings have. */
export function boundTwice(features: Features): readonly string[] {
  const { bindings } = screenOf({ features });
  const ofPanes = features.paneNames.flatMap((pane) =>
    keysBoundTwice(
      bindings.filter(({ scope, id }) =>
        scope === 'list' ? !isAbsent(features.panes, pane, id) : scope === pane || scope === 'everywhere',
      ),
    ),
  );
  const ids = bindings.map(({ id }) => id);
  return [...new Set([...ofPanes, ...ids.filter((id, at) => ids.indexOf(id) !== at)])];
}

const EVERYWHERE =
  '1 2 3 4 5 7 Tab Shift-Tab Up Down j k PgUp PgDn Ctrl-u Ctrl-d g G Home End Enter / , Space * V y u : P ? q Ctrl-c Ctrl-r z v ! Esc';

/** The keys of all panes, and these of the focused one, that do nothing there. */
export function missingKeys(state: ConsoleState, own: string): readonly string[] {
  const keys = new Set(activeBindings(state).flatMap(({ keys: own, alsoKeys = [] }) => [...own, ...alsoKeys]));
  return `${EVERYWHERE} ${own}`.split(' ').filter((key) => key !== '' && !keys.has(key));
}
