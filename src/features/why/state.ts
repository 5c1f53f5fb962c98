import type { JournalEvent } from '../../changes/change-event.ts';
import { EMPTY_FOLD, type Fold } from '../../changes/fold-events.ts';
import type { Interval } from '../../lib/intervals.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Pasts, RowPast } from './past.ts';

/** The journal's past of the listed rows; `none` before it is read, and in a recording. */
export type KnownPasts =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'read';
      readonly pasts: Pasts;
      /** The first reading of the lists, in milliseconds since 1970; null when unknown. */
      readonly since: number | null;
      readonly last: number;
      readonly gaps: readonly Interval[];
    };

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** Without it reasons have no times and no causes. */
    readonly knownPasts?: KnownPasts;
    /** In groups; absent until the journal is read. */
    readonly happened?: Fold<JournalEvent>;
  }
}

const NONE: KnownPasts = { kind: 'none' };

export const knownPastsOf = ({ knownPasts = NONE }: Pick<ConsoleState, 'knownPasts'>): KnownPasts => knownPasts;

export const happenedOf = ({ happened = EMPTY_FOLD }: Pick<ConsoleState, 'happened'>): Fold<JournalEvent> => happened;

export const NOTHING_READ = {
  kind: 'read',
  pasts: new Map(),
  since: null,
  last: 0,
  gaps: [],
} as const satisfies KnownPasts;

export const readOf = (state: Pick<ConsoleState, 'knownPasts'>): Extract<KnownPasts, { kind: 'read' }> => {
  const known = knownPastsOf(state);
  return known.kind === 'read' ? known : NOTHING_READ;
};

/** Pasts up to a time; the same object while the time is the same. */
export function createPastsUntil(): (live: Pick<ConsoleState, 'knownPasts'>, now: number) => KnownPasts {
  let last: { readonly of: KnownPasts; readonly now: number; readonly found: KnownPasts } | null = null;
  return (live, now) => {
    const of = knownPastsOf(live);
    if (of.kind === 'none') return of;
    if (last?.of === of && last.now === now) return last.found;
    const gaps = of.gaps.flatMap(({ from, to }) => (from > now ? [] : [{ from, to: Math.min(to, now) }]));
    const pasts = new Map<string, RowPast>();
    for (const [fid, past] of of.pasts) {
      const then = rowUntil(past, now);
      if (then !== null) pasts.set(fid, then);
    }
    const found = { ...of, pasts, gaps };
    last = { of, now, found };
    return found;
  };
}

/** Null for nothing known. */
function rowUntil(past: RowPast, now: number): RowPast | null {
  const { appearedAt, changes, repricedAt, actions, goneAt } = past;
  const isThen = ({ at }: { readonly at: number }): boolean => at <= now;
  if (changes.every(isThen) && actions.every(isThen) && (repricedAt ?? now) <= now && (goneAt ?? now) <= now)
    return past;
  if ((appearedAt ?? now) > now) return null;
  return {
    appearedAt,
    changes: changes.filter(isThen),
    repricedAt: repricedAt !== null && repricedAt <= now ? repricedAt : null,
    actions: actions.filter(isThen),
    goneAt: goneAt !== null && goneAt <= now ? goneAt : null,
  };
}
