import { readFields, type TrackedFields, type TrackedList } from '../changes/diff-rows.ts';
import { isPerProject } from '../contract/endpoint.ts';
import type { ServiceList } from '../contract/lists.ts';
import { type AsyncJournal, journalRecords } from '../journal/async-journal.ts';
import { keyOf, type Scope } from '../journal/scope.ts';
import type { Snapshot } from '../journal/snapshots.ts';
import { once } from '../lib/memoize.ts';
import { serviceResources } from '../resources/index.ts';
import type { Rows } from '../resources/rows.ts';
import { type List, type Observation, requestedAt as rowRequestedAt } from './list.ts';
import { arrivalOf, WHOLE } from './lists/observe.ts';
import { type ConsoleState, projectIn, rowsOfProject } from './state.ts';

type ServiceLists = { readonly [Each in ServiceList]: List<Rows[Each]> };
type ScopedSnapshot = readonly [Scope, Snapshot];

type Arrived<Row> = Pick<Observation<Row>, 'sequence' | 'previousSequence' | 'changes' | 'requestedAt' | 'covered'>;

type Given = 'all' | 'changed';

/** By project. `absent`: rows missed by the journal. */
function snapshotsOf<Name extends ServiceList>(
  scopes: readonly Scope[],
  name: Name,
  list: List<Rows[Name]>,
  now: number,
  given: Given,
  arrived: Arrived<Rows[Name]>,
  absent: (scope: Scope) => readonly string[] = () => [],
): readonly ScopedSnapshot[] {
  const { sequence, previousSequence, changes, requestedAt, covered } = arrived;
  const tracked: TrackedList<Rows[Name]> = serviceResources[name];
  const perProject = isPerProject(tracked.endpoint);
  const several = perProject && scopes.length > 1;
  return (perProject ? scopes : scopes.slice(0, 1)).map((scope) => {
    const own = several ? changes.filter(({ row }) => projectIn(row.row) === scope.project) : changes;
    const changed = new Set(own.map(({ change }) => change.fid));
    const isOwn = (fid: string): boolean =>
      !several || projectIn(list.rows.get(fid)?.row ?? {}) === scope.project || changed.has(fid);
    const ownCovered = covered === null ? null : [...covered].filter(isOwn);
    const looked = given === 'all' ? null : [...changed, ...absent(scope)];
    const all = ownCovered ?? (several ? rowsOfProject(list.rows, scope.project) : list.rows).keys();
    const rows = new Map<string, TrackedFields>();
    const readAgain = new Map<string, number>();
    for (const fid of looked ?? all) {
      const listed = list.rows.get(fid);
      if (listed !== undefined) rows.set(fid, readFields(tracked, listed.row, now));
      const at = rowRequestedAt(list, fid) ?? requestedAt;
      if (at !== requestedAt) readAgain.set(fid, at);
    }
    const observed = { sequence, previousSequence, changes: own.map(({ change, seen }) => ({ change, seen })) };
    const arrival = covered === null ? arrivalOf(list) : WHOLE;
    return [scope, { ...arrival, requestedAt, covered: ownCovered, rows, looked, readAgain, observed }];
  });
}

export function arrivedSnapshots<Name extends ServiceList>(
  scopes: readonly Scope[],
  name: Name,
  lists: ServiceLists,
  now: number,
): readonly ScopedSnapshot[] {
  const list = lists[name];
  return list.fetchedAt === null ? [] : snapshotsOf(scopes, name, list, now, 'all', list.observed);
}

type Parts = {
  readonly journal: Pick<AsyncJournal, 'act'>;
  readonly state: () => ConsoleState;
  readonly scopes: () => readonly Scope[];
};

/** Records the changes of the lists, and all rows where the journal needs them. */
export function createListRecords({ journal, state, scopes }: Parts) {
  /** Missed by the journal in the last snapshot. */
  const missed = new Map<string, readonly string[]>();

  /** `complete` makes the same snapshot with all rows. */
  const take = async (
    name: ServiceList,
    [scope, snapshot]: ScopedSnapshot,
    complete: () => ScopedSnapshot | undefined,
  ) => {
    const taken = await journal.act(journalRecords, 'record', scope, name, snapshot);
    if (taken === 'incomplete') {
      const whole = complete();
      if (whole !== undefined) await take(name, whole, () => undefined);
    } else if (taken !== null) missed.set(keyIn(name, scope), taken.absent);
  };

  const recordArrived = async <Name extends ServiceList>(name: Name): Promise<void> => {
    const { lists, now }: { lists: ServiceLists; now: number } = state();
    const list = lists[name];
    if (list.fetchedAt === null) return;
    const to = scopes();
    const absent = (scope: Scope): readonly string[] => missed.get(keyIn(name, scope)) ?? [];
    const changed = snapshotsOf(to, name, list, now, 'changed', list.observed, absent);
    const all = once(() => snapshotsOf(to, name, list, now, 'all', list.observed));
    await Promise.all(changed.map((own, n) => take(name, own, () => all()[n])));
  };

  return {
    arrived: (name: ServiceList): Promise<void> => recordArrived(name),

    /** Records all rows, for the journal to compare with its own. */
    whole: async <Name extends ServiceList>(name: Name): Promise<void> => {
      const { lists, now }: { lists: ServiceLists; now: number } = state();
      const list = lists[name];
      const { fetchedAt } = list;
      if (fetchedAt === null) return;
      const { sequence } = list.observed;
      const arrived = { sequence, previousSequence: null, changes: [], requestedAt: fetchedAt, covered: null };
      const snapshots = snapshotsOf(scopes(), name, list, now, 'all', arrived);
      await Promise.all(snapshots.map((own) => take(name, own, () => undefined)));
    },
  };
}

const keyIn = (name: ServiceList, scope: Scope): string => `${name}\n${keyOf(scope)}`;
