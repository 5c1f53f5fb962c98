import { memoizeLast } from '../../lib/memoize.ts';
import type { Panes } from '../../resources/panes.ts';
import type { PaneName } from '../../resources/rows.ts';
import { allColumns, type ColumnHead } from '../lists/place-columns.ts';
import type { ConsoleState, Features } from '../state.ts';

/** `letter` is from the header, in lower case, or a digit. */
export type SortChoice = { readonly letter: string; readonly column: string; readonly header: string };

const DIGITS = '123456789';

/** Unique in a pane, and the same for a header in every pane; a digit replaces taken letters. */
export function sortChoices({ panes, paneNames }: Features, pane: PaneName): readonly SortChoice[] {
  const letters = lettersIn(panes, paneNames);
  return sortable(panes, pane).map(({ id, header }) => ({ letter: letters.get(header) ?? '', column: id, header }));
}

/** In UTF-16 units; -1 for a digit outside the header. */
export function letterAt({ letter, header }: SortChoice): number {
  return header.toLowerCase().indexOf(letter);
}

export function sortingPane({ dialogs }: Pick<ConsoleState, 'dialogs'>): PaneName | null {
  const top = dialogs.at(-1);
  return top?.kind === 'sort' ? top.pane : null;
}

const sortable = (panes: Panes, pane: PaneName): readonly ColumnHead[] =>
  allColumns(panes, pane).filter(({ sorts }) => sorts);

/** First letters come first, and headers of many panes before those of few. */
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
