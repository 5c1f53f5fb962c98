import type { ListedRow } from '../../api/result.ts';
import { changedKeys, keysBetween } from '../../lib/maps.ts';
import { meets, type SearchedColumns, textIn } from '../../resources/filter/match.ts';
import { EVERYTHING, parseFilter } from '../../resources/filter/parse.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import type { List } from '../list.ts';
import { type ConsoleState, drawnLists, type View } from '../state.ts';
import { isLongEnded } from './ended-rows.ts';
import { type FoldedRows, foldedRows } from './fold-rows.ts';
import { compareKeys, createGroups, type Group } from './group-rows.ts';
import { searchedWords } from './place-columns.ts';
import { createRowReads, type RowReads } from './row-reads.ts';
import { type CompareRows, splice, TableRow } from './table-row.ts';

export type VisibleRows<Row> = {
  readonly rows: readonly ListedRow<Row>[];
  /** The index of a row, or -1. `expected` is searched first, then its neighbourhood. */
  readonly indexOf: (fid: string, expected?: number) => number;
  readonly groups: readonly Group[];
  /** The row under the cursor when it no longer matches the filter: it keeps its place, drawn as gone. */
  readonly ghost: string | null;
  /** `kept`: a long-ended row, shown because the cursor is on it. */
  readonly ended: { readonly hidden: number; readonly kept: string | null };
  readonly folded: FoldedRows<Row> | null;
};

type Query = Pick<View, 'sort' | 'filter' | 'columns' | 'group' | 'cursor' | 'opened' | 'showsEnded'>;

type AnyRow = { readonly fid: string };

/** `left` is called before a row goes or is computed again, `came` when one is there. */
export type ShownRows<Row extends AnyRow> = {
  readonly came: (row: TableRow<Row>) => void;
  readonly left: (row: TableRow<Row>) => void;
};

export type Table<Row extends AnyRow> = {
  readonly goTo: (state: ConsoleState) => VisibleRows<Row>;
  /** Computes texts for words of a filter from an index on. Returns the next index; null at the end. */
  readonly warmTexts: (from: number) => number | null;
  readonly reads: RowReads;
  /** Whether more rows have left than are there: a new table takes less memory. */
  readonly needsRenewal: () => boolean;
  /** Calls `came` for the rows there first. Returns how to stop. */
  readonly follow: (shown: ShownRows<Row>) => () => void;
  readonly forgetWidths: () => void;
};

/** Rows in one step of a few milliseconds. */
const WARM_UP_ROWS = 500;

/** So many rows may leave before a table is replaced. */
const MOST_GONE = 1000;

/** Keeps each row's derived values, and renews them only for rows touched by a change. */
export function createTable<Name extends PaneName>(first: ConsoleState, name: Name): Table<Rows[Name]> {
  type Row = Rows[Name];
  type Shown = TableRow<Row>;
  const resource: Resource<Name> = first.features.panes[name];
  const { columns, rowsOfGroup, groupNote } = resource;
  const reads = createRowReads(first);
  const followers = new Set<ShownRows<Row>>();
  const rows = new Map<string, Shown>();
  let order: Shown[] = [];
  const groups = createGroups<Row>(columns, groupNote, reads);
  const ending = new Set<string>();
  let longEnded = 0;
  /** Rows gone since the table was made: their reads are still noted. */
  let gone = 0;
  let last: { readonly list: List<Row>; readonly query: Query } | null = null;
  let visible: VisibleRows<Row> | null = null;
  let words = searchedWords(columns, null, first.connected.allProjects);
  let filter = EVERYTHING;
  let compare: CompareRows<Row> = () => 0;

  const searched: SearchedColumns<Row> = {
    all: columns,
    get words() {
      return words;
    },
    text: (row) => {
      const own = rows.get(row.fid);
      // Before a row is in the table there is no place for its text.
      const kept = own?.row === row ? own : incoming?.row === row ? incoming : null;
      if (kept === null) return reads.note(row.fid, (context) => textIn(row, words, context), 'untimed');
      kept.text ??= reads.note(row.fid, (context) => textIn(row, words, context), 'untimed');
      return kept.text;
    },
  };
  let incoming: Shown | null = null;

  const listedIn = ({ rows, removing }: List<Row>, fid: string): ListedRow<Row> | undefined =>
    rows.get(fid) ?? removing.get(fid)?.listed;

  const fitsNow = (row: Row): boolean =>
    filter === EVERYTHING || reads.note(row.fid, (context) => meets(row, filter, searched, context));
  const titleNow = (row: Row, { group }: Query): string => {
    const titleOf = columns.find(({ id }) => id === group)?.groupBy;
    return titleOf === undefined ? '' : reads.note(row.fid, (context) => titleOf(row, context));
  };

  /** Returns another object if the row's place in the order may change. */
  const computed = (
    state: ConsoleState,
    list: List<Row>,
    query: Query,
    listed: ListedRow<Row>,
    rank: number | null,
    isFresh = false,
  ): Shown => {
    const { row } = listed;
    const { fid } = row;
    const before = rows.get(fid);
    reads.begin(fid);
    const by = columns.find(({ id }) => id === query.sort.column)?.sortBy;
    const key = by === undefined ? (rank ?? before?.key ?? null) : reads.note(fid, (context) => by(row, context));
    const isSame = before !== undefined && before.listed === listed && before.key === key;
    const next = isSame ? before : new TableRow(listed, key);
    incoming = next;
    const isKept = isFresh && before?.listed === listed;
    next.text = isKept ? before.text : null;
    next.widths = isKept ? before.widths : null;
    next.fits = fitsNow(row);
    incoming = null;
    next.title = titleNow(row, query);
    next.isLongEnded = isLongEnded(row, resource, list.endedAt, state.now);
    if (!next.isLongEnded && resource.hasEnded?.(row) === true) ending.add(fid);
    else ending.delete(fid);
    return next;
  };

  const isShown = (row: Shown, { cursor }: Query, hides: boolean): boolean =>
    row.row.fid === cursor || (row.fits && !(hides && row.isLongEnded));

  const hide = (row: Shown): void => {
    if (row.shownIn === null) return;
    for (const { left } of followers) left(row);
    groups.remove(row);
  };
  const show = (row: Shown): void => {
    groups.add(row, row.title);
    for (const { came } of followers) came(row);
  };

  /** Computes all rows again; fresh ones keep their texts and widths. */
  const rebuild = (
    state: ConsoleState,
    list: List<Row>,
    query: Query,
    hides: boolean,
    isFresh: (fid: string) => boolean,
  ): void => {
    for (const row of rows.values()) hide(row);
    const remaining = new Map(list.rows);
    for (const [fid, { listed }] of list.removing) if (!remaining.has(fid)) remaining.set(fid, listed);
    // Sorting an almost sorted list takes a tenth of the time.
    const inOrder = order.flatMap(({ row }) => {
      const listed = remaining.get(row.fid);
      return listed === undefined ? [] : [listed];
    });
    const known = new Set(inOrder.map(({ row }) => row.fid));
    const ranks = new Map(Array.from(remaining.keys(), (fid, at) => [fid, at] as const));
    const others = [...remaining.values()].filter(({ row }) => !known.has(row.fid));
    const all = [...inOrder, ...others].map((listed) =>
      computed(state, list, query, listed, ranks.get(listed.row.fid) ?? 0, isFresh(listed.row.fid)),
    );
    rows.clear();
    for (const row of all) rows.set(row.row.fid, row);
    order = all.sort(compare);
    longEnded = order.filter((row) => row.isLongEnded).length;
    groups.clear();
    for (const row of order) if (isShown(row, query, hides)) show(row);
  };

  /** Returns whether other rows are shown, or in other places. */
  const change = (
    state: ConsoleState,
    list: List<Row>,
    query: Query,
    hides: boolean,
    touched: ReadonlySet<string>,
  ): boolean => {
    const removed = new Set<Shown>();
    const added = new Set<Shown>();
    let differs = false;
    for (const fid of touched) {
      const before = rows.get(fid);
      const listed = listedIn(list, fid);
      if (before === undefined && listed === undefined) continue;
      const was = before && { title: before.title, fits: before.fits, shownIn: before.shownIn };
      if (before?.isLongEnded === true) longEnded -= 1;
      if (before !== undefined && before.shownIn !== null) for (const { left } of followers) left(before);
      const after = listed === undefined ? null : computed(state, list, query, listed, null);
      if (after?.isLongEnded === true) longEnded += 1;
      const shows = after !== null && isShown(after, query, hides);
      if (after !== null && after === before && was?.title === after.title && shows === (was.shownIn !== null)) {
        groups.recount(after);
        if (shows) for (const { came } of followers) came(after);
        differs ||= was.fits !== after.fits;
        continue;
      }
      differs = true;
      if (before !== undefined) groups.remove(before);
      if (before !== undefined && after !== before) removed.add(before);
      if (after === null) {
        rows.delete(fid);
        ending.delete(fid);
        gone += 1;
        continue;
      }
      if (after !== before) {
        rows.set(fid, after);
        added.add(after);
      }
      if (shows) show(after);
    }
    splice(order, removed, added, compare);
    return differs;
  };

  const touchedIn = (before: List<Row>, list: List<Row>): readonly string[] => [
    ...keysBetween(before.rows, list.rows, list.delta),
    ...changedKeys(before.removing, list.removing),
  ];

  /** Not a row that stands for others of its group. */
  const ghostNow = (cursor: string | null, folded: FoldedRows<Row> | null): string | null => {
    const under = cursor === null ? undefined : rows.get(cursor);
    return under?.shownIn != null && !under.fits && folded?.foldOf(under.row.fid) == null ? cursor : null;
  };

  const assemble = (query: Query, hides: boolean): VisibleRows<Row> => {
    const { cursor, group, opened } = query;
    const matches = filter === EVERYTHING ? null : (row: Row) => rows.get(row.fid)?.fits === true;
    const folded =
      rowsOfGroup === undefined ? null : foldedRows<Row>(order, { rowsOf: rowsOfGroup, opened, matches, kept: cursor });
    if (folded !== null) {
      for (const row of rows.values()) hide(row);
      groups.clear();
      let title = '';
      for (const { row } of folded.rows) {
        const own = rows.get(row.fid);
        if (own === undefined) continue;
        // The rows of an open group stay below it.
        if (folded.foldOf(row.fid) !== 'inside') title = own.title;
        groups.add(own, title, folded.foldOf(row.fid) === 'inside');
        for (const { came } of followers) came(own);
      }
    }
    const under = cursor === null ? undefined : rows.get(cursor);
    const isKept = hides && under?.isLongEnded === true;
    const { rows: shown, groups: titled } = groups.all(group, folded === null ? compare : null);
    return {
      rows: shown,
      indexOf: indexIn(shown),
      groups: titled,
      ghost: ghostNow(cursor, folded),
      ended: { hidden: hides ? longEnded - (isKept ? 1 : 0) : 0, kept: isKept ? cursor : null },
      folded,
    };
  };

  return {
    reads,
    needsRenewal: () => gone > rows.size + MOST_GONE,
    follow: (shown) => {
      followers.add(shown);
      for (const row of rows.values()) if (row.shownIn !== null) shown.came(row);
      return () => void followers.delete(shown);
    },
    forgetWidths: () => {
      for (const row of rows.values()) row.widths = null;
    },
    warmTexts: (from) => {
      for (const { row } of order.slice(from, from + WARM_UP_ROWS)) searched.text(row);
      return from + WARM_UP_ROWS < order.length ? from + WARM_UP_ROWS : null;
    },
    goTo: (state) => {
      const list: List<Row> = drawnLists(state)[name];
      const { filter: text, sort, columns: chosen, group, cursor, opened, showsEnded } = state.views[name];
      const query: Query = { filter: text, sort, columns: chosen, group, cursor, opened, showsEnded };
      const hides = text === '' && !showsEnded && resource.hasEnded !== undefined;
      const before = last;
      const readDiffers = reads.goTo(state);
      last = { list, query };
      const isSameWay =
        before !== null &&
        before.query.sort === sort &&
        before.query.columns === chosen &&
        before.query.filter === text &&
        before.query.group === group &&
        before.query.showsEnded === showsEnded;
      const own = before === null ? null : touchedIn(before.list, list);
      const isUnsorted = columns.find(({ id }) => id === sort.column)?.sortBy === undefined;
      if (!isSameWay) {
        if (before?.query.columns !== chosen) words = searchedWords(columns, chosen, state.connected.allProjects);
        const read = parseFilter(text, columns);
        filter = !read.ok || (read.value.kind === 'all' && read.value.of.length === 0) ? EVERYTHING : read.value;
        compare = (one, other) =>
          compareKeys(one.key, other.key, !isUnsorted && sort.descending) || (one.row.fid < other.row.fid ? -1 : 1);
      }
      if (!isSameWay || own === null || readDiffers === null || (isUnsorted && own.length > 0)) {
        const isSameText = before?.query.columns === chosen && before.query.group === group;
        const stale = isSameText ? readDiffers : null;
        if (stale === null) reads.forget();
        rebuild(state, list, query, hides, (fid) => stale?.has(fid) === false);
        visible = assemble(query, hides);
        return visible;
      }
      const touched = new Set([...own, ...readDiffers]);
      for (const fid of ending) {
        const row = rows.get(fid);
        if (row !== undefined && isLongEnded(row.row, resource, list.endedAt, state.now)) touched.add(fid);
      }
      // The cursor keeps a row on screen that would be hidden.
      if (before !== null && before.query.cursor !== cursor)
        for (const fid of [before.query.cursor, cursor]) {
          const row = fid === null ? undefined : rows.get(fid);
          if (row !== undefined && (!row.fits || (hides && row.isLongEnded))) touched.add(row.row.fid);
        }
      const differs = change(state, list, query, hides, touched);
      const isFolded =
        rowsOfGroup !== undefined && (differs || before?.query.opened !== opened || before.query.cursor !== cursor);
      const isKept = hides && before?.query.cursor !== cursor;
      if (visible !== null && !differs && !isFolded && !isKept && ghostNow(cursor, visible.folded) === visible.ghost)
        return visible;
      visible = assemble(query, hides);
      return visible;
    },
  };
}

const MAX_DISTANCE = 200;

function indexIn(rows: readonly ListedRow<AnyRow>[]): VisibleRows<AnyRow>['indexOf'] {
  let index: ReadonlyMap<string, number> | null = null;
  return (fid, expected) => {
    const near = expected === undefined ? -1 : indexNear(rows, fid, expected);
    if (near >= 0) return near;
    index ??= new Map(rows.map(({ row }, at) => [row.fid, at]));
    return index.get(fid) ?? -1;
  };
}

function indexNear(rows: readonly ListedRow<AnyRow>[], fid: string, expected: number): number {
  for (let away = 0; away <= MAX_DISTANCE; away++) {
    if (rows[expected + away]?.row.fid === fid) return expected + away;
    if (rows[expected - away]?.row.fid === fid) return expected - away;
  }
  return -1;
}
