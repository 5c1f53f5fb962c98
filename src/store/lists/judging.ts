import type { Elsewhere } from '../../changes/newer.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { serviceResources } from '../../resources/index.ts';
import { instancesByBid } from '../../resources/parts/joins.ts';
import { isStatus } from '../../resources/parts/status.ts';
import type { Resource, ServiceResource } from '../../resources/resource.ts';
import type { Rows } from '../../resources/rows.ts';
import { isMissed, type List } from '../list.ts';
import { liveContextOf } from '../row-context.ts';
import type { Judging } from '../row-memory.ts';
import { type ConsoleState, withList } from '../state.ts';

/** The state's knowledge beyond a list to judge its answers: our own changes, and other lists. */
export function judgingOf<Name extends ServiceList>(state: ConsoleState, name: Name): Judging<Rows[Name]> {
  const { hasEnded = never }: Pick<ServiceResource<Name>, 'hasEnded'> = serviceResources[name];
  return {
    members: membersOf(name),
    hasStates: name === 'bids' || name === 'instances',
    hasEnded,
    madeAt: (row) => (name === 'bids' ? row.created_at : null),
    askedAt: (fid, row) => askedAt(state, name, fid, row),
    elsewhere: (fid, row) => elsewhere(state, name, fid, row),
  };
}

const never = (): boolean => false;

const known = new Map<ServiceList, readonly string[]>();

function membersOf(name: ServiceList): readonly string[] {
  const members = known.get(name) ?? Object.keys(serviceResources[name].endpoint.answer.of.shape);
  known.set(name, members);
  return members;
}

/** When this console sent the change behind the answer's state; null without one. */
function askedAt<Name extends ServiceList>(
  state: ConsoleState,
  name: Name,
  fid: string,
  row: Rows[Name] | null,
): number | null {
  const { verdictOn }: Pick<Resource<Name>, 'verdictOn'> = state.features.panes[name];
  const sent = state.pending.findLast(({ write }) => {
    if (write.list !== name || write.fid !== fid) return false;
    if (row === null) return write.notFoundIsSuccess;
    return verdictOn?.(write, liveContextOf(stateWith(state, name, fid, row)))?.succeeded === true;
  });
  return sent?.at ?? null;
}

function stateWith<Name extends ServiceList>(
  state: ConsoleState,
  name: Name,
  fid: string,
  row: Rows[Name],
): ConsoleState {
  const list: List<Rows[Name]> = state.lists[name];
  return withList<Name>(state, name, { ...list, rows: new Map(list.rows).set(fid, { row, raw: '' }) });
}

const RESTS = ['open', 'paused', 'terminated'];

/** A bid names its instances; running instances, unless missed, name their bid. */
function elsewhere(
  { lists: { bids, instances } }: ConsoleState,
  name: ServiceList,
  fid: string,
  row: object | null,
): Elsewhere {
  if (name === 'bids') {
    const own = instancesByBid(instances).get(fid)?.all ?? [];
    const isRunning = own.some((one) => isStatus(one.status, 'running') && !isMissed(instances, one.fid));
    return isRunning ? 'named' : 'not-said';
  }
  const of: unknown = name === 'instances' && row !== null ? Reflect.get(row, 'bid') : null;
  const bid = typeof of === 'string' ? bids.rows.get(of)?.row : undefined;
  if (bid === undefined) return 'not-said';
  if (bids.doubts.has(bid.fid)) return 'undecided';
  const rests = RESTS.some((status) => isStatus(bid.status, status));
  if (bid.instances.some((one) => one === fid)) return rests && !isStatus(bid.status, 'open') ? 'not-said' : 'named';
  return rests || bid.instances.length > 0 ? 'denied' : 'not-said';
}
