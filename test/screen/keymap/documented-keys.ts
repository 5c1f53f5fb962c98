import { activeBindings } from '../../../src/screen/keymap/active-bindings.ts';
import type { ConsoleState } from '../../../src/store/state.ts';

const EVERYWHERE =
  '1 2 3 4 5 7 Tab Shift-Tab Up Down j k PgUp PgDn Ctrl-u Ctrl-d g G Home End Enter / , Space * V y u : P ? q Ctrl-c Ctrl-r z v ! Esc';

/** The keys of all panes, and these of the focused one, that do nothing there. */
export function missingKeys(state: ConsoleState, own: string): readonly string[] {
  const keys = new Set(activeBindings(state).flatMap(({ keys: own, alsoKeys = [] }) => [...own, ...alsoKeys]));
  return `${EVERYWHERE} ${own}`.split(' ').filter((key) => key !== '' && !keys.has(key));
}
