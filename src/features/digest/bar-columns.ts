import type { Interval } from '../../lib/intervals.ts';
import type { BarKind, Stretch } from './bars.ts';

/** The columns of a picture from one to before another in which a bid stood in one way. */
export type BarPart = { readonly from: number; readonly to: number; readonly kind: BarKind };

/** The kinds of stretches, worst last. */
const KINDS: readonly BarKind[] = ['running', 'paused', 'unknown', 'partly', 'out'];

/** A bar in columns: each shows the worst that reaches into it, so that a short outage is seen. */
export function barParts(stretches: readonly Stretch[], time: Interval, columns: number): readonly BarPart[] {
  const columnMs = Math.max(1, time.to - time.from) / columns;
  const ranks = new Int8Array(columns).fill(-1);
  for (const { from, to, kind } of stretches) {
    const rank = KINDS.indexOf(kind);
    const end = Math.min(columns, Math.ceil((to - time.from) / columnMs));
    for (let n = Math.floor((from - time.from) / columnMs); n < end; n++) ranks[n] = Math.max(ranks[n] ?? -1, rank);
  }
  const parts: { from: number; to: number; kind: BarKind }[] = [];
  ranks.forEach((rank, n) => {
    const kind = KINDS[rank];
    const last = parts.at(-1);
    if (kind === undefined) return;
    if (last?.kind === kind && last.to === n) last.to = n + 1;
    else parts.push({ from: n, to: n + 1, kind });
  });
  return parts;
}
