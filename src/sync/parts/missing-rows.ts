import { type RowQuery, rowSelector } from '../../resources/service-filter.ts';
import { isMissed, requestedAt } from '../../store/list.ts';
import type { PollStart } from '../../store/read-order.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { PartedList } from '../../store/targets.ts';
import type { Filter } from './filter-support.ts';
import { type Part, parametersOf, selectsByReference } from './plan.ts';
import type { PartAnswer } from './read-part.ts';

/**
 * A row that a part did not bring, and how it is looked for: with the next part, in a part without the status, or in the complete
 * list. `gone`: it was removed, and the next complete list shows whether that was right.
 */
type MissedRow = { readonly start: PollStart; readonly query: RowQuery; stage: 'part' | 'lookup' | 'list' | 'gone' };

/**
 * Creates the record of rows that a part of their list did not bring. A row that left its part by a change of its status is
 * looked for without it, and then in the complete list. An instance is gone when the part of its bid misses it twice and its
 * bid was read since: only then it is known whether it was lost. The first such row is looked for in the complete list too.
 */
export function createMissingRows(name: PartedList) {
  const missed = new Map<string, MissedRow>();
  /** Whether a row that a part missed was missing in the complete list too. */
  let isTrusted = false;

  const isGone = (state: ConsoleState, fid: string, { start }: MissedRow): boolean => {
    const row = state.lists[name].rows.get(fid)?.row;
    if (row === undefined || state.lists[name].fetchedAt === null) return false;
    const bid = 'bid' in row && typeof row.bid === 'string' ? state.lists.bids.rows.get(row.bid) : undefined;
    return bid === undefined || (requestedAt(state.lists.bids, bid.row.fid) ?? 0) >= start.at;
  };

  /** Decides how a missing row is looked for next; undefined when it is as before. */
  const nextStage = (state: ConsoleState, fid: string, query: RowQuery): MissedRow['stage'] | undefined => {
    const before = missed.get(fid);
    // It is still listed because the answers without it may be behind: each of them counts.
    if (before?.stage === 'gone') return 'gone';
    if (before?.stage === 'list') return undefined;
    if (!selectsByReference(query)) return query.status == null ? 'list' : before === undefined ? 'lookup' : undefined;
    if (before === undefined) return 'part';
    return isGone(state, fid, before) ? (isTrusted ? 'gone' : 'list') : undefined;
  };

  return {
    /**
     * The parts in which rows are looked for that left another one, once for each, and whether one of them is in no part that can be
     * requested. `plan` finds parts for some rows.
     */
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

    /** Whether a row is looked for in the complete list. */
    awaitsList: (fid: string): boolean => missed.get(fid)?.stage === 'list',

    /** Notes rows that had not come when their part was read no further: their status may be another one now. */
    notReached: (fids: readonly string[], { query }: Part, start: PollStart): void => {
      for (const fid of fids) if (!missed.has(fid)) missed.set(fid, { start, query, stage: 'lookup' });
    },

    /** Notes which rows a part brought and missed. Returns those that are gone, and whether the complete list is needed to know. */
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

    /**
     * Called with each complete list: it shows where the rows are that were missed before its request. Calls `contradicted` for
     * each query that should have brought a row of the list.
     */
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
