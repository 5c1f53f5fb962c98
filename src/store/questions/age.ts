import type { ServiceList } from '../../contract/lists.ts';
import { oldestShown } from '../age.ts';
import type { Effect } from '../question.ts';
import type { ConsoleState } from '../state.ts';

/** Refreshes of a list that is not on screen that may be missed before what a question says of its rows is dated. */
const MISSED_REFRESHES = 3;

/** What a question was computed from: the lists, and the rows that its writes change. */
type Basis = Pick<Effect, 'reads' | 'writes'>;

/**
 * How old the oldest of the rows is that a question is about, in milliseconds, and the instances that its bids count; of a list
 * without such a row, the last that arrived of it. Null while all are current: a failed list never is.
 */
export function ageOf(state: ConsoleState, basis: Basis): number | null {
  const ages = basis.reads.flatMap((name) => {
    const at = readAt(state, name, basis);
    const age = at === null ? 0 : state.now - at;
    const isOld = state.lists[name].failure !== null || age > MISSED_REFRESHES * state.pace.hiddenMs;
    return at !== null && isOld ? [age] : [];
  });
  return ages.length === 0 ? null : Math.max(...ages);
}

function readAt(state: ConsoleState, name: ServiceList, { writes }: Basis): number | null {
  const { fetchedAt, observed } = state.lists[name];
  if (fetchedAt === null) return null;
  const fids = writes.flatMap(({ list, fid }) => (list === name && fid !== null ? [fid] : []));
  return oldestShown(state, name, fids, state.lists) ?? Math.max(fetchedAt, observed.requestedAt);
}
