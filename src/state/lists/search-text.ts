import { type SearchedColumns, saidIn } from '../../resources/filter/match.ts';
import type { Column, Context } from '../../resources/resource.ts';
import { type ChosenColumns, usualColumns } from './place-columns.ts';
import { type Look, watched } from './watched.ts';

/** What a row says, what that was made of, and when it was last found to hold. */
type Said<Row> = { readonly row: Row; readonly text: string; readonly looks: readonly Look[]; heldAt: number };

/** As many texts of rows that may be gone are kept beside those that were asked for lately. */
const SPARE = 1000;

/** What the rows of a pane say, for filters that look for words: remembered from letter to letter and from poll to poll. */
export type Texts<Row> = {
  readonly columns: SearchedColumns<Row>;
  /** From now on this is what texts are made of. `because` is the same as long as nothing of it can be another. */
  readonly lookAt: (context: Context, because: readonly unknown[]) => void;
};

/** Words are looked for in the columns that a pane shows; a filter may name any other. */
export function textsOf<Row extends { readonly fid: string }>(
  columns: readonly Column<Row>[],
  chosen: ChosenColumns,
  several: boolean,
  first: Context,
): Texts<Row> {
  const words =
    chosen === null ? usualColumns(columns, several) : columns.filter(({ id }) => chosen.some((one) => one.id === id));
  const known = new Map<string, Said<Row>>();
  let kept = 0;
  let looks: Look[] = [];
  const watching = (context: Context): Context => watched(context, (look) => looks.push(look));
  let present = first;
  let watchedNow = watching(first);
  let madeOf: readonly unknown[] = [];
  let turn = 0;
  const said = (row: Row): string => {
    const before = known.get(row.fid);
    if (before?.row === row) {
      if (before.heldAt === turn) return before.text;
      if (before.looks.every(({ still }) => still(present))) {
        before.heldAt = turn;
        return before.text;
      }
    }
    looks = [];
    const text = saidIn(row, words, watchedNow);
    known.set(row.fid, { row, text, looks, heldAt: turn });
    return text;
  };
  return {
    columns: { all: columns, words, said },
    lookAt: (context, because) => {
      if (present === context) return;
      if (because.length !== madeOf.length || because.some((part, at) => part !== madeOf[at])) {
        if (known.size > 2 * kept + SPARE) {
          for (const [fid, { heldAt }] of known) if (heldAt !== turn) known.delete(fid);
          kept = known.size;
        }
        turn += 1;
      }
      madeOf = because;
      present = context;
      watchedNow = watching(context);
    },
  };
}

/** The same for a search that is made once. */
export function searchedIn<Row extends { readonly fid: string }>(
  columns: readonly Column<Row>[],
  chosen: ChosenColumns,
  several: boolean,
  context: Context,
): SearchedColumns<Row> {
  return textsOf(columns, chosen, several, context).columns;
}
