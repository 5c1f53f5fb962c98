import { agesInView, promisedMs } from './age.ts';
import type { List } from './list.ts';
import { visibleLists } from './panes/on-screen.ts';
import { type ConsoleState, drawnLists } from './state.ts';

/** Members that say when and how rows were read. */
const OF_READING: ReadonlySet<string> = new Set<keyof List<unknown>>([
  'observed',
  'fetchedAt',
  'sequence',
  'until',
  'intervalMs',
  'newer',
  'ofBids',
]);

/** Whether the same rows were only read again while what is in view was new enough: the next tick shows their age. */
export function onlyReadAgain(before: ConsoleState, after: ConsoleState): boolean {
  const known = new Map(Object.entries(before));
  for (const [name, value] of Object.entries(after)) {
    if (name !== 'lists' && name !== 'samples' && known.get(name) !== value) return false;
  }
  const { inView } = agesInView(before, [...visibleLists(before)], drawnLists(before));
  return (
    inView !== null &&
    inView <= promisedMs(before) &&
    after.features.paneNames.every((name) => sameRows(before.lists[name], after.lists[name]))
  );
}

function sameRows(before: List<unknown>, after: List<unknown>): boolean {
  if (before === after) return true;
  if (before.fetchedAt === null) return false;
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).every(
    ([member, value]) => OF_READING.has(member) || known.get(member) === value || areEmpty(known.get(member), value),
  );
}

/** An arrival replaces empty collections by new empty ones. */
const areEmpty = (before: unknown, after: unknown): boolean => isEmpty(before) && isEmpty(after);

const isEmpty = (value: unknown): boolean =>
  value instanceof Map ? value.size === 0 : Array.isArray(value) && value.length === 0;
