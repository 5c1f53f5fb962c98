import type { JournalEvent } from '../../changes/change-event.ts';
import { GROUP_MS, groupEvents } from '../../changes/event-groups.ts';
import type { ActivityWords } from '../../resources/activity-text.ts';
import { groupLine } from './watch-lines.ts';

/** Most events that wait for others of their kind. */
const MAX_WAITING = 10_000;

/** Collects events, and prints each group when no more events can join it: a minute after its first event. */
export function collectEvents(now: () => number, words: ActivityWords, print: (line: object) => void) {
  let waiting: readonly JournalEvent[] = [];

  const printGroups = (isDue: (first: number) => boolean): void => {
    const due = new Set<JournalEvent>();
    for (const group of groupEvents(waiting)) {
      if (!isDue(group.first)) continue;
      print(groupLine(group, words));
      for (const event of group.events) due.add(event);
    }
    if (due.size > 0) waiting = waiting.filter((event) => !due.has(event));
  };
  const printAll = (): void => printGroups(() => true);
  // A time in the future is from before the clock was set back.
  const printDue = (): void => printGroups((first) => Math.abs(now() - first) >= GROUP_MS);

  return {
    add: (events: readonly JournalEvent[]): void => {
      waiting = [...waiting, ...events];
      if (waiting.length > MAX_WAITING) printAll();
    },
    printDue,
    printAll,
  };
}
