import type { ListedRow } from '../../../api/result.ts';
import type { JournalEvent } from '../../../changes/change-event.ts';
import type { ServiceList } from '../../../contract/lists.ts';
import { NO_VALUES } from '../../../lib/typed-key.ts';
import { activityRowOf } from '../../../resources/activity-text.ts';
import { byName, serviceLists } from '../../../resources/index.ts';
import { type Rows, SINGLE_EVENT } from '../../../resources/rows.ts';
import { addActivities, addActivity } from '../../../store/activity.ts';
import type { RowEvents } from '../../../store/dialog-state.ts';
import { ownActivityRows } from '../../../store/journal-sync.ts';
import { type List, type NewerRow, rowAnswered } from '../../../store/list.ts';
import { type Judging, judgedBefore } from '../../../store/row-memory.ts';
import { type ConnectionState, type ConsoleState, withList } from '../../../store/state.ts';
import { applyPart, applyRows, profileSwitched } from '../../../store/transitions.ts';
import { system } from '../../../system/system.ts';
import { type RecordedPlace, rowsKey, sameRows } from './format.ts';
import { applyPatch, patchedRows, rowsOfRun } from './list-delta.ts';
import type { AnsweredEntry, ListEntry, PartEntry, RecordEntry, Recording } from './read.ts';
import { rememberPositions } from './remembered.ts';

/** A position in a recording: the number of passed entries, and the console's state after them. */
export type Position = {
  readonly passed: number;
  readonly state: ConsoleState;
  /** Place at this position, and the lists as received, which the next entries patch. */
  readonly place: RecordedPlace | null;
  readonly rows: { readonly [Name in ServiceList]: readonly ListedRow<Rows[Name]>[] };
};

const NO_ROWS: Position['rows'] = byName(serviceLists, () => []);

export type Timeline = ReturnType<typeof createTimeline>;

/**
 * Derives the console's state at every entry of a recording, from one with empty lists, and finds events by its lists. With `isPart` it is a
 * part of a longer time: what the start knows beside its lists stays.
 */
export function createTimeline({ entries }: Recording, start: ConsoleState, isPart = false) {
  const first = isPart ? entries.at(0) : null;
  const place = first?.kind === 'place' ? first.place : null;
  const beginning: Position = { passed: 0, state: start, place, rows: NO_ROWS };
  const remembered = rememberPositions(beginning);
  /** Events of each entry, as far as the recording was stepped through. */
  const events: (readonly JournalEvent[])[] = [];
  let lastId = 0;
  /** What places that are shown no more had on their lists, as if they had stayed. */
  const left = new Map<string, Position>();
  /** The same of the shown place when it was left before: its lists show what happened meanwhile. Null where it was not. */
  let stayed: Position | null = null;

  const observedBy = (before: Position, changed: Position, entry: RecordEntry): ConsoleState => {
    if (stayed === null) return changed.state;
    stayed = addEvent({ ...stayed, rows: before.rows }, entry);
    return stayed.state;
  };

  /** The events that an entry shows. Each is stepped through for the first time in its turn. */
  const eventsOf = (before: Position, changed: Position, entry: RecordEntry): readonly JournalEvent[] => {
    if (entry.kind === 'place') {
      if (before.place === null || sameRows(before.place, entry.place)) return [];
      left.set(rowsKey(before.place), stayed ?? before);
      stayed = left.get(rowsKey(entry.place)) ?? null;
      return [];
    }
    const state = observedBy(before, changed, entry);
    if (entry.kind !== 'list' && entry.kind !== 'part') return [];
    const found = observedEvents(state, entry.list, lastId);
    lastId += found.length;
    return found;
  };

  return {
    beginning,

    /** The position after the next entry; null at the end. */
    step: (position: Position): Position | null => {
      const entry = entries.at(position.passed);
      if (entry === null) return null;
      const since = system().clock.steady();
      const changed = addEvent(position, entry);
      const payload = events[position.passed] ?? eventsOf(position, changed, entry);
      events[position.passed] = payload;
      const state = isPart ? changed.state : withEvents(changed.state, payload);
      const next = { ...changed, passed: position.passed + 1, state };
      remembered.reached(next, system().clock.steady() - since);
      return next;
    },

    /** The latest cached position with at most this many passed entries. */
    remembered: remembered.before,

    /** The events of an entry; none where it was not reached yet. */
    eventsAt: (index: number): readonly JournalEvent[] => events[index] ?? [],

    /** The events of a bid and its instances up to a position. */
    rowEvents: (fid: string, passed: number): RowEvents => {
      const { firstBids, times } = entries;
      return {
        events: events
          .slice(0, passed)
          .flat()
          .filter(({ payload }) => payload.kind === 'seen' && (payload.fid === fid || payload.bid === fid)),
        knownSince: firstBids < 0 || firstBids >= passed ? null : (times[firstBids] ?? null),
      };
    },
  };
}

/** When a recording begins, in milliseconds since 1970. */
export const firstTime = ({ times }: Recording['entries']): number => times[0] ?? 0;

/** Adds events to the activity list. */
function withEvents(state: ConsoleState, events: readonly JournalEvent[]): ConsoleState {
  const { glyphs, features } = state;
  const words = { into: glyphs.arrow, fieldWords: features.fieldWords };
  return addActivities(
    state,
    events.map((event) => activityRowOf(event, words)),
  );
}

/** The events that the last arrival of a list shows, numbered from the one after `lastId` on. */
function observedEvents(state: ConsoleState, name: ServiceList, lastId: number): readonly JournalEvent[] {
  const { changes, requestedAt, since } = state.lists[name].observed;
  return changes.map(({ change, seen }, n) => ({
    id: lastId + n + 1,
    key: `seen:${lastId + n + 1}`,
    at: seen?.at ?? requestedAt,
    since: seen?.since ?? since,
    by: '',
    payload: change,
  }));
}

function addEvent(position: Position, entry: RecordEntry): Position {
  const state = { ...position.state, now: entry.at };
  switch (entry.kind) {
    case 'place': {
      const { place } = entry;
      const { preemptionMs } = place;
      const connected = connectedTo(place);
      if (sameRows(position.place, place)) return { ...position, place, state: { ...state, connected, preemptionMs } };
      const there = { ...ownActivityRows(profileSwitched(state, connected)), preemptionMs };
      return { ...position, place, rows: NO_ROWS, state: there };
    }
    case 'list':
      return listArrived({ ...position, state }, entry);
    case 'part':
      return partArrived({ ...position, state }, entry);
    case 'answered':
      return answerArrived({ ...position, state }, entry);
    case 'failed': {
      const { list: name, fault: failure } = entry;
      return { ...position, state: withList(state, name, { ...state.lists[name], loading: null, failure }) };
    }
    case 'done':
      return { ...position, state: addActivity(state, { ...SINGLE_EVENT, ...entry.noted }) };
  }
}

function listArrived<Name extends ServiceList>(position: Position, entry: ListEntry<Name>): Position {
  const { list: name, pieces, unreadable, warnings, pages, asked, until, at, newer } = entry;
  const before: readonly ListedRow<Rows[Name]>[] = position.rows[name];
  const rows = applyPatch(before, pieces);
  // In a recording of version 1 each list is newer than everything before.
  const sequence = entry.sequence ?? position.passed + 1;
  const poll = { at: asked, sequence, until: until ?? sequence };
  const list: List<Rows[Name]> = position.state.lists[name];
  // Most polls of a night bring no change; seeking through them must be quick.
  const same = rows === before && list.fetchedAt !== null;
  const byFid = same ? list.rows : byFids(rows);
  const state = applyRows(
    position.state,
    name,
    { rows: byFid, unreadable, warnings, pages },
    poll,
    at,
    judgingOf(entry),
  );
  const arrived = { ...position, rows: { ...position.rows, [name]: rows }, state };
  if (newer.length === 0) return arrived;
  const later = newer.flatMap(({ asked, sequence, until = sequence, rows: runs }) =>
    runs
      .flatMap((run) => rowsOfRun(rows, run))
      .map((listed): [string, NewerRow<Rows[Name]>] => [listed.row.fid, { at: asked, sequence, until, listed }]),
  );
  return { ...arrived, state: withList<Name>(state, name, { ...state.lists[name], newer: new Map(later) }) };
}

/** How the rows of an entry were judged. */
const judgingOf = ({ doubts, confirmed }: Pick<ListEntry, 'doubts' | 'confirmed'>): Judging<unknown> =>
  judgedBefore({
    doubts: new Map(
      Object.entries(doubts).map(([fid, at]) => [
        fid,
        { says: null, answers: 1, since: at, until: 0, known: { at, sequence: 0 } },
      ]),
    ),
    confirmed: new Map(Object.entries(confirmed).map(([fid, [at, since]]) => [fid, { at, since }])),
  });

function partArrived<Name extends ServiceList>(position: Position, entry: PartEntry<Name>): Position {
  const { list: name, pieces, gone, asked, sequence, until = sequence, at } = entry;
  const before: readonly ListedRow<Rows[Name]>[] = position.rows[name];
  const part = { rows: byFids(patchedRows(before, pieces)), gone };
  return withRowsOf(
    position,
    name,
    applyPart(position.state, name, part, { at: asked, sequence, until }, at, judgingOf(entry)),
  );
}

function answerArrived<Name extends ServiceList>(position: Position, entry: AnsweredEntry<Name>): Position {
  const { list: name, pieces, sequence, at } = entry;
  const before: readonly ListedRow<Rows[Name]>[] = position.rows[name];
  const list: List<Rows[Name]> = position.state.lists[name];
  const answered = patchedRows(before, pieces).reduce((rows, row) => rowAnswered(rows, row, sequence, at), list);
  return withRowsOf(position, name, withList(position.state, name, answered));
}

/** A position with another state, and the rows of one of its lists. */
function withRowsOf<Name extends ServiceList>(position: Position, name: Name, state: ConsoleState): Position {
  const list: List<Rows[Name]> = state.lists[name];
  const same = list.rows === position.state.lists[name].rows;
  const rows = same ? position.rows : { ...position.rows, [name]: [...list.rows.values()] };
  return { ...position, rows, state };
}

function byFids<Row extends { readonly fid: string }>(
  rows: readonly ListedRow<Row>[],
): ReadonlyMap<string, ListedRow<Row>> {
  return new Map(rows.map((listed) => [listed.row.fid, listed]));
}

/** The place of a recording, from its header, as a connection that leads nowhere. */
function connectedTo({ profile, projects, origin, demo, names }: RecordedPlace): ConnectionState {
  return {
    profile,
    project: projects[0] ?? '',
    projects,
    allProjects: projects.length > 1,
    origin,
    demo,
    production: false,
    confirm: 'running',
    readOnly: true,
    hasToken: false,
    budget: null,
    own: NO_VALUES,
    aliases: new Map(names),
  };
}
