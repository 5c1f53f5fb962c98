import { memoizeLast } from '../../lib/memoize.ts';
import type { Panes } from '../../resources/panes.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { Features } from '../features.ts';
import { allColumns, type ColumnHead } from '../lists/place-columns.ts';
import type { ConsoleState } from '../state.ts';

/** A column that a pane can be sorted by, with the key that chooses it: a letter of its header in lower case, or a digit. */
export type SortChoice = { readonly letter: string; readonly column: string; readonly header: string };

const DIGITS = '123456789';

/**
 * The columns that a pane can be sorted by. Their letters are different, and a header has the same one in every pane; a digit
 * stands for a header of which all letters are taken.
 */
export function sortChoices({ panes, paneNames }: Features, pane: PaneName): readonly SortChoice[] {
  const letters = lettersIn(panes, paneNames);
  return sortable(panes, pane).map(({ id, header }) => ({ letter: letters.get(header) ?? '', column: id, header }));
}

/** Where the letter of a column is in its header, in UTF-16 units; -1 when it has a digit that is not in it. */
export function letterAt({ letter, header }: SortChoice): number {
  return header.toLowerCase().indexOf(letter);
}

/** The pane whose sort column is being chosen; null while none is. */
export function sortingPane({ dialogs }: Pick<ConsoleState, 'dialogs'>): PaneName | null {
  const top = dialogs.at(-1);
  return top?.kind === 'sort' ? top.pane : null;
}

const sortable = (panes: Panes, pane: PaneName): readonly ColumnHead[] =>
  allColumns(panes, pane).filter(({ sorts }) => sorts);

/** The letter of each header. First letters come before others, and the headers of many panes before those of few. */
const lettersIn = memoizeLast((panes: Panes, names: readonly PaneName[]) =>
  lettersOf(names.map((name) => sortable(panes, name))),
);

function lettersOf(panes: readonly (readonly ColumnHead[])[]): ReadonlyMap<string, string> {
  const shownIn = ({ header }: ColumnHead): number =>
    panes.filter((columns) => columns.some((other) => other.header === header && !other.optional)).length;
  const byUse = panes.flat().toSorted((a, b) => shownIn(b) - shownIn(a));
  const letters = new Map<string, string>();
  const isFree = (header: string, letter: string): boolean =>
    panes
      .filter((columns) => columns.some((column) => column.header === header))
      .every((columns) => columns.every((column) => letters.get(column.header) !== letter));
  const candidates = [(header: string) => header.slice(0, 1), (header: string) => header, () => DIGITS];
  for (const of of candidates)
    for (const { header } of byUse) {
      const letter = [...of(header).toLowerCase()].find((each) => /[a-z0-9#]/.test(each) && isFree(header, each));
      if (letter !== undefined && !letters.has(header)) letters.set(header, letter);
    }
  return letters;
}
