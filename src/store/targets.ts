import type { ServiceList } from '../contract/lists.ts';
import { memoizeLast } from '../lib/memoize.ts';
import type { OfBid } from '../resources/context.ts';
import { serviceResources } from '../resources/index.ts';
import { instancesByBid } from '../resources/parts/joins.ts';
import type { ServiceResource } from '../resources/resource.ts';
import type { Rows } from '../resources/rows.ts';
import { type List, requestedAt } from './list.ts';
import { rowsOnScreen } from './panes/on-screen.ts';
import type { OpenQuestion } from './question.ts';
import { type ConsoleState, drawnLists, type RowsRead } from './state.ts';
import { demandsOf } from './state-part.ts';

const MAX_MARKED = 200;

/** A list of rows selectable by the service, so readable in parts. */
export type PartedList = 'bids' | 'instances';
export const partedLists: readonly PartedList[] = ['bids', 'instances'];

/** Rows to read in parts, and bids to read the instances of. */
export type Targets = { readonly rows: ReadonlySet<string>; readonly bids: ReadonlySet<string> };

export type RowsToRead = (state: ConsoleState, name: PartedList) => readonly string[];

/** Adds the listed instances of bids; keeps its last result. */
export const withInstances = (): ((
  bids: ReadonlySet<string>,
  others: ReadonlySet<string>,
  ofBid: ReadonlyMap<string, OfBid>,
) => RowsRead) =>
  memoizeLast((bids, others, ofBid) => ({
    bids,
    instances: new Set([...others, ...[...bids].flatMap((bid) => (ofBid.get(bid)?.all ?? []).map(({ fid }) => fid))]),
  }));
const withInstancesNamed = withInstances();

/** A program without a screen has these in view; none when it reads its lists evenly. */
export const rowsNamed = ({ named, lists }: Pick<ConsoleState, 'named' | 'lists'>): RowsRead =>
  withInstancesNamed(named.bids, named.instances, instancesByBid(lists.instances));

/** Changeable rows in the pane's window or on a page; without a screen the named ones. */
export const rowsInView: RowsToRead = (state, name) => {
  const inView =
    state.reads === null ? [...fidsOnScreen(state, name), ...fidsInDetail(state, name)] : rowsNamed(state)[name];
  return [...inView].filter((fid) => !hasEnded(state, name, fid));
};

/** Ended rows in view; they hardly ever change again. */
export const endedInView: RowsToRead = (state, name) =>
  fidsOnScreen(state, name).filter((fid) => hasEnded(state, name, fid));

export const allInView: RowsToRead = (state, name) => [...rowsInView(state, name), ...endedInView(state, name)];

export const rowsAwaited: RowsToRead = (state, name) => [
  ...state.pending.flatMap(({ write }) => (write.list === name && write.fid !== null ? [write.fid] : [])),
  ...openQuestions(state).flatMap(({ effect }) => effect.rows),
];

export const rowsDecidedOn: RowsToRead = (state, name) =>
  demandsOf(state).flatMap(({ rows }) => (rows === undefined ? [] : [...rows[name]]));

export const markedRows: RowsToRead = (state, name) => [...state.views[name].marks].slice(0, MAX_MARKED);

export const preemptingRows: RowsToRead = (state) => [...state.preempting.keys()];

/** The rows to read, without those of `before`; for instances the bids too. */
export function targetsOf(
  state: ConsoleState,
  name: PartedList,
  rowsToRead: RowsToRead,
  before: readonly RowsToRead[],
): Targets {
  const of = (list: PartedList): ReadonlySet<string> => {
    const { rows } = state.lists[list];
    const urgent = new Set(before.flatMap((each) => each(state, list)));
    return new Set(rowsToRead(state, list).filter((fid) => rows.has(fid) && !urgent.has(fid)));
  };
  return { rows: of(name), bids: name === 'instances' ? of('bids') : new Set() };
}

const fidsOnScreen: RowsToRead = (state, name) =>
  state.reads === null ? rowsOnScreen(state, name).map(({ row }): string => row.fid) : [];

const fidsInDetail: RowsToRead = ({ dialogs }, name) =>
  dialogs.flatMap((dialog) => (dialog.kind === 'row-page' && dialog.pane === name ? [dialog.fid] : []));

function openQuestions({ tapQuestion, dialogs }: ConsoleState): readonly OpenQuestion[] {
  return [
    ...(tapQuestion === null ? [] : [tapQuestion]),
    ...dialogs.flatMap((dialog) => {
      if (dialog.kind === 'confirm') return [dialog.question];
      return dialog.kind === 'form' && dialog.step.kind === 'review' ? [dialog.step.question] : [];
    }),
  ];
}

/** As far as known, it never changes again. */
export function hasEnded<Name extends ServiceList>(state: ConsoleState, name: Name, fid: string): boolean {
  const resource: ServiceResource<Name> = serviceResources[name];
  const list: List<Rows[Name]> = state.lists[name];
  const row = list.rows.get(fid)?.row;
  return row !== undefined && (resource.hasEnded?.(row) ?? false);
}

/** The oldest request for a changeable row in the window; null for none. */
export function oldestOnScreen<Name extends ServiceList>(state: ConsoleState, name: Name): number | null {
  const list = drawnLists(state)[name];
  const times = rowsOnScreen(state, name).flatMap(({ row }) =>
    hasEnded(state, name, row.fid) ? [] : (requestedAt(list, row.fid) ?? []),
  );
  return times.length === 0 ? null : Math.min(...times);
}
