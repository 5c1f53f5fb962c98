import { eventsOf } from '../../app/journals.ts';
import { programs } from '../../app/programs.ts';
import type { OpenJournals } from '../../app/runtime-part.ts';
import type { JournalEvent } from '../../changes/change-event.ts';
import { eventKind, GROUP_MS } from '../../changes/event-kind.ts';
import { EMPTY_FOLD, type Fold, foldEvents, JOIN_MS, type Line, trimmed } from '../../changes/fold-events.ts';
import {
  type Incident,
  isOpen,
  lossesOf,
  outageJson,
  outageOf,
  returnsOf,
  type Standing,
  standingOf,
} from '../../changes/incident.ts';
import { openHeadless } from '../../command/headless.ts';
import { readFilter } from '../../command/read-filter.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { isoTime } from '../../lib/duration.ts';
import { jsonText } from '../../lib/sanitize.ts';
import { activity } from '../../resources/activity.ts';
import { lineRow } from '../../resources/activity-groups.ts';
import { type ActivityWords, activityRowOf, wordsOfField } from '../../resources/activity-text.ts';
import { meets } from '../../resources/filter/match.ts';
import { asciiGlyphs } from '../../resources/glyphs.ts';
import { serviceResources } from '../../resources/index.ts';
import type { Features } from '../../store/features.ts';
import { searchColumns } from '../../store/lists/search-text.ts';
import { projectsOf } from '../../store/projects.ts';
import { contextOf } from '../../store/row-context.ts';
import { EXIT } from '../../system/exit.ts';
import { writeLine } from '../../system/streams.ts';
import { system } from '../../system/system.ts';

type WatchOptions = {
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
  const printLine = (line: object): void => writeLine(jsonText(line));
  const collector = options.group ? collectLines(system().clock.now, words, printLine) : null;
  let printed = 0;
  const print = (events: readonly JournalEvent[]): void => {
    const fresh = events.filter((event) => event.id > printed && fits(event));
    printed = Math.max(printed, ...events.slice(-1).map(({ id }) => id));
    if (collector !== null) collector.add(fresh);
    else for (const event of fresh) printLine(eventLine(event, words));
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
    const last = past.at(-1)?.id ?? 0;
    const since = [...past.filter(({ at }) => at >= from), ...(early ?? []).filter(({ id }) => id > last)];
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
  // A watch that goes on writes what it saw once the journal can be used; this one has lost it.
  return options.once && code === EXIT.done && store.getState().journal.problem !== null ? EXIT.refused : code;
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

  const printLine = (line: Line<JournalEvent>): void => print(lineJson(line, words, now()));
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

const isLineOpen = ({ incidents }: Line<JournalEvent>): boolean => [...incidents.values()].some(isOpen);

const listWord = (list: ServiceList): string => serviceResources[list].words.list;

/** An event as an object of `spotdeck watch`, with the service's own words for statuses and fields. */
export function eventLine({ id, key, at, since, payload }: JournalEvent, words: ActivityWords) {
  if (payload.kind === 'seen') {
    const { list, fid, name, bid, change, field, from, to } = payload;
    const times = { id, at: isoTime(at), since: isoTime(since) };
    const seen = { ...times, event: change, list: listWord(list), fid, name, bid, field, from, to };
    const own = wordsOfField(words, field)?.members(payload) ?? null;
    return field === null || own === null ? seen : { ...seen, [field]: own };
  }
  const { who, outcome, what, about } = payload;
  const of = about === null ? null : listWord(about.pane);
  return { id, at: isoTime(at), event: 'noted', who, outcome, what, key, list: of, fid: about?.fid ?? null };
}

/** A line as an object of `spotdeck watch --group`; a single event as without grouping. */
export function lineJson(line: Line<JournalEvent>, words: ActivityWords, now: number) {
  const { events } = line;
  const [event] = events;
  if (event === undefined) return {};
  if (events.length === 1 && !isLineOpen(line)) return eventLine(event, words);
  const incidents = [...line.incidents.values()];
  const [only] = incidents;
  const rows = events.map((one) => activityRowOf(one, words));
  const what = lineRow(line.id, incidents, rows, false, words)?.what ?? '';
  const all = { what, events: events.map((one) => eventLine(one, words)) };
  if (only !== undefined && incidents.length === 1) return { ...incidentJson(line.id, only, now), ...all };
  const kind = eventKind(event);
  const times = { count: events.length, first: isoTime(line.first), last: isoTime(line.last) };
  const names = [...new Set(rows.map(({ name }) => name))];
  const list = kind === null ? null : listWord(kind.list);
  if (kind?.kind !== 'seen') return { group: 'noted', ...times, verb: kind?.verb ?? null, list, names, ...all };
  const { change, bid, field, from, to } = kind;
  return { group: change, ...times, list, bid, field, from, to, names, ...all };
}

/** An incident as an object for programs. */
function incidentJson(id: string, incident: Incident, now: number) {
  const { about, name, first, last, out, going, starting } = incident;
  const outage = outageOf(incident);
  return {
    incident: id,
    list: about.list,
    fid: about.fid,
    name,
    state: standingOf(incident),
    first: isoTime(first),
    last: isoTime(last),
    lost: lossesOf(incident).length,
    back: returnsOf(incident).length,
    out,
    preempting: going,
    starting,
    outage: outage === null ? null : outageJson(outage, now),
  };
}
