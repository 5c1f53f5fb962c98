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
import { searchColumns } from '../../store/lists/place-columns.ts';
import { contextOf } from '../../store/row-context.ts';
import { type Features, projectsOf } from '../../store/state.ts';
import { EXIT } from '../../system/exit.ts';
import { system } from '../../system/system.ts';
import { eventMembers, eventObject, isLineOpen, lineObject } from './watch-objects.ts';

type WatchOptions = Printing & {
  /** Prints the journal from this time first, in milliseconds since 1970; null for none. */
  readonly since: number | null;
  /** Ends after each list was read once. */
  readonly once: boolean;
  readonly filter: string;
  /** Prints related events as one object. */
  readonly group: boolean;
};

/** `spotdeck watch`: prints events until a signal, and records each once. Returns the exit code. */
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
  /** Events before the past was printed; null afterwards. */
  let early: JournalEvent[] | null = options.since === null ? null : [];
  const printNew = (events: readonly JournalEvent[]): void =>
    early === null ? print(events) : void early.push(...events);
  const printPast = async ({ journal }: OpenJournals): Promise<void> => {
    const { since: from } = options;
    if (from === null) return;
    // Read only once the journal is followed: no event of others is missed or printed twice.
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
  // A longer watch writes its events later; this one has lost them.
  return options.once && code === EXIT.done && store.getState().journal.problem !== null ? EXIT.refused : code;
}

function lineOf(object: object): string {
  const members = new Map<string, unknown>(Object.entries(object));
  return `${moment(Date.parse(String(members.get('to') ?? members.get('at'))))}  ${String(members.get('what') ?? '')}`;
}

const MAX_LINES = 500;

/** Prints related events as lines: an incident at each turn for the worse, any line once nothing can join it. */
export function collectLines(now: () => number, words: ActivityWords, print: (line: object) => void) {
  let fold: Fold<JournalEvent> = EMPTY_FOLD;
  /** Open lines: how each stood when last printed. */
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
    // A future time is from before the clock was set back.
    printDue: (): void =>
      printOver(({ incidents, first, last }) =>
        incidents.size === 0 ? Math.abs(now() - first) >= GROUP_MS : Math.abs(now() - last) >= JOIN_MS,
      ),
    /** Prints lines that are over, and changed ones, at the end. */
    printAll: (): void => {
      printOver(() => true);
      for (const [id, { printed }] of waiting) {
        const line = fold.lines.get(id);
        if (line !== undefined && line !== printed) printLine(line);
      }
    },
  };
}
