import type { JournalStatus } from '../async-journal.ts';

/** What the thread of a journal is given. A call is answered with its number; `now` is the time of the program, in milliseconds since 1970. */
export type JournalRequest =
  | { readonly kind: 'open'; readonly path: string; readonly maxBytes: number | null; readonly now: number }
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly set: string;
      readonly name: string;
      readonly args: readonly unknown[];
      readonly now: number;
      /** Whether others may be carried out before it. */
      readonly canWait: boolean;
    }
  | { readonly kind: 'close' };

/** What it answers. `status` is null when it is the same as before. */
export type JournalReply =
  | { readonly kind: 'opened'; readonly by: string; readonly status: JournalStatus }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown; readonly status: JournalStatus | null }
  /** A line for the log of the program. */
  | { readonly kind: 'log'; readonly line: string }
  /** Tries to write what waits, until there is nothing. */
  | { readonly kind: 'closing'; readonly waiting: number }
  | { readonly kind: 'closed' };
