import type { Journal } from './journal.ts';

/** Functions on a journal that can be called by name from another thread: arguments and results are plain values. */
export type RecordSet<Own extends object> = {
  readonly setName: string;
  readonly of: (journal: Journal) => Own;
};

/** The functions of every journal. */
export const journalRecords: RecordSet<Journal> = { setName: 'journal', of: (journal) => journal };

/** What a program has to know of its journal without asking it, as it was after the last call that was answered. */
export type JournalStatus = {
  /** Why it can't be used now, as a sentence; null while it can. */
  readonly warning: string | null;
  /** Grows with each other file that is used. */
  readonly number: number;
  /** Files that were lost while they were in use. */
  readonly losses: number;
  /** A sentence when the file is not the one that was used before. */
  readonly said: string | null;
};

export type ArgumentsOf<Function> = Function extends (...args: infer Arguments) => unknown ? Arguments : never;
export type ResultOf<Function> = Function extends (...args: never) => infer Result ? Result : never;

/** Calls a function of a set of records. */
export type JournalCall = <Own extends object, Name extends keyof Own & string>(
  set: RecordSet<Own>,
  name: Name,
  ...args: ArgumentsOf<Own[Name]>
) => Promise<ResultOf<Own[Name]>>;

/** What was not written when a journal was closed, in words: `2 actions`, `the last lists`. */
export type Unwritten = readonly string[];

/**
 * A journal that may be open in another thread. Calls are carried out one at a time; those of `record` and `act` before those of `ask` that
 * wait, and in their order. Promises are rejected only when a function throws, which is a fault of the program.
 */
export type AsyncJournal = {
  /** Identifies this program's own events. */
  readonly by: string;
  readonly status: () => JournalStatus;
  /** Writes something that nobody waits for. */
  readonly record: <Own extends object, Name extends keyof Own & string>(
    set: RecordSet<Own>,
    name: Name,
    ...args: ArgumentsOf<Own[Name]>
  ) => void;
  /** Reads something. */
  readonly ask: JournalCall;
  /** Writes something whose outcome decides what happens next. */
  readonly act: JournalCall;
};

/** A journal that this program has opened. */
export type OpenedJournal = AsyncJournal & {
  /** Closes it once what was recorded before is in the file, after some seconds at most. Returns what is not. */
  readonly close: () => Promise<Unwritten>;
};
