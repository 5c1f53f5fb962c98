import type { BenchList, BenchService } from '../service/start.ts';
import type { TimedConsole } from '../timed.ts';
import type { JournalReader } from './journal.ts';

/** A console that is being measured, with its service. */
export type Observation = {
  readonly timed: TimedConsole;
  readonly service: BenchService;
  /** Names of all rows of the fleet. */
  readonly names: Readonly<Record<BenchList, readonly string[]>>;
  readonly journal: JournalReader;
  /** Rows that have a change that is being timed, which no other part changes. */
  readonly changing: Set<string>;
  /** The time since the measuring began, in milliseconds. */
  readonly elapsed: () => number;
  readonly isOver: () => boolean;
};
