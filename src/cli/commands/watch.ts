import { eventsOf } from '../../app/journals.ts';
import { programs } from '../../app/programs.ts';
import type { OpenJournals } from '../../app/runtime-part.ts';
import type { JournalEvent } from '../../changes/change-event.ts';
import { GROUP_MS } from '../../changes/event-kind.ts';
import { EMPTY_FOLD, type Fold, foldEvents, JOIN_MS, type Line, trimmed } from '../../changes/fold-events.ts';
import { type Standing, standingOf } from '../../changes/incident.ts';
import { openRowStream, type Printing } from '../../command/format.ts';
import { openHeadless } from '../../command/headless.ts';
import { readFilter } from '../../command/read-filter.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { moment } from '../../lib/duration.ts';
import { activity } from '../../resources/activity.ts';
import { type ActivityWords, activityRowOf } from '../../resources/activity-text.ts';
import { meets } from '../../resources/filter/match.ts';
import { asciiGlyphs } from '../../resources/glyphs.ts';
import type { Features } from '../../store/features.ts';
import { searchColumns } from '../../store/lists/search-text.ts';
import { projectsOf } from '../../store/projects.ts';
import { contextOf } from '../../store/row-context.ts';
import { EXIT } from '../../system/exit.ts';
import { system } from '../../system/system.ts';
import { eventMembers, eventObject, isLineOpen, lineObject } from './watch-objects.ts';

type WatchOptions = Printing & {
  /** Prints the events of the journal from this time on first, in milliseconds since 1970; null for none. */
  readonly since: number | null;
  /** Ends when every list has been read once. */
  readonly once: boolean;
  readonly filter: string;
  /** Prints events that belong together as one object, as Activity has them in one line. */
  readonly group: boolean;
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
  const printed = openRowStream(options, eventMembers);
  const printLine = (object: object): void => printed.print(object, () => lineOf(object));
  const collector = options.group ? collectLines(system().clock.now, words, printLine) : null;
  let last = 0;
  const print = (events: readonly JournalEvent[]): void => {
    const fresh = events.filter((event) => event.id > last && fits(event));
    last = Math.max(last, ...events.slice(-1).map(({ id }) => id));
    if (collector !== null) collector.add(fresh);
    else for (const event of fresh) printLine(eventObject(event, words));
  };
  /** Events that came before the past was printed; null once it is. */
  let early: JournalEvent[] | null = options.since === null ? null : [];
  const printNew = (events: readonly JournalEvent[]): void =>
    early === null ? print(events) : void early.push(...events);
  const printPast = async ({ journal }: OpenJournals): Promise<void> => {
    const { since: from } = options;
    if (from === null) return;
    // Read only after the journal is followed: an event of another console is neither missed nor printed twice.
    const scopes = projectsOf(store.getState().connected).map((project) => ({
      service: runtime.profile().storage.service,
      project,
    }));
    const past = await eventsOf(journal, scopes);
    const newest = past.at(-1)?.id ?? 0;
    const since = [...past.filter(({ at }) => at >= from), ...(early ?? []).filter(({ id }) => id > newest)];
    early = null;
    print(since);
  };
  const { store, runtime, run, ended, onEnd } = openHeadless({
    features,
    program: { ...programs.watch, once: options.once },
    resolved,
    reports: { events: printNew, journalOpened: printPast },
  });
  onEnd(
    store.subscribe(({ now }, before) => {
      if (now !== before.now) collector?.printDue();
    }),
  );
  const code = await run(ended(options.once));
  collector?.printAll();
  printed.end();
  // A watch that goes on writes what it saw once the journal can be used; this one has lost it.
  return options.once && code === EXIT.done && store.getState().journal.problem !== null ? EXIT.refused : code;
}

/** What happened, for people. */
function lineOf(object: object): string {
  const members = new Map<string, unknown>(Object.entries(object));
  return `${moment(Date.parse(String(members.get('to') ?? members.get('at'))))}  ${String(members.get('what') ?? '')}`;
}

/** Most lines that wait for further events. */
const MAX_LINES = 500;

/**
 * Collects events, and prints each line of what belongs together: an incident when it begins to be out, to lose instances, to wait or to start,
 * and every line with all its events once nothing can join it any more, a minute after it is over.
 */
export function collectLines(now: () => number, words: ActivityWords, print: (line: object) => void) {
  let fold: Fold<JournalEvent> = EMPTY_FOLD;
  /** How those that wait stood when they were printed last, and what they were then. */
  const waiting = new Map<string, { readonly standing: Standing | null; readonly printed: Line | null }>();

  const printLine = (line: Line<JournalEvent>): void => print(lineObject(line, words, now()));
  const printOver = (isDue: (line: Line<JournalEvent>) => boolean): void => {
    for (const id of waiting.keys()) {
      const line = fold.lines.get(id);
      if (line !== undefined && (isLineOpen(line) || !isDue(line))) continue;
      if (line !== undefined) printLine(line);
      waiting.delete(id);
    }
  };

  return {
    add: (events: readonly JournalEvent[]): void => {
      const before = fold;
      fold = foldEvents(before, events);
      for (const [id, line] of fold.lines) {
        if (before.lines.get(id) === line) continue;
        const [only, ...others] = [...line.incidents.values()];
        const standing = only === undefined || others.length > 0 ? 'over' : standingOf(only);
        const last = waiting.get(id) ?? { standing: null, printed: null };
        const isNews = standing !== 'over' && standing !== last.standing;
        if (isNews) printLine(line);
        waiting.set(id, isNews ? { standing, printed: line } : last);
      }
      if (fold.lines.size > MAX_LINES) printOver(() => true);
      fold = trimmed(fold, MAX_LINES);
    },
    // A time in the future is from before the clock was set back.
    printDue: (): void =>
      printOver(({ incidents, first, last }) =>
        incidents.size === 0 ? Math.abs(now() - first) >= GROUP_MS : Math.abs(now() - last) >= JOIN_MS,
      ),
    /** Prints the rest at the end of the program: what is over, and what has changed since it was printed. */
    printAll: (): void => {
      printOver(() => true);
      for (const [id, { printed }] of waiting) {
        const line = fold.lines.get(id);
        if (line !== undefined && line !== printed) printLine(line);
      }
    },
  };
}
