import type { ServiceList } from '../../contract/lists.ts';
import { oldestShown } from '../age.ts';
import type { Effect } from '../question.ts';
import type { ConsoleState } from '../state.ts';

/** A hidden list may miss so many refreshes before a question dates its rows. */
const MISSED_REFRESHES = 3;

type Basis = Pick<Effect, 'reads' | 'writes'>;

/** Age of the oldest row in a question, in milliseconds; without a row, of its list. Null while all are current. */
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
