import type { ConsoleState } from '../store/state.ts';

/** A recording of a console as commands read it, without a screen. */
export type RecordedConsole = {
  /** What is wrong with its file: a sentence that says how far it can be shown; null for a whole one. */
  readonly flaw: string | null;
  /** The state before its first entry, at the time of that entry. */
  readonly start: ConsoleState;
  /** The state after each entry, in their order; `isOther` where another profile or project is shown than before. Read once. */
  readonly steps: Iterable<{ readonly state: ConsoleState; readonly isOther: boolean }>;
};
