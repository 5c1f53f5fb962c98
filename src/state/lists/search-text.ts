import type { Context } from '../../resources/context.ts';
import { type SearchedColumns, textIn } from '../../resources/filter/match.ts';
import type { Column } from '../../resources/resource.ts';
import { type ChosenColumns, usualColumns } from './place-columns.ts';
import { type Dependency, trackDependencies } from './watched.ts';

/** What a row says, what that was made of, and when it was last found to hold. */
type SearchText<Row> = {
  readonly row: Row;
  readonly text: string;
  readonly dependencies: readonly Dependency[];
  heldAt: number;
};

/** As many texts of rows that may be gone are kept beside those that were asked for lately. */
const SPARE = 1000;

/** What the rows of a pane say, for filters that look for words: remembered from letter to letter and from poll to poll. */
export type SearchTexts<Row> = {
  readonly columns: SearchedColumns<Row>;
  /** From now on this is what texts are made of. `dependencies` is the same as long as nothing of it can be another. */
  readonly setContext: (context: Context, dependencies: readonly unknown[]) => void;
};

/** Words are looked for in the columns that a pane shows; a filter may name any other. */
export function searchTexts<Row extends { readonly fid: string }>(
  columns: readonly Column<Row>[],
  chosen: ChosenColumns,
  several: boolean,
  first: Context,
): SearchTexts<Row> {
  const words =
    chosen === null
      ? usualColumns(columns, several)
      : columns.filter(({ id }) => chosen.some((chosenColumn) => chosenColumn.id === id));
  const known = new Map<string, SearchText<Row>>();
  let kept = 0;
  let dependencies: Dependency[] = [];
  const watching = (context: Context): Context =>
    trackDependencies(context, (dependency) => dependencies.push(dependency));
  let present = first;
  let watchedNow = watching(first);
  let madeOf: readonly unknown[] = [];
  let turn = 0;
  const textOf = (row: Row): string => {
    const before = known.get(row.fid);
    if (before?.row === row) {
      if (before.heldAt === turn) return before.text;
      if (before.dependencies.every(({ still }) => still(present))) {
        before.heldAt = turn;
        return before.text;
      }
    }
    dependencies = [];
    const text = textIn(row, words, watchedNow);
    known.set(row.fid, { row, text, dependencies, heldAt: turn });
    return text;
  };
  return {
    columns: { all: columns, words, text: textOf },
    setContext: (context, dependencies) => {
      if (present === context) return;
      if (dependencies.length !== madeOf.length || dependencies.some((part, at) => part !== madeOf[at])) {
        if (known.size > 2 * kept + SPARE) {
          for (const [fid, { heldAt }] of known) if (heldAt !== turn) known.delete(fid);
          kept = known.size;
        }
        turn += 1;
      }
      madeOf = dependencies;
      present = context;
      watchedNow = watching(context);
    },
  };
}

/** The same for a search that is made once. */
export function searchColumns<Row extends { readonly fid: string }>(
  columns: readonly Column<Row>[],
  chosen: ChosenColumns,
  several: boolean,
  context: Context,
): SearchedColumns<Row> {
  return searchTexts(columns, chosen, several, context).columns;
}
