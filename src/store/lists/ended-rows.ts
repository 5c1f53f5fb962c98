import { HOUR_MS } from '../../lib/duration.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import type { List } from '../list.ts';
import type { ConsoleState } from '../state.ts';
import { withList } from '../state.ts';

/** How long a row is still shown after it has ended, in milliseconds. */
const SHOWN_MS = HOUR_MS;

export type Ending<Row> = {
  readonly hasEnded?: (row: Row) => boolean;
  readonly endedAt?: (row: Row) => number | null;
};

/** So long ago as to be shown only on request. */
export function isLongEnded<Row extends { readonly fid: string }>(
  row: Row,
  { hasEnded, endedAt }: Ending<Row>,
  seen: ReadonlyMap<string, number>,
  now: number,
): boolean {
  if (hasEnded?.(row) !== true) return false;
  return now - Math.max(seen.get(row.fid) ?? 0, endedAt?.(row) ?? 0) >= SHOWN_MS;
}

export function endingsSeen<Name extends PaneName>(state: ConsoleState, name: Name, now: number): ConsoleState {
  const { hasEnded }: Pick<Resource<Name>, 'hasEnded'> = state.features.panes[name];
  const list: List<Rows[Name]> = state.lists[name];
  const { changes, since } = list.observed;
  if (hasEnded === undefined || since === null) return state;
  const ended = changes.filter(({ row, change }) => change.change !== 'gone' && hasEnded(row.row));
  if (ended.length === 0) return state;
  const recent = [...list.endedAt].filter(([fid, at]) => now - at < SHOWN_MS && list.rows.has(fid));
  const endedAt = new Map([...recent, ...ended.map(({ change }) => [change.fid, now] as const)]);
  return withList<Name>(state, name, { ...list, endedAt });
}
