import type { ServiceList } from '../../contract/lists.ts';
import type { Context, OwnValue } from '../../resources/context.ts';

/** Whether another context has the same value. */
export type IsStill = (context: Context) => boolean;

/** A value's origin, if a list or a feature. */
type Read = {
  readonly list?: ServiceList;
  readonly own?: Pick<OwnValue<never, unknown>, 'revision' | 'ageing'>;
};

type Reader<Value> = (of: Context) => Value;

// A check may be kept for long. Made in `trackReads` it would keep the old context, and with it all old lists.
export const isStillOf =
  <Value>(read: Reader<Value>, value: Value): IsStill =>
  (present) =>
    read(present) === value;

export const READS = {
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

/** Notes a context's values read: results stay valid while these are the same. */
export function trackReads(context: Context, note: (read: Read, isStill: IsStill) => void): Context {
  const track = <Value>(from: Read, read: Reader<Value>): Value => {
    const value = read(context);
    note(from, isStillOf(read, value));
    return value;
  };
  return {
    ...context,
    get now() {
      return track({}, READS.now);
    },
    get localSshKeys() {
      return track({}, READS.localSshKeys);
    },
    rowsOf: (name) => track({ list: name }, READS.rowsOf(name)),
    rowOf: (name, fid) => track({ list: name }, READS.rowOf(name, fid)),
    instancesOf: (bid) => track({ list: 'instances' }, READS.instancesOf(bid)),
    own: (value, ...input) => track({ own: value }, READS.own(value, input)),
    isRead: (name) => track({}, READS.isRead(name)),
    unreadableIn: (name) => track({}, READS.unreadableIn(name)),
    hasMore: (name) => track({}, READS.hasMore(name)),
    pending: (fid) => track({}, READS.pending(fid)),
    preemption: (fid) => track({}, READS.preemption(fid)),
    raisedFrom: (fid) => track({}, READS.raisedFrom(fid)),
  };
}

/** Values read from features, by origin. */
export type ReadValues = ReadonlyMap<OwnValue<[], unknown>, unknown>;

export const areStill = (reads: ReadValues, { own }: Pick<Context, 'own'>): boolean =>
  [...reads].every(([value, before]) => own(value) === before);

/** Notes the origins of features' values. */
export function trackOwn(context: Context): { readonly context: Context; readonly reads: ReadValues } {
  const reads = new Map<OwnValue<[], unknown>, unknown>();
  const tracked = trackReads(context, ({ own }) => {
    for (const origin of [own?.revision, own?.ageing]) if (origin !== undefined) reads.set(origin, context.own(origin));
  });
  return { context: tracked, reads };
}

/** Keeps the last result while inputs and reads are the same. */
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
    const result = work(trackReads(context, (_, isStill) => void reads.push(isStill)));
    last = { inputs, reads, result };
    return result;
  };
}
