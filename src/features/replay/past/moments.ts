import type { ConsoleState } from '../../../store/state.ts';
import type { PastPart } from './keeper.ts';

/**
 * The part that shows a moment: the last one that begins before it; before all of them the first one. Parts of this console go before those
 * of others, which may end earlier. Null when there is none.
 */
export function partOf(parts: readonly PastPart[], at: number): PastPart | null {
  const has = ({ from }: PastPart): boolean => from <= at;
  const [first] = parts;
  const begun = parts.findLast((part) => part.isOwn && has(part)) ?? parts.findLast(has);
  return begun ?? parts.find(({ isOwn, from }) => isOwn && from === first?.from) ?? first ?? null;
}

/** When an instance was lost last before a time, or first after it; null when none was. Milliseconds since 1970. */
export function nextLossTime({ lists }: ConsoleState, here: number, direction: 1 | -1): number | null {
  const rows = [...lists.activity.rows.values()];
  const times = rows.flatMap(({ row: { outcome, at } }) => (outcome === 'lost' ? [at] : []));
  const others = times.filter((at) => (at - here) * direction > 0);
  if (others.length === 0) return null;
  return direction < 0 ? Math.max(...others) : Math.min(...others);
}
