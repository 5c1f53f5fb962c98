import type { ServiceList } from '../../contract/lists.ts';
import type { Context, OwnValue } from '../../resources/context.ts';

/** Whether another context has the same value. */
type IsStill = (context: Context) => boolean;

/** What a value of a feature is read from, and what changes as it grows old. */
type Origins = Pick<OwnValue<never, unknown>, 'revision' | 'ageing'>;

/** Is called for what is read from a context. A kind of values that it has no function for is read without it. */
export type ReadTracker = {
  /** Rows of a list beside the own row. */
  readonly list?: (list: ServiceList, isStill: IsStill) => void;
  /** A value of a feature. */
  readonly own?: (value: Origins, isStill: IsStill) => void;
  /** A value that may change at any time. */
  readonly other?: (isStill: IsStill) => void;
};

/** A context that reports what is read from it: results stay valid while these values are the same. */
export function trackReads(context: Context, { list, own, other }: ReadTracker): Context {
  const track = <Value>(read: (of: Context) => Value, report: (isStill: IsStill) => void): Value => {
    const value = read(context);
    report((present) => read(present) === value);
    return value;
  };
  const lists =
    list === undefined
      ? {}
      : ({
          rowsOf: (name) =>
            track(
              ({ rowsOf }) => rowsOf(name),
              (isStill) => list(name, isStill),
            ),
          rowOf: (name, fid) =>
            track(
              ({ rowOf }) => rowOf(name, fid),
              (isStill) => list(name, isStill),
            ),
          instancesOf: (bid) =>
            track(
              ({ instancesOf }) => instancesOf(bid),
              (isStill) => list('instances', isStill),
            ),
        } satisfies Partial<Context>);
  const values =
    own === undefined
      ? {}
      : ({
          own: (value, ...input) =>
            track(
              (of) => of.own(value, ...input),
              (isStill) => own(value, isStill),
            ),
        } satisfies Partial<Context>);
  const tracked = { ...context, ...lists, ...values };
  if (other === undefined) return tracked;
  return {
    ...tracked,
    get now() {
      return track(({ now }) => now, other);
    },
    get localSshKeys() {
      return track(({ localSshKeys }) => localSshKeys, other);
    },
    isRead: (name) => track(({ isRead }) => isRead(name), other),
    unreadableIn: (name) => track(({ unreadableIn }) => unreadableIn(name), other),
    hasMore: (name) => track((of) => of.hasMore(name), other),
    pending: (fid) => track(({ pending }) => pending(fid), other),
    preemption: (fid) => track(({ preemption }) => preemption(fid), other),
    raisedFrom: (fid) => track(({ raisedFrom }) => raisedFrom(fid), other),
  };
}

/** What values of features were read from, each with its value then. */
export type OwnReads = ReadonlyMap<OwnValue<[], unknown>, unknown>;

/** Whether all that was read of features is still the same. */
export const areStill = (reads: OwnReads, { own }: Pick<Context, 'own'>): boolean =>
  [...reads].every(([value, before]) => own(value) === before);

/** A context that notes what values of features are read from, and what changes as they grow old. */
export function trackOwn(context: Context): { readonly context: Context; readonly reads: OwnReads } {
  const reads = new Map<OwnValue<[], unknown>, unknown>();
  const note = (value: OwnValue<[], unknown> | undefined): void => {
    if (value !== undefined) reads.set(value, context.own(value));
  };
  const tracked = trackReads(context, {
    own: ({ revision, ageing }) => {
      note(revision);
      note(ageing);
    },
  });
  return { context: tracked, reads };
}

/**
 * A function that keeps its last result while its inputs are identical and all that it has read of the context is the same. What a
 * context has that is not tracked belongs to the inputs.
 */
export function memoizeReads<Result>(): (
  inputs: readonly unknown[],
  context: Context,
  work: (tracked: Context) => Result,
) => Result {
  let last: {
    readonly inputs: readonly unknown[];
    readonly reads: readonly IsStill[];
    readonly result: Result;
  } | null = null;
  return (inputs, context, work) => {
    if (
      last?.inputs.every((value, at) => value === inputs[at]) === true &&
      last.reads.every((isStill) => isStill(context))
    )
      return last.result;
    const reads: IsStill[] = [];
    const note = (isStill: IsStill): void => {
      reads.push(isStill);
    };
    const result = work(
      trackReads(context, { list: (_, isStill) => note(isStill), own: (_, isStill) => note(isStill), other: note }),
    );
    last = { inputs, reads, result };
    return result;
  };
}
