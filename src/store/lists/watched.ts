import type { ServiceList } from '../../contract/lists.ts';
import type { Context } from '../../resources/context.ts';

/** What may be read beside the own row: another list, or what is known of the machines. */
export type JoinedList = ServiceList | 'machines';

/** A value that was read from a context. */
export type Dependency = {
  /** The list that was read, or what is known of the machines; null for any other value, which may change at any time. */
  readonly list: JoinedList | null;
  /** Whether another context has the same value. */
  readonly still: (context: Context) => boolean;
};

/** Returns a context that reports every value read from it: results stay valid while these values are the same. */
export function trackDependencies(context: Context, onRead: (dependency: Dependency) => void): Context {
  const track = <Value>(list: JoinedList | null, read: (of: Context) => Value): Value => {
    const value = read(context);
    onRead({ list, still: (other) => read(other) === value });
    return value;
  };
  return {
    ...context,
    get now() {
      return track(null, ({ now }) => now);
    },
    get localSshKeys() {
      return track(null, ({ localSshKeys }) => localSshKeys);
    },
    rowsOf: (name) => track(name, ({ rowsOf }) => rowsOf(name)),
    rowOf: (name, fid) => track(name, ({ rowOf }) => rowOf(name, fid)),
    instancesOf: (bid) => track('instances', ({ instancesOf }) => instancesOf(bid)),
    isRead: (name) => track(null, ({ isRead }) => isRead(name)),
    trend: (bid, slots) => track(null, ({ trend }) => trend(bid, slots)),
    pending: (fid) => track(null, ({ pending }) => pending(fid)),
    preemption: (fid) => track(null, ({ preemption }) => preemption(fid)),
    reach: (fid) => track(null, ({ reach }) => reach(fid)),
    get machines() {
      return track('machines', ({ machines }) => machines);
    },
    machine: (instance) => track('machines', ({ machine }) => machine(instance)),
  };
}
