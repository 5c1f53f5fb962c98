import type { Context } from '../../resources/context.ts';
import { type SearchedColumns, textIn } from '../../resources/filter/match.ts';
import type { Column } from '../../resources/resource.ts';
import type { ChosenColumns } from '../state.ts';
import { usualColumns } from './place-columns.ts';

/** The columns that a pane shows: words of a filter search these. */
export const searchedWords = <Row>(
  columns: readonly Column<Row>[],
  chosen: ChosenColumns,
  several: boolean,
): readonly Column<Row>[] =>
  chosen === null
    ? usualColumns(columns, several)
    : columns.filter(({ id }) => chosen.some((chosenColumn) => chosenColumn.id === id));

/** The searched columns for a single search. */
export function searchColumns<Row extends { readonly fid: string }>(
  columns: readonly Column<Row>[],
  chosen: ChosenColumns,
  several: boolean,
  context: Context,
): SearchedColumns<Row> {
  const words = searchedWords(columns, chosen, several);
  const texts = new Map<Row, string>();
  return {
    all: columns,
    words,
    text: (row) => {
      const known = texts.get(row) ?? textIn(row, words, context);
      texts.set(row, known);
      return known;
    },
  };
}
