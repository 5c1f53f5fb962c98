import type { StoreApi } from 'zustand/vanilla';
import type { JournalEvent } from '../changes/change-event.ts';
import type { ServiceList } from '../contract/lists.ts';
import { type AsyncJournal, journalRecords } from '../journal/async-journal.ts';
import type { Scope } from '../journal/scope.ts';
import { HOUR_MS } from '../lib/duration.ts';
import type { ActivityRow } from '../resources/activity-row.ts';
import { activityRowOf } from '../resources/activity-text.ts';
import { serviceLists } from '../resources/index.ts';
import { actionOf, activitiesLeft, addActivities, MAX_ACTIVITY_ROWS, showNotice } from './activity.ts';
import { createListRecords } from './list-records.ts';
import { preemptionsLearned, uncertainStarts } from './preemption.ts';
import { projectOfRow, projectsOf } from './projects.ts';
import { pastFound, pastRead } from './run-history.ts';
import type { ConsoleState } from './state.ts';

/** What follows the lists and the journal beside this: what a feature keeps in the journal, and what it shows of it. */
export type Follower = {
  /** Begins anew: other projects are shown, or another file is used. Their lists are not recorded yet. */
  readonly begin?: () => void;
  /** Called with each change of the state, and the lists that were recorded for it. Returns whether the journal has new events from this. */
  readonly stateChanged?: (state: ConsoleState, before: ConsoleState, recorded: readonly ServiceList[]) => boolean;
  /** Called with new events of the journal before the state has them. */
  readonly learn?: (events: readonly JournalEvent[]) => void;
  /** The state with new events of the journal. */
  readonly eventsArrived?: (state: ConsoleState, events: readonly JournalEvent[]) => ConsoleState;
  /** Called when the lists are recorded and the state has the events of that. */
  readonly caughtUp?: () => void;
  /** Called once nothing is recorded any more. */
  readonly finish?: () => void;
};

/** What a follower has to work with. */
export type FollowerAccess = {
  readonly store: StoreApi<ConsoleState>;
  readonly change: (transition: (state: ConsoleState) => ConsoleState) => void;
  readonly journal: AsyncJournal;
  /** The service in the journal, with each project that is shown, and with that of a row. */
  readonly scopes: () => readonly Scope[];
  readonly scopeOf: (list: ServiceList, fid: string) => Scope;
};

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly journal: AsyncJournal;
  /** The name of the service in the journal. */
  readonly service: () => string;
  /** Called with all new events of the journal, of this console and of others. */
  readonly onEvents?: (events: readonly JournalEvent[]) => void;
  /** What follows beside this, in this order. */
  readonly followers?: readonly ((following: FollowerAccess) => Follower)[];
};

/** How far back the start of a preemption is looked for, in milliseconds. */
const PREEMPTED_MS = 6 * HOUR_MS;
/** Time that the sparklines of the header show, in milliseconds. */
const PICTURES_MS = HOUR_MS;

/** The journal as it follows a console. */
export type JournalSync = {
  /** Resolves when the lists that came before are recorded, and the state has the events of the journal. */
  readonly begun: Promise<void>;
  /** Resolves when all that was recorded or read up to now is answered. */
  readonly settled: () => Promise<void>;
  readonly stop: () => void;
};

/**
 * Syncs the journal with the console: records every list and every action of the operator, and adds the journal's events,
 * those of other consoles too, to the activity list.
 */
export function syncJournal({ store, journal, service, onEvents, followers = [] }: Parts): JournalSync {
  let last = 0;
  let file = journal.status().number;
  let isStopped = false;
  /** Grows with each beginning: answers to what was asked before are dropped. */
  let beginning = 0;
  /** Whether the events that the journal had at the beginning are not in the state yet. */
  let isBeginning = true;
  /** Whether the lists that were there at the beginning are not recorded yet: they are recorded as they are then. */
  let isBehind = true;
  let isCatchingUp = false;
  let catchUpAgain = false;
  const underWay = new Set<Promise<void>>();
  const track = (one: Promise<void>): Promise<void> => {
    const ended: Promise<void> = one.finally(() => underWay.delete(ended));
    underWay.add(ended);
    return ended;
  };
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  const scopes = (): readonly Scope[] =>
    projectsOf(store.getState().connected).map((project) => ({ service: service(), project }));
  /** The scope of samples, which are of all shown projects together. */
  const whole = (): Scope => ({
    service: service(),
    project: scopes()
      .map(({ project }) => project)
      .join(' '),
  });

  const scopeOf = (list: ServiceList, fid: string): Scope => {
    const state = store.getState();
    return { service: service(), project: projectOfRow(state, list, fid) ?? state.connected.project };
  };
  const following = { store, change, journal, scopes, scopeOf };
  const others = followers.map((follow) => follow(following));
  const lists = createListRecords({ journal, state: store.getState, scopes });

  const learnEvents = (events: readonly JournalEvent[]): void => {
    last = Math.max(last, ...events.slice(-1).map(({ id }) => id));
    onEvents?.(events);
    for (const { learn } of others) learn?.(events);
    const own = events.filter(({ by }) => by === journal.by);
    const arrived = (state: ConsoleState): ConsoleState =>
      others.reduce(
        (next, other) => other.eventsArrived?.(next, events) ?? next,
        preemptionsLearned(eventsArrived(state, events, journal.by), events),
      );
    change((state) => pastFound(arrived(state), own));
  };

  const announceCaughtUp = (): void => {
    for (const { caughtUp } of others) caughtUp?.();
  };

  /** Reads the events that the state does not have, until there are none. */
  const catchUp = async (): Promise<void> => {
    catchUpAgain = true;
    if (isBeginning || isCatchingUp) return;
    isCatchingUp = true;
    while (catchUpAgain && !isStopped) {
      catchUpAgain = false;
      const own = beginning;
      const events = await journal.ask(journalRecords, 'after', scopes(), last);
      if (own !== beginning || events.length === 0) continue;
      learnEvents(events);
      catchUpAgain = true;
    }
    isCatchingUp = false;
    if (isStopped || isBeginning) return;
    announceCaughtUp();
    followStatus();
  };

  /** Reads the last events, and then records the lists that are there already. */
  const begin = async (): Promise<void> => {
    beginning += 1;
    isBeginning = true;
    isBehind = true;
    const own = beginning;
    const { now } = store.getState();
    for (const other of others) other.begin?.();
    const [recent, samples] = await Promise.all([
      // One more than is shown, so that a group at the end whose earlier events are left out says so.
      journal.ask(journalRecords, 'recent', scopes(), MAX_ACTIVITY_ROWS + 1),
      journal.ask(journalRecords, 'samples', whole(), now - PICTURES_MS),
    ]);
    if (isStopped || own !== beginning) return;
    last = recent.at(-1)?.id ?? 0;
    // The oldest events may not be among the last ones.
    const [oldest] = recent.length < MAX_ACTIVITY_ROWS ? [] : recent;
    const past = { since: oldest?.at ?? now - PICTURES_MS, samples };
    change((state) => ({
      ...pastRead(withJournal(state, recent, journal.by), recent, past),
      samples,
    }));
    const recorded = Promise.all(serviceLists.map(lists.whole));
    isBehind = false;
    await recorded;
    if (isStopped || own !== beginning) return;
    isBeginning = false;
    await Promise.all([catchUp(), learnPreemptions(new Map())]);
  };

  /** Shows what is new of the journal itself. Another file has other events, and has not seen what this program has. */
  const followStatus = (): void => {
    const { warning, said, losses, number } = journal.status();
    if (number !== file) {
      file = number;
      void track(begin());
    }
    const before = store.getState().journal;
    if (warning === before.problem && said === before.said && losses === before.losses) return;
    change((state) => ({ ...state, journal: { problem: warning, said, losses } }));
    const sentence = warning ?? (said === before.said ? null : said);
    if (sentence !== null) change((state) => showNotice(state, sentence, 'warn'));
  };

  /** Looks up when preemptions began: another console may have seen it. */
  const learnPreemptions = async (known: ConsoleState['preempting']): Promise<void> => {
    const state = store.getState();
    if (state.preempting === known) return;
    const rows = uncertainStarts(state)
      .filter((fid) => !known.has(fid))
      .map((fid) => ({ fid, scope: scopeOf(state.lists.bids.rows.has(fid) ? 'bids' : 'instances', fid) }));
    if (rows.length === 0) return;
    const own = beginning;
    const events = await journal.ask(journalRecords, 'ofRows', rows, state.now - PREEMPTED_MS);
    if (own === beginning && !isStopped) change((next) => preemptionsLearned(next, events));
  };

  const unsubscribe = store.subscribe((state, before) => {
    if (state.connected !== before.connected && profileText(state) !== profileText(before)) void track(begin());
    const came = serviceLists.filter(
      (name) => state.lists[name].fetchedAt !== null && state.lists[name].observed !== before.lists[name].observed,
    );
    if (!isBehind) for (const name of came) void track(lists.arrived(name));
    // Each second too: other consoles' events are shown even when no list is due here.
    const added = others.map((other) => other.stateChanged?.(state, before, came) === true);
    if (added.includes(true) || came.length > 0 || state.now !== before.now) void track(catchUp());
    else if (!isBeginning && !isCatchingUp) announceCaughtUp();
    if (!isBeginning) void track(learnPreemptions(before.preempting));
    const { rows } = before.lists.activity;
    if (state.lists.activity.rows !== rows) note(journal, service(), state, rows);
    const sample = state.samples.at(-1);
    if (sample !== undefined && sample !== before.samples.at(-1))
      journal.record(journalRecords, 'sample', whole(), sample);
    followStatus();
  });
  // What was done while the journal was being opened.
  note(journal, service(), store.getState(), new Map());
  const begun = track(begin());
  followStatus();
  return {
    begun,
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    stop: () => {
      unsubscribe();
      for (const { finish } of others) finish?.();
      isStopped = true;
    },
  };
}

/** Profile and shown projects as one text, to see when they change. */
export const profileText = ({ connected }: ConsoleState): string =>
  [connected.profile, ...projectsOf(connected)].join('\n');

/** Removes the journal's rows from the activity list, when another project is shown. */
export const ownActivityRows = (state: ConsoleState): ConsoleState =>
  activitiesLeft(state, ({ from }) => from === 'here');

/** Puts the journal's events before this console's own: where there are too many, the first ones are left out. */
function withJournal(state: ConsoleState, recent: readonly JournalEvent[], by: string): ConsoleState {
  const own = Array.from(ownActivityRows(state).lists.activity.rows.values(), ({ row }) => row);
  const events = own.filter(({ events }) => events.length === 0);
  const empty = activitiesLeft(state, () => false);
  return addActivities(eventsArrived(empty, recent, by), events);
}

type ActivityRows = ConsoleState['lists']['activity']['rows'];

/** Adds events of the journal to the activity list, except this console's own, which are already there. */
function eventsArrived(state: ConsoleState, events: readonly JournalEvent[], by: string): ConsoleState {
  return addActivities(
    state,
    events
      .filter((event) => event.payload.kind === 'seen' || event.by !== by)
      .map((event) => activityRowOf(event, { into: state.glyphs.arrow, fieldWords: state.features.fieldWords })),
  );
}

/** Writes an event of this console to the journal. */
export function noteActivity(journal: Pick<AsyncJournal, 'record'>, scope: Scope, row: ActivityRow): void {
  const { fid, at, who, outcome, what, about } = row;
  if (outcome === 'lost') return;
  journal.record(journalRecords, 'note', scope, fid, at, {
    kind: 'noted',
    who,
    outcome,
    what,
    about,
    action: actionOf(row),
  });
}

/** Writes this console's new or changed activity to the journal, each row under the project of the row it is about. */
function note(journal: Pick<AsyncJournal, 'record'>, service: string, state: ConsoleState, before: ActivityRows): void {
  for (const [fid, listed] of state.lists.activity.rows) {
    const { from, about, events, place } = listed.row;
    if (from === 'journal' || events.length > 0) continue;
    if (before.get(fid) === listed) continue;
    // What another profile did is in its own journal.
    if (place !== null && place.profile !== state.connected.profile) continue;
    const [then, ...more] = place?.projects ?? [];
    const project = more.length === 0 && then !== undefined ? then : state.connected.project;
    const own = about === null ? null : projectOfRow(state, about.pane, about.fid);
    noteActivity(journal, { service, project: own ?? project }, listed.row);
  }
}
