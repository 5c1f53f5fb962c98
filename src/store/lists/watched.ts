import type { ServiceList } from '../../contract/lists.ts';
import type { Context, OwnValue, Revision } from '../../resources/context.ts';

/** What may be read beside the own row: another list, or what values of features are read from. */
export type Joined = ServiceList | Revision;

/** The present rows of a list, or the present revision. */
export const joinedRows = (joined: Joined, { rowsOf, own }: Pick<Context, 'rowsOf' | 'own'>): unknown =>
  typeof joined === 'string' ? rowsOf(joined) : own(joined);

/** A value that was read from a context. */
export type Dependency = {
  /** What was read; null for a value that may change at any time. */
  readonly joined: Joined | null;
  /** Whether another context has the same value. */
  readonly still: (context: Context) => boolean;
};

/** A context that reports every value read from it: results stay valid while these values are the same. */
export function trackDependencies(context: Context, onRead: (dependency: Dependency) => void): Context {
  const track = <Value>(joined: Joined | null, read: (of: Context) => Value): Value => {
    const value = read(context);
    onRead({ joined, still: (other) => read(other) === value });
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
    pending: (fid) => track(null, ({ pending }) => pending(fid)),
    preemption: (fid) => track(null, ({ preemption }) => preemption(fid)),
    own: (value, ...input) => track(value.revision ?? null, ({ own }) => own(value, ...input)),
  };
}

/** What values of features were read from, by how it is read again. */
export type OwnReads = ReadonlyMap<OwnValue<[], unknown>, unknown>;

/** Whether all that was read of features is still the same. */
export const areStill = (reads: OwnReads, { own }: Pick<Context, 'own'>): boolean =>
  [...reads].every(([value, before]) => own(value) === before);

/** A context that notes what values of features are read from: only on that a result depends. */
export function watchOwn(context: Context): { readonly context: Context; readonly reads: OwnReads } {
  const reads = new Map<OwnValue<[], unknown>, unknown>();
  const note = (value: OwnValue<[], unknown> | undefined): void => {
    if (value !== undefined) reads.set(value, context.own(value));
  };
  const watched: Context = {
    ...context,
    own: (value, ...input) => {
      note(value.revision);
      note(value.ageing);
      return context.own(value, ...input);
    },
  };
  return { context: watched, reads };
}
