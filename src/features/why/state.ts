import type { JournalEvent } from '../../changes/change-event.ts';
import { EMPTY_FOLD, type Fold } from '../../changes/fold-events.ts';
import type { Interval } from '../../lib/intervals.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Pasts } from './past.ts';

/** What the journal has of the listed rows, or how far it is read. */
export type KnownPasts =
  /** Nothing: it has not been read yet, or a recording is shown. */
  | { readonly kind: 'none' }
  /**
   * `since` is when the lists were first read by any program with this journal, in milliseconds since 1970; null when that is not known.
   * `last` is the last event of it, and `gaps` are the times since then in which nobody looked, oldest first.
   */
  | {
      readonly kind: 'read';
      readonly pasts: Pasts;
      readonly since: number | null;
      readonly last: number;
      readonly gaps: readonly Interval[];
    };

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** What the journal has of the listed rows; without it reasons have no times and no causes. */
    readonly knownPasts?: KnownPasts;
    /** What belongs together of what happened; absent until the journal is read. */
    readonly happened?: Fold<JournalEvent>;
  }
}

const NONE: KnownPasts = { kind: 'none' };

export const knownPastsOf = ({ knownPasts = NONE }: Pick<ConsoleState, 'knownPasts'>): KnownPasts => knownPasts;

export const happenedOf = ({ happened = EMPTY_FOLD }: Pick<ConsoleState, 'happened'>): Fold<JournalEvent> => happened;

/** A journal that has nothing of any row. */
export const NOTHING_READ: KnownPasts = { kind: 'read', pasts: new Map(), since: null, last: 0, gaps: [] };

const NO_PASTS: Pasts = new Map();
const NO_GAPS: readonly Interval[] = [];

export const pastsOf = (state: Pick<ConsoleState, 'knownPasts'>): Pasts => {
  const known = knownPastsOf(state);
  return known.kind === 'read' ? known.pasts : NO_PASTS;
};

export const gapsOf = (state: Pick<ConsoleState, 'knownPasts'>): readonly Interval[] => {
  const known = knownPastsOf(state);
  return known.kind === 'read' ? known.gaps : NO_GAPS;
};
