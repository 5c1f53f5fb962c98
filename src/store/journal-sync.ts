import type { StoreApi } from 'zustand/vanilla';
import type { JournalEvent } from '../changes/change-event.ts';
import type { ServiceList } from '../contract/lists.ts';
import { type AsyncJournal, journalRecords } from '../journal/async-journal.ts';
import type { Scope } from '../journal/scope.ts';
import { HOUR_MS } from '../lib/duration.ts';
import { activityRowOf } from '../resources/activity-text.ts';
import { serviceLists } from '../resources/index.ts';
import type { ActivityRow } from '../resources/rows.ts';
import { actionOf, activitiesLeft, addActivities, MAX_ACTIVITY_ROWS, showNotice } from './activity.ts';
import { createListRecords } from './list-records.ts';
import { preemptionsLearned, uncertainStarts } from './preemption.ts';
import { pastFound, pastRead } from './run-history.ts';
import { type ConsoleState, projectOfRow, projectsOf } from './state.ts';

export type Follower = {
  /** Other projects or another file: their lists are not recorded yet. */
  readonly begin?: () => void;
  /** `recorded`: the lists recorded for this state. Returns whether the journal has new events. */
  readonly stateChanged?: (state: ConsoleState, before: ConsoleState, recorded: readonly ServiceList[]) => boolean;
  /** Called before the state has the events. */
  readonly learn?: (events: readonly JournalEvent[]) => void;
  readonly eventsArrived?: (state: ConsoleState, events: readonly JournalEvent[]) => ConsoleState;
  /** The lists are recorded, and the state has the events. */
  readonly caughtUp?: () => void;
  readonly finish?: () => void;
};

export type FollowerAccess = {
  readonly store: StoreApi<ConsoleState>;
  readonly change: (transition: (state: ConsoleState) => ConsoleState) => void;
  readonly journal: AsyncJournal;
  /** The service in the journal: with each shown project, and with a row's. */
  readonly scopes: () => readonly Scope[];
  readonly scopeOf: (list: ServiceList, fid: string) => Scope;
};

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly journal: AsyncJournal;
  readonly service: () => string;
  /** All new events, of this console and of others. */
  readonly onEvents?: (events: readonly JournalEvent[]) => void;
  readonly followers?: readonly ((following: FollowerAccess) => Follower)[];
};

/** How far back preemptions are looked for, in milliseconds. */
const PREEMPTED_MS = 6 * HOUR_MS;
const PICTURES_MS = HOUR_MS;

export type JournalSync = {
  /** Resolves when earlier lists are recorded and the state has the journal's events. */
  readonly begun: Promise<void>;
  readonly settled: () => Promise<void>;
  readonly stop: () => void;
};

/** Records every list and action, and adds the journal's events to the activity list. */
export function syncJournal({ store, journal, service, onEvents, followers = [] }: Parts): JournalSync {
  let last = 0;
  let file = journal.status().number;
  let isStopped = false;
  /** Answers from before a new beginning are dropped. */
  let beginning = 0;
  /** The state lacks the journal's earlier events. */
  let isBeginning = true;
  /** The lists already there are not recorded yet. */
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
  /** Samples are of all shown projects together. */
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

  const begin = async (): Promise<void> => {
    beginning += 1;
    isBeginning = true;
    isBehind = true;
    const own = beginning;
    const { now } = store.getState();
    for (const other of others) other.begin?.();
    const [recent, samples] = await Promise.all([
      // One more than shown, so a group cut off at the end is known.
      journal.ask(journalRecords, 'recent', scopes(), MAX_ACTIVITY_ROWS + 1),
      journal.ask(journalRecords, 'samples', whole(), now - PICTURES_MS),
    ]);
    if (isStopped || own !== beginning) return;
    last = recent.at(-1)?.id ?? 0;
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

  /** Another file has other events. */
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

  /** Another console may have seen when a preemption began. */
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
    // Each second too: other consoles' events come when no list is due here.
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
  // Actions from before the journal was open.
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

export const profileText = ({ connected }: ConsoleState): string =>
  [connected.profile, ...projectsOf(connected)].join('\n');

export const ownActivityRows = (state: ConsoleState): ConsoleState =>
  activitiesLeft(state, ({ from }) => from === 'here');

/** The journal's events go first: they are dropped first. */
function withJournal(state: ConsoleState, recent: readonly JournalEvent[], by: string): ConsoleState {
  const own = Array.from(ownActivityRows(state).lists.activity.rows.values(), ({ row }) => row);
  const events = own.filter(({ events }) => events.length === 0);
  const empty = activitiesLeft(state, () => false);
  return addActivities(eventsArrived(empty, recent, by), events);
}

type ActivityRows = ConsoleState['lists']['activity']['rows'];

/** Without this console's own actions: they are already there. */
function eventsArrived(state: ConsoleState, events: readonly JournalEvent[], by: string): ConsoleState {
  return addActivities(
    state,
    events
      .filter((event) => event.payload.kind === 'seen' || event.by !== by)
      .map((event) => activityRowOf(event, { into: state.glyphs.arrow, fieldWords: state.features.fieldWords })),
  );
}

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

/** Each row goes under the project of its subject. */
function note(journal: Pick<AsyncJournal, 'record'>, service: string, state: ConsoleState, before: ActivityRows): void {
  for (const [fid, listed] of state.lists.activity.rows) {
    const { from, about, events, place } = listed.row;
    if (from === 'journal' || events.length > 0) continue;
    if (before.get(fid) === listed) continue;
    // Another profile's journal has its actions.
    if (place !== null && place.profile !== state.connected.profile) continue;
    const [then, ...more] = place?.projects ?? [];
    const project = more.length === 0 && then !== undefined ? then : state.connected.project;
    const own = about === null ? null : projectOfRow(state, about.pane, about.fid);
    noteActivity(journal, { service, project: own ?? project }, listed.row);
  }
}
