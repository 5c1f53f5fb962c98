import type { UsedFile } from './file.ts';
import type { Journal } from './journal.ts';

/** Callable from another thread: arguments and results are plain values. */
export type RecordSet<Own extends object> = {
  readonly setName: string;
  readonly of: (journal: Journal) => Own;
};

export const journalRecords: RecordSet<Journal> = { setName: 'journal', of: (journal) => journal };

/** The state of the journal when it last answered. */
export type JournalStatus = UsedFile & { readonly warning: string | null };

export type ArgumentsOf<Function> = Function extends (...args: infer Arguments) => unknown ? Arguments : never;
export type ResultOf<Function> = Function extends (...args: never) => infer Result ? Result : never;

export type JournalCall = <Own extends object, Name extends keyof Own & string>(
  set: RecordSet<Own>,
  name: Name,
  ...args: ArgumentsOf<Own[Name]>
) => Promise<ResultOf<Own[Name]>>;

/** `2 actions`, `the last lists` */
export type Unwritten = readonly string[];

/** Maybe in another thread: one call at a time, waiting `ask` last. Only faults of the program reject. */
export type AsyncJournal = {
  /** Identifies this program's events. */
  readonly by: string;
  readonly status: () => JournalStatus;
  /** Writes; nobody waits. */
  readonly record: <Own extends object, Name extends keyof Own & string>(
    set: RecordSet<Own>,
    name: Name,
    ...args: ArgumentsOf<Own[Name]>
  ) => void;
  readonly ask: JournalCall;
  /** The outcome decides what comes next. */
  readonly act: JournalCall;
};

export type OpenedJournal = AsyncJournal & {
  /** After all is written, within seconds. Returns the rest. */
  readonly close: () => Promise<Unwritten>;
};
