import { programs } from '../../app/programs.ts';
import type { OpenJournals } from '../../app/runtime-part.ts';
import type { JournalEvent } from '../../changes/change-event.ts';
import { GROUP_MS, groupEvents } from '../../changes/event-groups.ts';
import { openHeadless } from '../../command/headless.ts';
import { readFilter } from '../../command/read-filter.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { jsonText } from '../../lib/sanitize.ts';
import { activity } from '../../resources/activity.ts';
import { activityRowOf } from '../../resources/activity-text.ts';
import { meets } from '../../resources/filter/match.ts';
import { asciiGlyphs } from '../../resources/glyphs.ts';
import type { CollectEvents } from '../../store/event-collector.ts';
import type { Features } from '../../store/features.ts';
import { searchColumns } from '../../store/lists/search-text.ts';
import { projectsOf } from '../../store/projects.ts';
import { contextOf } from '../../store/row-context.ts';
import { CommandFailure, EXIT } from '../../system/exit.ts';
import { writeLine } from '../../system/streams.ts';
import { system } from '../../system/system.ts';
import { eventLine, groupLine } from './watch-lines.ts';

type WatchOptions = {
  /** Age of the oldest journal event that is printed first, in milliseconds. */
  readonly sinceMs: number;
  /** Ends when every list has been read once. */
  readonly once: boolean;
  readonly filter: string;
  /** Prints events that belong together as one object: of one kind within a minute, or as a feature brings them together. Null for each alone. */
  readonly group: string | true | null;
};

/**
 * `spotdeck watch`: prints events as one JSON object a line until a signal ends it. The events also go into the journal, so that
 * several consoles and watches record each change once. Returns the exit code.
 */
export async function watch(features: Features, resolved: ResolvedSettings, options: WatchOptions): Promise<number> {
  const filter = readFilter(options.filter, activity.columns);
  const words = { into: asciiGlyphs.arrow, fieldWords: features.fieldWords };
  const fits = (event: JournalEvent): boolean =>
    meets(
      activityRowOf(event, words),
      filter,
      searchColumns(activity.columns, null, false, contextOf(store.getState())),
      contextOf(store.getState()),
    );
  const printLine = (line: object): void => writeLine(jsonText(line));
  const collector =
    options.group === null ? null : collectorOf(features, options.group)(system().clock.now, words, printLine);
  let printed = 0;
  const print = (events: readonly JournalEvent[]): void => {
    const fresh = events.filter((event) => event.id > printed && fits(event));
    printed = Math.max(printed, ...events.slice(-1).map(({ id }) => id));
    if (collector !== null) collector.add(fresh);
    else for (const event of fresh) printLine(eventLine(event, words));
  };
  const printPast = ({ journal }: OpenJournals): void => {
    if (options.sinceMs === 0) return;
    const from = system().clock.now() - options.sinceMs;
    // Read only after the journal is followed: an event of another console is neither missed nor printed twice.
    const scopes = projectsOf(store.getState().connected).map((project) => ({
      service: runtime.profile().storage.service,
      project,
    }));
    print(journal.recent(scopes, Number.MAX_SAFE_INTEGER).filter(({ at }) => at >= from));
  };
  const { store, runtime, run, ended, onEnd } = openHeadless({
    features,
    program: { ...programs.watch, once: options.once },
    resolved,
    reports: { events: print, journalOpened: printPast },
  });
  onEnd(
    store.subscribe(({ now }, before) => {
      if (now !== before.now) collector?.printDue();
    }),
  );
  const code = await run(ended(options.once));
  collector?.printAll();
  // A watch that goes on writes what it saw once the journal can be used; this one has lost it.
  return options.once && code === EXIT.done && store.getState().journal.problem !== null ? EXIT.refused : code;
}

/** How events are brought together. @throws {CommandFailure} for a way that no feature brings. */
function collectorOf({ collectors }: Features, how: string | true): CollectEvents {
  if (how === true) return collectKinds;
  const found = Object.hasOwn(collectors, how) ? collectors[how] : undefined;
  if (found !== undefined) return found;
  const known = Object.keys(collectors).join(', ');
  throw new CommandFailure(
    EXIT.usage,
    `There is no way to group events named ${how}.`,
    `Use --group alone, or one of: ${known}.`,
  );
}

/** Most events that wait for others of their kind. */
const MAX_WAITING = 10_000;

/** Collects events, and prints each group when no more events can join it: a minute after its first event. */
const collectKinds: CollectEvents = (now, words, print) => {
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
};
