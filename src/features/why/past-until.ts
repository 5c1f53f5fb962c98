import type { ConsoleState } from '../../store/state.ts';
import type { Pasts, RowPast } from './past.ts';
import { type KnownPasts, knownPastsOf } from './state.ts';

/** The part of what is known of a row that was known at a time; null when nothing was. */
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

function pastsUntil(pasts: Pasts, now: number): Pasts {
  const found = new Map<string, RowPast>();
  for (const [fid, past] of pasts) {
    const then = rowUntil(past, now);
    if (then !== null) found.set(fid, then);
  }
  return found;
}

/** Makes the function that returns what the journal had of rows at a time: the same object for the same time. */
export function createPastsUntil(): (live: Pick<ConsoleState, 'knownPasts'>, now: number) => KnownPasts {
  let last: { readonly of: KnownPasts; readonly now: number; readonly found: KnownPasts } | null = null;
  return (live, now) => {
    const of = knownPastsOf(live);
    if (of.kind === 'none') return of;
    if (last?.of === of && last.now === now) return last.found;
    const gaps = of.gaps.flatMap(({ from, to }) => (from > now ? [] : [{ from, to: Math.min(to, now) }]));
    const found = { ...of, pasts: pastsUntil(of.pasts, now), gaps };
    last = { of, now, found };
    return found;
  };
}
