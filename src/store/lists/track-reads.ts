import type { ServiceList } from '../../contract/lists.ts';
import type { Context, OwnValue } from '../../resources/context.ts';

/** Whether another context has the same value. */
type IsStill = (context: Context) => boolean;

/** What a feature's value is read from, and ages with. */
type Origins = Pick<OwnValue<never, unknown>, 'revision' | 'ageing'>;

/** Called for what is read from a context; kinds without a function are not tracked. */
export type ReadTracker = {
  readonly list?: (list: ServiceList, isStill: IsStill) => void;
  readonly own?: (value: Origins, isStill: IsStill) => void;
  /** A value that may change at any time. */
  readonly other?: (isStill: IsStill) => void;
};

type Read<Value> = (of: Context) => Value;

// A check may be kept for long. Made in `trackReads` it would keep the context of then, and with that all lists of then.
const isStillOf =
  <Value>(read: Read<Value>, value: Value): IsStill =>
  (present) =>
    read(present) === value;

const READS = {
  rowsOf:
    <Name extends ServiceList>(name: Name) =>
    ({ rowsOf }: Context) =>
      rowsOf(name),
  rowOf:
    <Name extends ServiceList>(name: Name, fid: string) =>
    ({ rowOf }: Context) =>
      rowOf(name, fid),
  instancesOf:
    (bid: string) =>
    ({ instancesOf }: Context) =>
      instancesOf(bid),
  own:
    <Input extends readonly unknown[], Value>(value: OwnValue<Input, Value>, input: Input) =>
    ({ own }: Context) =>
      own(value, ...input),
  now: ({ now }: Context) => now,
  localSshKeys: ({ localSshKeys }: Context) => localSshKeys,
  isRead:
    (name: ServiceList) =>
    ({ isRead }: Context) =>
      isRead(name),
  unreadableIn:
    (name: ServiceList) =>
    ({ unreadableIn }: Context) =>
      unreadableIn(name),
  hasMore:
    (name: ServiceList) =>
    ({ hasMore }: Context) =>
      hasMore(name),
  pending:
    (fid: string) =>
    ({ pending }: Context) =>
      pending(fid),
  preemption:
    (fid: string) =>
    ({ preemption }: Context) =>
      preemption(fid),
  raisedFrom:
    (fid: string) =>
    ({ raisedFrom }: Context) =>
      raisedFrom(fid),
};

/** Results stay valid while the reported values are the same. */
export function trackReads(context: Context, { list, own, other }: ReadTracker): Context {
  const track = <Value>(read: Read<Value>, report: (isStill: IsStill) => void): Value => {
    const value = read(context);
    report(isStillOf(read, value));
    return value;
  };
  const lists =
    list === undefined
      ? {}
      : ({
          rowsOf: (name) => track(READS.rowsOf(name), (isStill) => list(name, isStill)),
          rowOf: (name, fid) => track(READS.rowOf(name, fid), (isStill) => list(name, isStill)),
          instancesOf: (bid) => track(READS.instancesOf(bid), (isStill) => list('instances', isStill)),
        } satisfies Partial<Context>);
  const values =
    own === undefined
      ? {}
      : ({
          own: (value, ...input) => track(READS.own(value, input), (isStill) => own(value, isStill)),
        } satisfies Partial<Context>);
  const tracked = { ...context, ...lists, ...values };
  if (other === undefined) return tracked;
  return {
    ...tracked,
    get now() {
      return track(READS.now, other);
    },
    get localSshKeys() {
      return track(READS.localSshKeys, other);
    },
    isRead: (name) => track(READS.isRead(name), other),
    unreadableIn: (name) => track(READS.unreadableIn(name), other),
    hasMore: (name) => track(READS.hasMore(name), other),
    pending: (fid) => track(READS.pending(fid), other),
    preemption: (fid) => track(READS.preemption(fid), other),
    raisedFrom: (fid) => track(READS.raisedFrom(fid), other),
  };
}

/** Values read from features, by origin. */
export type ReadValues = ReadonlyMap<OwnValue<[], unknown>, unknown>;

export const areStill = (reads: ReadValues, { own }: Pick<Context, 'own'>): boolean =>
  [...reads].every(([value, before]) => own(value) === before);

/** Notes the origins of features' values. */
export function trackOwn(context: Context): { readonly context: Context; readonly reads: ReadValues } {
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

/** Keeps the last result while inputs and tracked reads are the same. */
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
