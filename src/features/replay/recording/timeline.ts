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

/** The number of passed entries and the state after them. */
export type Position = {
  readonly passed: number;
  readonly state: ConsoleState;
  /** Place and received lists, as patched by the next entries. */
  readonly place: RecordedPlace | null;
  readonly rows: { readonly [Name in ServiceList]: readonly ListedRow<Rows[Name]>[] };
};

const NO_ROWS: Position['rows'] = byName(serviceLists, () => []);

export type Timeline = ReturnType<typeof createTimeline>;

/** The state at every entry, and events between lists. A part (`isPart`) keeps what its start knows. */
export function createTimeline({ entries }: Recording, start: ConsoleState, isPart = false) {
  const first = isPart ? entries.at(0) : null;
  const place = first?.kind === 'place' ? first.place : null;
  const beginning: Position = { passed: 0, state: start, place, rows: NO_ROWS };
  const remembered = rememberPositions(beginning);
  /** Per entry stepped through so far. */
  const events: (readonly JournalEvent[])[] = [];
  let lastId = 0;
  /** Places left, as if they had stayed shown. */
  const left = new Map<string, Position>();
  /** The shown place's earlier self: its lists tell what happened meanwhile. Null for a first visit. */
  let stayed: Position | null = null;

  const observedBy = (before: Position, changed: Position, entry: RecordEntry): ConsoleState => {
    if (stayed === null) return changed.state;
    stayed = addEvent({ ...stayed, rows: before.rows }, entry);
    return stayed.state;
  };

  /** Computed on the first step over the entry. */
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

    /** Null at the end. */
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

    remembered: remembered.before,

    /** None for an entry not reached yet. */
    eventsAt: (index: number): readonly JournalEvent[] => events[index] ?? [],

    /** Events of a bid and its instances up to a position. */
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

/** In milliseconds since 1970. */
export const firstTime = ({ times }: Recording['entries']): number => times[0] ?? 0;

function withEvents(state: ConsoleState, events: readonly JournalEvent[]): ConsoleState {
  const { glyphs, features } = state;
  const words = { into: glyphs.arrow, fieldWords: features.fieldWords };
  return addActivities(
    state,
    events.map((event) => activityRowOf(event, words)),
  );
}

/** Numbered from `lastId` + 1 on. */
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
  // Lists of version 1 are newer than everything before.
  const sequence = entry.sequence ?? position.passed + 1;
  const poll = { at: asked, sequence, until: until ?? sequence };
  const list: List<Rows[Name]> = position.state.lists[name];
  // Fast for the many polls without change.
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

/** A connection that leads nowhere. */
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

/** Distance of cached positions: entries, or milliseconds of work with long lists. */
const REMEMBER_EACH = 200;
const REMEMBER_MS = 80;
/** Each holds old rows. At this number every second is dropped, and the distance doubles. */
const MOST_REMEMBERED = 32;

/** Cached positions to seek from. */
export function rememberPositions<Position extends { readonly passed: number }>(beginning: Position) {
  let positions: readonly Position[] = [beginning];
  let apart = 1;
  /** In milliseconds since the last one. */
  let work = 0;
  return {
    reached: (next: Position, ms: number): void => {
      const { passed } = positions.at(-1) ?? beginning;
      if (next.passed <= passed) return;
      work += ms;
      if (next.passed - passed < REMEMBER_EACH * apart && work < REMEMBER_MS * apart) return;
      work = 0;
      positions = [...positions, next];
      if (positions.length <= MOST_REMEMBERED) return;
      positions = positions.filter((_, n) => n % 2 === 0);
      apart *= 2;
    },
    before: (passed: number): Position => positions.findLast((known) => known.passed <= passed) ?? beginning,
  };
}
