import type { ServiceList } from '../../contract/lists.ts';
import { changedKeys, keysBetween } from '../../lib/maps.ts';
import type { Context, OwnValue, Revision } from '../../resources/context.ts';
import { instancesByBid } from '../../resources/parts/joins.ts';
import { contextOf } from '../row-context.ts';
import { type ConsoleState, drawnLists } from '../state.ts';
import { type IsStill, isStillOf, READS } from './track-reads.ts';

type Values = ReadonlyMap<string, unknown>;

type Source = {
  readonly valuesIn: (state: ConsoleState, context: Context) => Values;
  /** The keys that differ; by default those with other values. */
  readonly keysBetween?: (before: Values, after: Values, from: ConsoleState, to: ConsoleState) => Iterable<string>;
  last: Values;
  /** Whether rows read the value under their own fid. */
  readsOwn: boolean;
  readonly readers: Map<string, Set<string>>;
  readonly ofAll: Set<string>;
};

type Ageing = { value: unknown; readonly readers: Set<string> };

export type RowReads = {
  /** Notes a function's reads for a row. `untimed` texts change with time alone. */
  readonly note: <Result>(fid: string, work: (context: Context) => Result, untimed?: 'untimed') => Result;
  readonly begin: (fid: string) => void;
  /** Returns the rows with different reads now; null for all rows. */
  readonly goTo: (state: ConsoleState) => ReadonlySet<string> | null;
  readonly forget: () => void;
};

/** Rows reading the time are looked at again after this, in milliseconds. */
const TIMED_AGAIN_MS = 5000;

const mapped = (fids: Iterable<string>): Values => new Map(Array.from(fids, (fid) => [fid, fid]));

const listSource = (name: ServiceList): Pick<Source, 'valuesIn' | 'keysBetween'> => ({
  valuesIn: (state) => drawnLists(state)[name].rows,
  keysBetween: (before, after, _, to) => keysBetween<unknown>(before, after, drawnLists(to)[name].delta),
});

const revisionSource = (revision: Revision): Pick<Source, 'valuesIn'> => ({
  valuesIn: (_, present) => present.own(revision),
});

export function createRowReads(first: ConsoleState): RowReads {
  let state = first;
  let context = contextOf(first);
  let timedAt = first.now;
  let current = '';
  let isTimed = true;
  const sources = new Map<unknown, Source>();
  const timed = new Set<string>();
  const ageing = new Map<OwnValue<[], unknown>, Ageing>();
  /** Common to all rows, by name; and unsteady values, by row. */
  const common = new Map<string, IsStill>();
  const unsteady = new Map<string, IsStill[]>();

  const sourceOf = (id: unknown, made: () => Pick<Source, 'valuesIn' | 'keysBetween'>): Source => {
    const known = sources.get(id);
    if (known !== undefined) return known;
    const source = made();
    const next = {
      ...source,
      last: source.valuesIn(state, context),
      readsOwn: false,
      readers: new Map(),
      ofAll: new Set<string>(),
    };
    sources.set(id, next);
    return next;
  };
  const read = (source: Source, key: string | null): void => {
    if (key === null) source.ofAll.add(current);
    else if (key === current) source.readsOwn = true;
    else {
      const known = source.readers.get(key);
      if (known === undefined) source.readers.set(key, new Set([current]));
      else known.add(current);
    }
  };
  const list = (name: ServiceList): Source => sourceOf(name, () => listSource(name));
  const byBid = (): Source =>
    sourceOf('by bid', () => ({ valuesIn: (of) => instancesByBid(drawnLists(of).instances) }));
  // A pending write reads its age and the lists, too.
  const pending = (): Source =>
    sourceOf('pending', () => ({
      valuesIn: (of) => mapped(of.pending.flatMap(({ write }) => write.fid ?? [])),
      keysBetween: (before, after) => [...before.keys(), ...after.keys()],
    }));
  const preempting = (): Source =>
    sourceOf('preempting', () => ({
      valuesIn: ({ preempting }) => preempting,
      keysBetween: (before, after, from, to) =>
        from.now === to.now ? changedKeys(before, after) : [...before.keys(), ...after.keys()],
    }));
  const raised = (): Source => sourceOf('raised', () => ({ valuesIn: ({ raised }) => raised }));
  const readCommon = <Value>(name: string, again: (context: Context) => Value): Value => {
    const value = again(context);
    common.set(name, isStillOf(again, value));
    return value;
  };
  const readUnsteady = (isStill: IsStill): void => {
    const known = unsteady.get(current);
    if (known === undefined) unsteady.set(current, [isStill]);
    else known.push(isStill);
  };

  // What is kept is made outside of it, or it would keep all lists of then.
  const noting = (of: Context): Context => ({
    ...of,
    get now() {
      if (isTimed) timed.add(current);
      return of.now;
    },
    get localSshKeys() {
      return readCommon('ssh keys', READS.localSshKeys);
    },
    rowsOf: (name) => {
      read(list(name), null);
      return of.rowsOf(name);
    },
    rowOf: (name, fid) => {
      read(list(name), fid);
      return of.rowOf(name, fid);
    },
    instancesOf: (bid) => {
      read(byBid(), bid);
      return of.instancesOf(bid);
    },
    isRead: (name) => readCommon(`is ${name} read`, READS.isRead(name)),
    unreadableIn: (name) => readCommon(`unreadable in ${name}`, READS.unreadableIn(name)),
    hasMore: (name) => readCommon(`more of ${name}`, READS.hasMore(name)),
    pending: (fid) => {
      read(pending(), fid);
      return of.pending(fid);
    },
    preemption: (fid) => {
      read(preempting(), fid);
      return of.preemption(fid);
    },
    raisedFrom: (fid) => {
      read(raised(), fid);
      return of.raisedFrom(fid);
    },
    own: (value, ...input) => {
      const { revision, ageing: age } = value;
      if (revision === undefined) {
        const found = of.own(value, ...input);
        readUnsteady(isStillOf(READS.own(value, input), found));
        return found;
      }
      const [key] = input;
      read(
        sourceOf(revision, () => revisionSource(revision)),
        typeof key === 'string' ? key : null,
      );
      if (age !== undefined) {
        const known = ageing.get(age);
        if (known === undefined) ageing.set(age, { value: of.own(age), readers: new Set([current]) });
        else known.readers.add(current);
      }
      return of.own(value, ...input);
    },
  });
  let tracked = noting(context);

  return {
    forget: () => {
      for (const noted of [sources, timed, ageing, common, unsteady]) noted.clear();
    },
    begin: (fid) => void unsteady.delete(fid),
    note: (fid, work, untimed) => {
      const before = { current, isTimed };
      current = fid;
      isTimed = untimed === undefined;
      const result = work(tracked);
      ({ current, isTimed } = before);
      return result;
    },
    goTo: (next) => {
      if (next === state) return new Set();
      const before = state;
      state = next;
      context = contextOf(next);
      tracked = noting(context);
      const rows = new Set<string>();
      for (const source of sources.values()) {
        const values = source.valuesIn(state, context);
        const { last } = source;
        if (values === last && source.keysBetween === undefined) continue;
        source.last = values;
        const keys = source.keysBetween?.(last, values, before, state) ?? changedKeys(last, values);
        let differs = false;
        for (const key of keys) {
          differs = true;
          if (source.readsOwn) rows.add(key);
          for (const fid of source.readers.get(key) ?? []) rows.add(fid);
        }
        if (differs) for (const fid of source.ofAll) rows.add(fid);
      }
      for (const [value, age] of ageing) {
        const now = context.own(value);
        if (now === age.value) continue;
        age.value = now;
        for (const fid of age.readers) rows.add(fid);
      }
      if (Math.abs(state.now - timedAt) >= TIMED_AGAIN_MS) {
        timedAt = state.now;
        for (const fid of timed) rows.add(fid);
        timed.clear();
      }
      for (const [fid, checks] of unsteady) {
        if (checks.every((isStill) => isStill(context))) continue;
        unsteady.delete(fid);
        rows.add(fid);
      }
      if ([...common.values()].every((isStill) => isStill(context))) return rows;
      common.clear();
      return null;
    },
  };
}
