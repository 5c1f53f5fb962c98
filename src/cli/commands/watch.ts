import { eventsOf } from '../../app/journals.ts';
import { programs } from '../../app/programs.ts';
import type { OpenJournals } from '../../app/runtime-part.ts';
import type { JournalEvent } from '../../changes/change-event.ts';
import { type EventGroup, GROUP_MS, groupEvents } from '../../changes/event-groups.ts';
import { openHeadless } from '../../command/headless.ts';
import { readFilter } from '../../command/read-filter.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { isoTime } from '../../lib/duration.ts';
import { jsonText } from '../../lib/sanitize.ts';
import { activity } from '../../resources/activity.ts';
import { groupRow } from '../../resources/activity-groups.ts';
import { type ActivityWords, activityRowOf, wordsOfField } from '../../resources/activity-text.ts';
import { meets } from '../../resources/filter/match.ts';
import { asciiGlyphs } from '../../resources/glyphs.ts';
import { serviceResources } from '../../resources/index.ts';
import type { CollectEvents } from '../../store/event-collector.ts';
import type { Features } from '../../store/features.ts';
import { searchColumns } from '../../store/lists/search-text.ts';
import { projectsOf } from '../../store/projects.ts';
import { contextOf } from '../../store/row-context.ts';
import { CommandFailure, EXIT } from '../../system/exit.ts';
import { writeLine } from '../../system/streams.ts';
import { system } from '../../system/system.ts';

type WatchOptions = {
  /** Prints the events of the journal from this time on first, in milliseconds since 1970; null for none. */
  readonly since: number | null;
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

/** A group as an object of `spotdeck watch --group`; a single event as without grouping. */
export function groupLine({ kind, events, first, last }: EventGroup, words: ActivityWords) {
  const [event] = events;
  if (event === undefined) return {};
  if (kind === null || events.length === 1) return eventLine(event, words);
  const rows = events.map((one) => activityRowOf(one, words));
  const times = { count: events.length, first: isoTime(first), last: isoTime(last) };
  const what = groupRow('', rows, false, words)?.what ?? '';
  const list = listWord(kind.list);
  const all = { names: rows.map(({ name }) => name), events: events.map((one) => eventLine(one, words)) };
  if (kind.kind === 'noted') {
    const outcome = event.payload.kind === 'noted' ? event.payload.outcome : null;
    return { group: 'noted', ...times, what, verb: kind.verb, outcome, list, ...all };
  }
  const { change, bid, field, from, to } = kind;
  return { group: change, ...times, what, list, bid, field, from, to, ...all };
}
