import { type PaneBinding, type Scope, transition } from '../keys/binding.ts';
import { memoizeLast } from '../lib/memoize.ts';
import type { PaneName } from '../resources/rows.ts';
import { allColumns } from '../state/lists/place-columns.ts';
import { sortedBy } from '../state/panes/cursor.ts';
import type { ConsoleState } from '../state/state.ts';

const LIVE: readonly Scope[] = ['list', 'everywhere', 'tap'];
const IN_REPLAY: readonly Scope[] = [...LIVE, 'replay'];

/**
 * Returns a binding for each column that a pane can be sorted by. Its key is Shift and a letter of the header, the first one if
 * that is free, which no other binding has there. A column that gets none is sorted by in the palette.
 */
export function sortBindings(
  { replay }: Pick<ConsoleState, 'replay'>,
  pane: PaneName,
  others: readonly PaneBinding[],
): readonly PaneBinding[] {
  return bindingsOf(pane, others, replay === null ? LIVE : IN_REPLAY);
}

const bindingsOf = memoizeLast(
  (pane: PaneName, others: readonly PaneBinding[], scopes: readonly Scope[]): readonly PaneBinding[] => {
    const around = others.filter(({ scope }) => scope === pane || scopes.includes(scope));
    const sorted = allColumns(pane).filter(({ sorts }) => sorts);
    // Columns that are not always there take no letter from one that is.
    const columns = [...sorted].sort((a, b) => Number(a.fromMachines) - Number(b.fromMachines));
    const letters = lettersOf(
      columns.map(({ header }) => header.toUpperCase()),
      new Set([...around.flatMap(({ keys }): readonly string[] => keys)]),
    );
    return columns.map(({ id, header }, n): PaneBinding => {
      const letter = letters.get(n);
      return {
        id: `sort-by-${id}`,
        keys: letter === undefined ? [] : [letter],
        label: `Sort by ${header}; again reverses it`,
        hint: null,
        scope: pane,
        run: transition((state) => sortedBy(state, pane, id)),
      };
    });
  },
);

/** Returns a letter for each header by its index: first those that get their first letter, then any other free one. */
function lettersOf(headers: readonly string[], taken: ReadonlySet<string>): ReadonlyMap<number, string> {
  const letters = new Map<number, string>();
  for (const most of [1, Number.POSITIVE_INFINITY])
    for (const [n, header] of headers.entries()) {
      if (letters.has(n)) continue;
      const used = new Set([...taken, ...letters.values()]);
      const letter = [...header].slice(0, most).find((each) => /[A-Z]/.test(each) && !used.has(each));
      if (letter !== undefined) letters.set(n, letter);
    }
  return letters;
}
