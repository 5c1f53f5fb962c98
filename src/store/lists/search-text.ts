import type { Context, Revision } from '../../resources/context.ts';
import { type SearchedColumns, textIn } from '../../resources/filter/match.ts';
import type { Column } from '../../resources/resource.ts';
import type { ChosenColumns } from '../state.ts';
import { usualColumns } from './place-columns.ts';
import { areStill, type OwnReads, trackReads } from './track-reads.ts';

/** Whether what a text has read is the same in another context. */
type IsStill = (context: Context) => boolean;

/** The search text of a row, its dependencies, and the turn in which it was last checked. */
type SearchText<Row> = {
  readonly row: Row;
  readonly text: string;
  readonly dependencies: readonly IsStill[];
  checkedAt: number;
};

/** Most unused texts that are kept; they may be of rows that are gone. */
const SPARE = 1000;

/** The search texts of a pane's rows, for filters by words, cached across letters and polls. */
export type SearchTexts<Row> = {
  readonly columns: SearchedColumns<Row>;
  /** Sets the context of texts from now on. With equal `dependencies` all cached texts are still valid. */
  readonly setContext: (context: Context, dependencies: readonly unknown[]) => void;
  /** What the texts have read of features, as it is in this context. */
  readonly reads: OwnReads;
};

/** Caches the search texts of a pane. Words are searched in the columns that it shows; a filter may name any other. */
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
  let dependencies: IsStill[] = [];
  let present = first;
  const reads = new Map<Revision, unknown>();
  const depend = (isStill: IsStill): void => void dependencies.push(isStill);
  const tracked = (context: Context): Context =>
    trackReads(context, {
      list: (_, isStill) => depend(isStill),
      own: ({ revision }, isStill) => {
        depend(isStill);
        if (revision !== undefined) reads.set(revision, present.own(revision));
      },
      other: depend,
    });
  let trackedContext = tracked(first);
  let validFor: readonly unknown[] = [];
  let turn = 0;
  const textOf = (row: Row): string => {
    const before = known.get(row.fid);
    if (before?.row === row) {
      if (before.checkedAt === turn) return before.text;
      if (before.dependencies.every((isStill) => isStill(present))) {
        before.checkedAt = turn;
        return before.text;
      }
    }
    dependencies = [];
    const text = textIn(row, words, trackedContext);
    known.set(row.fid, { row, text, dependencies, checkedAt: turn });
    return text;
  };
  return {
    columns: { all: columns, words, text: textOf },
    reads,
    setContext: (context, dependencies) => {
      if (present === context) return;
      const isValid =
        dependencies.length === validFor.length && dependencies.every((part, at) => part === validFor[at]);
      if (!isValid || !areStill(reads, context)) {
        if (known.size > 2 * kept + SPARE) {
          for (const [fid, { checkedAt }] of known) if (checkedAt !== turn) known.delete(fid);
          kept = known.size;
        }
        turn += 1;
        for (const revision of reads.keys()) reads.set(revision, context.own(revision));
      }
      validFor = dependencies;
      present = context;
      trackedContext = tracked(context);
    },
  };
}

/** The searched columns for a single search, without a cache. */
export function searchColumns<Row extends { readonly fid: string }>(
  columns: readonly Column<Row>[],
  chosen: ChosenColumns,
  several: boolean,
  context: Context,
): SearchedColumns<Row> {
  return searchTexts(columns, chosen, several, context).columns;
}
