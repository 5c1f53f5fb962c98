import type { ListedRow } from '../api/result.ts';
import type { JournalEvent } from '../changes/change-event.ts';
import type { ServiceList } from '../contract/lists.ts';
import { openJournal } from '../journal/journal.ts';
import { activityRowOf } from '../resources/activity-text.ts';
import { byName, serviceLists, serviceResources } from '../resources/index.ts';
import type { Rows } from '../resources/rows.ts';
import { addActivities, addActivity } from '../state/activity.ts';
import type { BidEvents } from '../state/dialogs/dialog-state.ts';
import { ownActivityRows, recordList } from '../state/journal-sync.ts';
import type { List } from '../state/lists/list.ts';
import { applyRows, sessionSwitched } from '../state/lists/transitions.ts';
import { projectsOf } from '../state/projects.ts';
import { type Connected, type ConsoleState, withList } from '../state/state.ts';
import { type RecordedSession, sameRows } from './format.ts';
import { applyPatch } from './list-delta.ts';
import type { ListEntry, RecordEntry, Recording } from './read.ts';

/** A place in a recording: how many of its moments have been, and what the console holds then. */
export type Position = {
  readonly passed: number;
  readonly state: ConsoleState;
  /** Where it was looked, and the lists as they came, which tell the next ones. */
  readonly session: RecordedSession | null;
  readonly rows: { readonly [Name in ServiceList]: readonly ListedRow<Rows[Name]>[] };
};

/** So many moments lie between two places that are remembered. */
const REMEMBER_EACH = 200;

const NO_ROWS: Position['rows'] = byName(serviceLists, () => []);

export type Timeline = ReturnType<typeof createTimeline>;

/** What the console held at every moment of a recording, from a state that holds nothing yet. Events are found as the live console finds them. */
export function createTimeline({ entries }: Recording, start: ConsoleState) {
  const beginning: Position = { passed: 0, state: start, session: null, rows: NO_ROWS };
  const remembered: Position[] = [beginning];
  /** The events that each moment brought, as far as somebody has been. */
  const events: (readonly JournalEvent[])[] = [];
  let at = entries[0].at;
  let last = 0;
  // Of its own and in memory: nothing of a recording comes into the operator's journal.
  const journal = openJournal(':memory:', () => at, serviceResources);

  const found = (state: ConsoleState, entry: RecordEntry): readonly JournalEvent[] => {
    if (entry.kind !== 'list') return [];
    at = entry.at;
    const scopes = projectsOf(state.connected).map((project) => ({ service: 'recording', project }));
    recordList(journal, scopes, entry.list, state.lists);
    const came = journal.after(scopes, last);
    last = came.at(-1)?.id ?? last;
    return came;
  };

  return {
    beginning,

    /** The next moment happens; null when there is none. */
    step: (position: Position): Position | null => {
      const entry = entries[position.passed];
      if (entry === undefined) return null;
      const came = addEvent(position, entry);
      const payload = events[position.passed] ?? found(came.state, entry);
      events[position.passed] = payload;
      const lines = payload.map((event) => activityRowOf(event, came.state.glyphs.arrow));
      const next = { ...came, passed: position.passed + 1, state: addActivities(came.state, lines) };
      if (next.passed === remembered.length * REMEMBER_EACH) remembered.push(next);
      return next;
    },

    /** The latest place that is remembered among those where no more moments than these have been. */
    remembered: (passed: number): Position =>
      remembered[Math.min(Math.floor(passed / REMEMBER_EACH), remembered.length - 1)] ?? beginning,

    /** What a moment brought; nothing where nobody has been yet. */
    eventsAt: (index: number): readonly JournalEvent[] => events[index] ?? [],

    /** What is known of a bid and its instances when so many moments have been. */
    bidEvents: (fid: string, passed: number): BidEvents => {
      const first = entries.slice(0, passed).find((entry) => entry.kind === 'list' && entry.list === 'bids');
      return {
        events: events
          .slice(0, passed)
          .flat()
          .filter(({ payload }) => payload.kind === 'seen' && (payload.fid === fid || payload.bid === fid)),
        knownSince: first?.at ?? null,
      };
    },

    end: (): void => journal.close(),
  };
}

function addEvent(position: Position, entry: RecordEntry): Position {
  const state = { ...position.state, now: entry.at };
  switch (entry.kind) {
    case 'place': {
      const { place: session } = entry;
      const { preemptionMs } = session;
      const connected = connectedTo(session);
      if (sameRows(position.session, session))
        return { ...position, session, state: { ...state, connected, preemptionMs } };
      const there = { ...ownActivityRows(sessionSwitched(state, connected)), preemptionMs };
      return { ...position, session, rows: NO_ROWS, state: there };
    }
    case 'list':
      return listCame({ ...position, state }, entry);
    case 'failed': {
      const { list: name, fault: failure } = entry;
      return { ...position, state: withList(state, name, { ...state.lists[name], loading: null, failure }) };
    }
    case 'done':
      return { ...position, state: addActivity(state, entry.noted) };
  }
}

function listCame<Name extends ServiceList>(position: Position, entry: ListEntry<Name>): Position {
  const { list: name, pieces, unreadable, warnings, pages, asked, at } = entry;
  const before: readonly ListedRow<Rows[Name]>[] = position.rows[name];
  const rows = applyPatch(before, pieces);
  // Nothing is written here, so each list is newer than whatever was before.
  const sequence = position.passed + 1;
  const { state } = position;
  const list: List<Rows[Name]> = state.lists[name];
  // Of a night nearly every look brought what the one before did; going through it must not take that long.
  const same = rows === before && list.fetchedAt !== null;
  const byFid = same ? list.rows : new Map(rows.map((listed) => [listed.row.fid, listed]));
  return {
    ...position,
    rows: { ...position.rows, [name]: rows },
    state: applyRows(state, name, { rows: byFid, unreadable, warnings, pages }, { at: asked, sequence }, at),
  };
}

/** Where a recording was made, as the header tells it. Nothing leads there. */
function connectedTo({ profile, projects, origin, demo, names }: RecordedSession): Connected {
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
    aliases: new Map(names),
  };
}
