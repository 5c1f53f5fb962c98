import type { ListedRow, WholeList } from '../../api/result.ts';
import { type RowQuery, rowSelector, type SelectableRow } from '../../resources/service-query.ts';
import { isMissed, type List, requestedAt } from '../../store/list.ts';
import { type PollStart, readUntil } from '../../store/row-memory.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { PartedList } from '../../store/targets.ts';
import type { Filter } from './filter-support.ts';
import { type Part, parametersOf, selectsByReference } from './plan.ts';

/**
 * Looked for in the next part, without its status, or in the complete list. `gone`: removed, to be confirmed by the
 * complete list.
 */
type MissedRow = { readonly start: PollStart; readonly query: RowQuery; stage: 'part' | 'lookup' | 'list' | 'gone' };

/**
 * Rows missed by a part of their list. One with a changed status is looked for without it, then in the complete list.
 * An instance is gone when its bid's part misses it twice and its bid was read since: only then it is known whether it
 * was lost.
 */
export function createMissingRows(name: PartedList) {
  const missed = new Map<string, MissedRow>();
  let isTrusted = false;

  const isGone = (state: ConsoleState, fid: string, { start }: MissedRow): boolean => {
    const row = state.lists[name].rows.get(fid)?.row;
    if (row === undefined || state.lists[name].fetchedAt === null) return false;
    const bid = 'bid' in row && typeof row.bid === 'string' ? state.lists.bids.rows.get(row.bid) : undefined;
    return bid === undefined || (requestedAt(state.lists.bids, bid.row.fid) ?? 0) >= start.at;
  };

  const nextStage = (state: ConsoleState, fid: string, query: RowQuery): MissedRow['stage'] | undefined => {
    const before = missed.get(fid);
    // Answers without it may be behind: each of them counts.
    if (before?.stage === 'gone') return 'gone';
    if (before?.stage === 'list') return undefined;
    if (!selectsByReference(query)) return query.status == null ? 'list' : before === undefined ? 'lookup' : undefined;
    if (before === undefined) return 'part';
    return isGone(state, fid, before) ? (isTrusted ? 'gone' : 'list') : undefined;
  };

  return {
    /** Parts to look in for rows no longer in another part, and whether the complete list is needed. */
    lookups: (
      plan: (fids: ReadonlySet<string>) => readonly Part[],
    ): { readonly parts: readonly Part[]; readonly needsList: boolean } => {
      const rows = [...missed].filter(([, { stage }]) => stage === 'lookup');
      if (rows.length === 0) return { parts: [], needsList: false };
      const parts = plan(new Set(rows.map(([fid]) => fid)));
      const wanted = new Set(parts.flatMap((part) => part.wanted ?? []));
      for (const [fid, row] of rows) row.stage = wanted.has(fid) ? 'part' : 'list';
      return { parts, needsList: rows.some(([, { stage }]) => stage === 'list') };
    },

    awaitsList: (fid: string): boolean => missed.get(fid)?.stage === 'list',

    /** Rows not found before their part's last page: their status may have changed. */
    notReached: (fids: readonly string[], { query }: Part, start: PollStart): void => {
      for (const fid of fids) if (!missed.has(fid)) missed.set(fid, { start, query, stage: 'lookup' });
    },

    /** Returns the gone rows, and whether it takes the complete list to know. */
    partRead: (
      state: ConsoleState,
      { query }: Part,
      found: PartAnswer<unknown>,
      start: PollStart,
    ): { readonly gone: readonly string[]; readonly needsList: boolean } => {
      for (const fid of found.rows.keys()) missed.delete(fid);
      const gone: string[] = [];
      let needsList = false;
      for (const fid of found.missing) {
        const stage = nextStage(state, fid, query);
        if (stage === undefined) continue;
        missed.set(fid, { start: missed.get(fid)?.start ?? start, query, stage });
        if (stage === 'gone') gone.push(fid);
        if (stage === 'list') needsList = true;
      }
      return { gone, needsList };
    },

    /** Calls `contradicted` for each query that should have brought a listed row. */
    listArrived: (state: ConsoleState, sequence: number, contradicted: (filter: Filter) => void): void => {
      for (const [fid, { start, query, stage }] of missed) {
        if (start.sequence >= sequence) continue;
        missed.delete(fid);
        if (stage !== 'list' && stage !== 'gone') continue;
        const row = state.lists[name].rows.get(fid)?.row;
        if (row === undefined || isMissed(state.lists[name], fid)) isTrusted = true;
        else if (parametersOf(query).length > 0 && rowSelector(query)(row)) contradicted(parametersOf(query));
      }
    },
  };
}

type PartAnswer<Row> = {
  readonly rows: ReadonlyMap<string, ListedRow<Row>>;
  readonly missing: readonly string[];
  readonly ofBids: readonly string[];
  /** Rows came that the query does not select. */
  readonly strays: boolean;
};

type InPart = SelectableRow & { readonly fid: string; readonly project: string | null };

/** Compares an answer with the list. Rows from after `sequence` are not missing; an incomplete answer misses none. */
export function readPart<Row extends InPart>(
  list: Pick<List<Row>, 'rows' | 'newer' | 'until' | 'partial'>,
  { query, project, from }: Pick<Part, 'query' | 'project' | 'from'>,
  answer: WholeList<Row>,
  sequence: number,
  isSingleProject: boolean,
): PartAnswer<Row> {
  const selects = rowSelector(query);
  const isComplete =
    answer.cut !== true &&
    from === null &&
    answer.warnings.every((warning) => warning === 'rows-repeated') &&
    answer.unreadable.every(({ fid }) => fid !== null);
  const unreadable = new Set(answer.unreadable.map(({ fid }) => fid));
  const missing: string[] = [];
  if (isComplete)
    for (const [fid, { row }] of list.rows)
      if (
        !answer.rows.has(fid) &&
        !unreadable.has(fid) &&
        (isSingleProject || row.project === project) &&
        readUntil(list, fid) < sequence &&
        selects(row)
      )
        missing.push(fid);
  const { bid_fid_in: bids, ...others } = query;
  const isOfBids = isComplete && unreadable.size === 0 && Object.keys(others).length === 0;
  return {
    rows: answer.rows,
    missing,
    ofBids: isOfBids ? (bids ?? []) : [],
    strays: [...answer.rows.values()].some(({ row }) => !selects(row)),
  };
}
