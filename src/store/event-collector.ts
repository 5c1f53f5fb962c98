import type { JournalEvent } from '../changes/change-event.ts';
import type { ActivityWords } from '../resources/activity-text.ts';

/** Collects events of the journal, and prints those that belong together as one object. */
export type EventCollector = {
  readonly add: (events: readonly JournalEvent[]) => void;
  /** Prints what is complete now. */
  readonly printDue: () => void;
  /** Prints the rest, at the end of the program. */
  readonly printAll: () => void;
};

/** Begins to collect. `now` is in milliseconds since 1970. */
export type CollectEvents = (now: () => number, words: ActivityWords, print: (line: object) => void) => EventCollector;

declare module './features.ts' {
  interface Features {
    /** What features bring together of events, by its name on the command line; nothing in a program that ends at once. */
    readonly collectors: Readonly<Record<string, CollectEvents>>;
  }
}
