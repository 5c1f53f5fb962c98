import * as z from 'zod';
import type { ListedRow } from '../api/result.ts';
import type { Seen } from '../changes/diff-rows.ts';
import { type Elsewhere, isNewer, isResting, isRunning, LATE_MS, type RowState, versionIn } from '../changes/newer.ts';
import { MINUTE_MS } from '../lib/duration.ts';
import { textHash } from '../lib/values.ts';
import { isKnownStatus } from '../resources/parts/status.ts';

/** How long left states are remembered, in milliseconds. */
const REMEMBERED_MS = 15 * MINUTE_MS;

/** The memory of a changed row, to recognise outdated answers. Other rows are as in the first complete list. */
export type RowMemory = {
  readonly isOwn: boolean;
  /** When its state was last true; in the future for our own change not yet in any list. Milliseconds since 1970. */
  readonly trueBy: number;
  /** Null for a row of the first complete list. */
  readonly listedAt: number | null;
  /** Its former states, by hash. */
  readonly left: ReadonlyMap<number, LeftState>;
};

type LeftState = { readonly at: number; readonly status: string | null };

/** Answers in a row that contradict the known state and were not taken. */
export type Doubt = {
  readonly says: number | null;
  readonly answers: number;
  /** The first request, and the last one's place among polls and writes. */
  readonly since: number;
  readonly until: number;
  /** The request behind the known state. */
  readonly known: Poll;
};

export type Judging<Row> = {
  /** The interface's members; others may change with each answer. */
  readonly members: readonly string[] | null;
  /** Volumes and keys have no states. */
  readonly hasStates: boolean;
  readonly hasEnded: (row: Row) => boolean;
  /** When a row was made, if other lists may not name it yet; null when unknown. */
  readonly madeAt: (row: Row) => number | null;
  /** When we sent the change that explains the answer; null for none. */
  readonly askedAt: (fid: string, row: Row | null) => number | null;
  readonly elsewhere: (fid: string, row: Row | null) => Elsewhere;
  /** A recording's rows as judged on arrival: all are taken. */
  readonly before?: Pick<Remembered, 'doubts' | 'confirmed'>;
};

const NO_JUDGING: Judging<unknown> = {
  members: null,
  hasStates: true,
  hasEnded: () => false,
  madeAt: () => null,
  askedAt: () => null,
  elsewhere: () => 'not-said',
};

export const judgedBefore = (before: NonNullable<Judging<unknown>['before']>): Judging<unknown> => ({
  ...NO_JUDGING,
  before,
});

export type Remembered = {
  /** Arrival of the first complete list, in milliseconds since 1970. */
  readonly began: number | null;
  readonly memory: ReadonlyMap<string, RowMemory>;
  /** Rows with last answers possibly older than the known state. */
  readonly doubts: ReadonlyMap<string, Doubt>;
  /** Rows whose change the last answer confirmed, and when it was first seen. */
  readonly confirmed: ReadonlyMap<string, Seen>;
};

export type JudgedList<Row> = Remembered & {
  readonly rows: ReadonlyMap<string, ListedRow<Row>>;
  readonly newer: ReadonlyMap<string, Poll>;
  readonly fetchedAt: number | null;
  readonly sequence: number;
  readonly until: number;
};

/** `stay`: rows the answer does not replace, as they may be newer; null stays gone. */
export type Judged<Row> = Pick<Remembered, 'memory' | 'doubts' | 'confirmed'> & {
  readonly stay: ReadonlyMap<string, ListedRow<Row> | null>;
};

/** `missed`: how many answers without a row this one stands for. */
type Reading<Row> = {
  readonly poll: Poll;
  readonly now: number;
  readonly judging?: Judging<Row> | undefined;
  readonly missed?: number;
};

export const unjudged = <Row>({ memory, doubts }: JudgedList<Row>): Judged<Row> => ({
  memory,
  doubts,
  confirmed: new Map(),
  stay: new Map(),
});

/** Judges the rows that differ. `misses`: rows it should have had; `agrees`: it confirms some other row. */
export function judgeRows<Row extends { readonly fid: string }>(
  list: JudgedList<Row>,
  differing: Iterable<ListedRow<Row>>,
  misses: Iterable<string>,
  { poll, now, judging = NO_JUDGING, missed = 1 }: Reading<Row>,
  agrees: (fid: string) => boolean,
): Judged<Row> {
  if (judging.before !== undefined) return { memory: list.memory, stay: new Map(), ...judging.before };
  const stay = new Map<string, ListedRow<Row> | null>();
  const doubts = new Map(list.doubts);
  const confirmed = new Map<string, Seen>();
  const memory = recent(list.memory, now);
  const judge = (fid: string, was: ListedRow<Row> | null, is: ListedRow<Row> | null): void => {
    const known = memory.get(fid);
    if (was === null && known === undefined) {
      if (is !== null && judging.hasStates) memory.set(fid, after(known, was, is, { now, isOwn: false, judging }));
      return;
    }
    const isSame = was !== null && was.raw === is?.raw;
    const says = is === null ? null : stateKey(is, judging);
    if (isSame || (was !== null && says === stateKey(was, judging))) {
      doubts.delete(fid);
      if (known !== undefined) memory.set(fid, seenBy(known, now));
      return;
    }
    const before = list.doubts.get(fid);
    const askedAt = judging.askedAt(fid, is?.row ?? null);
    // Answers from before our own change don't count.
    const goesOn = before !== undefined && before.says === says && (askedAt === null || before.since >= askedAt);
    // An answer already under way may be the same one.
    const isAnother = !goesOn || poll.sequence >= before.until;
    const answers = (goesOn ? before.answers : 0) + (isAnother ? (is === null ? missed : 1) : 0);
    const since = goesOn ? before.since : poll.at;
    const isBefore = judging.hasStates && says !== null && known?.left.has(says) === true;
    const isTaken = isNewer({
      was: was === null ? null : stateOf(was, judging),
      is: is === null ? null : stateOf(is, judging),
      isBefore,
      isOwn: known?.isOwn === true,
      trueBy:
        is === null && was !== null && known?.isOwn !== true
          ? (judging.madeAt(was.row) ?? known?.listedAt ?? Number.NEGATIVE_INFINITY)
          : (known?.trueBy ?? list.began ?? now),
      requestedAt: poll.at,
      doubtedSince: since,
      answers,
      // Not when the known state was requested too: the other one may be from before.
      isAskedFor: () => askedAt !== null && !(isBefore && judging.askedAt(fid, was?.row ?? null) !== null),
      elsewhere: () => judging.elsewhere(fid, (was ?? is)?.row ?? null),
    });
    if (isTaken) {
      doubts.delete(fid);
      if (goesOn) confirmed.set(fid, { at: since, since: before.known.at });
      memory.set(fid, after(known, was, is, { now, isOwn: askedAt !== null, judging }));
      return;
    }
    stay.set(fid, was);
    const until = isAnother ? (poll.until ?? poll.sequence) : before.until;
    doubts.set(fid, { says, answers, since, until, known: before?.known ?? lastRead(list, fid) });
  };
  for (const is of differing) judge(is.row.fid, list.rows.get(is.row.fid) ?? null, is);
  for (const fid of misses) {
    const was = list.rows.get(fid);
    if (was !== undefined) judge(fid, was, null);
  }
  for (const fid of list.doubts.keys()) if (!stay.has(fid) && agrees(fid)) doubts.delete(fid);
  for (const [fid, known] of memory)
    if (known.trueBy > now && !stay.has(fid) && list.rows.has(fid) && agrees(fid)) memory.set(fid, seenBy(known, now));
  return { stay, doubts, memory, confirmed };
}

export function rememberAnswered<Row extends { readonly fid: string }>(
  list: JudgedList<Row>,
  is: ListedRow<Row>,
  now: number,
  judging: Judging<Row> = NO_JUDGING,
): Pick<Remembered, 'memory' | 'doubts'> {
  const { fid } = is.row;
  const doubts = new Map(list.doubts);
  doubts.delete(fid);
  const was = list.rows.get(fid) ?? null;
  if (was !== null && stateKey(was, judging) === stateKey(is, judging)) return { memory: list.memory, doubts };
  const next = after(list.memory.get(fid), was, is, { now, isOwn: true, judging });
  return { memory: new Map(list.memory).set(fid, { ...next, trueBy: now + LATE_MS }), doubts };
}

function after<Row>(
  known: RowMemory | undefined,
  was: ListedRow<Row> | null,
  is: ListedRow<Row> | null,
  { now, isOwn, judging }: { readonly now: number; readonly isOwn: boolean; readonly judging: Judging<Row> },
): RowMemory {
  const left = new Map([...(known?.left ?? [])].filter(([, { at }]) => now - at < REMEMBERED_MS));
  if (was !== null) left.set(stateKey(was, judging), { at: now, status: statusIn(membersOf(was)) });
  if (is !== null) left.delete(stateKey(is, judging));
  return { isOwn, trueBy: now, listedAt: known?.listedAt ?? (was === null ? now : null), left };
}

const seenBy = (known: RowMemory, now: number): RowMemory => (known.trueBy <= now ? known : { ...known, trueBy: now });

const recent = (memory: ReadonlyMap<string, RowMemory>, now: number): Map<string, RowMemory> =>
  new Map([...memory].filter(([, { trueBy }]) => now - trueBy < REMEMBERED_MS));

const lastRead = <Row>({ newer, fetchedAt, sequence, until }: JudgedList<Row>, fid: string): Poll => {
  const read = newer.get(fid);
  return read === undefined ? { at: fetchedAt ?? 0, sequence, until } : read;
};

const Members = z.record(z.string(), z.unknown());

/** As sent by the service, with members unknown to the interface. */
export const membersOf = ({ raw }: Pick<ListedRow<unknown>, 'raw'>): Readonly<Record<string, unknown>> =>
  Members.parse(JSON.parse(raw));

const statusIn = ({ status }: Readonly<Record<string, unknown>>): string | null =>
  typeof status === 'string' ? status : null;

/** Statuses left since a time, in milliseconds since 1970. */
export const leftSince = ({ memory }: Pick<Remembered, 'memory'>, fid: string, time: number): readonly string[] =>
  [...(memory.get(fid)?.left.values() ?? [])].flatMap(({ at, status }) => (at >= time ? (status ?? []) : []));

function stateOf<Row>(listed: ListedRow<Row>, { hasEnded }: Judging<Row>): RowState {
  const members = membersOf(listed);
  const status = statusIn(members);
  return {
    holds: isRunning(status) ? `runs ${JSON.stringify(members['instances'])}` : '',
    rests: isResting(status),
    hasEnded: hasEnded(listed.row),
    isKnown: status !== null && KINDS.some((kind) => isKnownStatus(kind, status)),
    version: versionIn(members),
  };
}

const KINDS = ['bid', 'instance'] as const;

const keys = new WeakMap<object, number>();

/** The same number for the same members. */
function stateKey<Row>(listed: ListedRow<Row>, { members }: Pick<Judging<Row>, 'members'>): number {
  const known = keys.get(listed);
  if (known !== undefined) return known;
  const values = members === null ? null : membersOf(listed);
  const key = textHash(values === null ? listed.raw : JSON.stringify(members?.map((member) => values[member] ?? null)));
  keys.set(listed, key);
  return key;
}

/** The wall clock's time, and the sequence among polls and responses to writes. */
export type PollStart = { readonly at: number; readonly sequence: number };

/** Rows were read between `sequence` and `until`; by default at `sequence`. */
export type Poll = PollStart & { readonly until?: number };

/** A row known from later stays: it may be behind the service, but never goes back. */
export const isOvertaken = (poll: Poll, known: Poll): boolean => untilOf(known) > poll.sequence;

/** When a row was read at the latest; 0 before the list has any. */
export function readUntil(list: ReadOrder, fid: string): number {
  const read = list.newer.get(fid) ?? list.partial.get(fid);
  return read === undefined ? list.until : untilOf(read);
}

type ReadOrder = {
  readonly newer: ReadonlyMap<string, Poll>;
  readonly until: number;
  readonly partial: ReadonlyMap<string, Poll>;
};

const untilOf = ({ sequence, until }: Poll): number => until ?? sequence;
