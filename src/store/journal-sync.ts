import type { StoreApi } from 'zustand/vanilla';
import type { JournalEvent } from '../changes/change-event.ts';
import { isPerProject } from '../contract/endpoint.ts';
import type { ServiceList } from '../contract/lists.ts';
import { type AsyncJournal, journalRecords } from '../journal/async-journal.ts';
import type { Journal } from '../journal/journal.ts';
import { sameThread } from '../journal/same-thread.ts';
import type { Scope } from '../journal/scope.ts';
import { HOUR_MS } from '../lib/duration.ts';
import type { ActivityRow } from '../resources/activity-row.ts';
import { activityRowOf } from '../resources/activity-text.ts';
import { serviceLists, serviceResources } from '../resources/index.ts';
import type { Rows } from '../resources/rows.ts';
import { actionOf, activitiesLeft, addActivities, MAX_ACTIVITY_ROWS, showNotice } from './activity.ts';
import { type List, type Observation, requestedAt as rowRequestedAt } from './list.ts';
import { arrivalOf, WHOLE } from './lists/observe.ts';
import { preemptionsLearned, uncertainStarts } from './preemption.ts';
import { projectIn, projectOfRow, projectsOf, rowsOfProject } from './projects.ts';
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
  readonly journal: Journal;
  readonly asyncJournal: AsyncJournal;
  /** The service in the journal, with each project that is shown, and with that of a row. */
  readonly scopes: () => readonly Scope[];
  readonly scopeOf: (list: ServiceList, fid: string) => Scope;
};

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly journal: Journal;
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

/**
 * Syncs the journal with the console: records every list and every action of the operator, and adds the journal's events,
 * those of other consoles too, to the activity list. Returns a function that stops it.
 */
export function syncJournal({ store, journal, service, onEvents, followers = [] }: Parts): () => void {
  let last = 0;
  let known = journal.file().number;
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
  const asyncJournal = sameThread(journal);
  const following = { store, change, journal, asyncJournal, scopes, scopeOf };
  const others = followers.map((follow) => follow(following));

  const catchUp = (): void => {
    for (;;) {
      const events = journal.after(scopes(), last);
      last = Math.max(last, ...events.slice(-1).map(({ id }) => id));
      if (events.length === 0) break;
      onEvents?.(events);
      for (const { learn } of others) learn?.(events);
      const own = events.filter(({ by }) => by === journal.by);
      const arrived = (state: ConsoleState): ConsoleState =>
        others.reduce(
          (next, other) => other.eventsArrived?.(next, events) ?? next,
          preemptionsLearned(eventsArrived(state, events, journal.by), events),
        );
      change((state) => pastFound(arrived(state), own));
    }
  };
  /** Whether there are lists that came while the journal was being opened, and that it does not have yet. */
  let isBehind = false;
  const settle = (): void => {
    if (isBehind) return;
    for (const { caughtUp } of others) caughtUp?.();
  };

  const begin = (): void => {
    const { now } = store.getState();
    // One more than is shown, so that a group at the end whose earlier events are left out says so.
    const recent = journal.recent(scopes(), MAX_ACTIVITY_ROWS + 1);
    last = recent.at(-1)?.id ?? 0;
    for (const other of others) other.begin?.();
    const samples = journal.samples(whole(), now - PICTURES_MS);
    // The oldest events may not be among the last ones.
    const [oldest] = recent.length < MAX_ACTIVITY_ROWS ? [] : recent;
    const past = { since: oldest?.at ?? now - PICTURES_MS, samples };
    change((state) => ({
      ...pastRead(withJournal(state, recent, journal.by), recent, past),
      samples,
    }));
  };

  /** Shows what is new of the journal itself. */
  const tell = (): void => {
    const { said, losses } = journal.file();
    const next = { problem: journal.warning(), said, losses };
    const before = store.getState().journal;
    if (next.problem === before.problem && said === before.said && losses === before.losses) return;
    change((state) => ({ ...state, journal: next }));
    const sentence = next.problem ?? (said === before.said ? null : said);
    if (sentence !== null) change((state) => showNotice(state, sentence, 'warn'));
  };

  /** Looks up when preemptions began: another console may have seen it. */
  const learnPreemptions = (known: ConsoleState['preempting']): void => {
    const state = store.getState();
    if (state.preempting === known) return;
    const events = uncertainStarts(state).flatMap((fid) => {
      if (known.has(fid)) return [];
      const list = state.lists.bids.rows.has(fid) ? 'bids' : 'instances';
      return journal.of(scopeOf(list, fid), fid, state.now - PREEMPTED_MS);
    });
    change((next) => preemptionsLearned(next, events));
  };

  const record = (name: ServiceList): void => recordList(journal, scopes(), name, store.getState().lists);

  const stop = store.subscribe((state, before) => {
    if (state.connected !== before.connected && profileText(state) !== profileText(before)) begin();
    const came = serviceLists.filter(
      (name) => state.lists[name].fetchedAt !== null && state.lists[name].observed !== before.lists[name].observed,
    );
    for (const name of came) record(name);
    // Each second too: other consoles' events are shown even when no list is due here.
    const added = others.map((other) => other.stateChanged?.(state, before, came) === true);
    if (added.includes(true) || came.length > 0 || state.now !== before.now) catchUp();
    settle();
    learnPreemptions(before.preempting);
    const { rows } = before.lists.activity;
    if (state.lists.activity.rows !== rows) note(asyncJournal, service(), state, rows);
    const sample = state.samples.at(-1);
    if (sample !== undefined && sample !== before.samples.at(-1)) journal.sample(whole(), sample);
    followFile();
    tell();
  });
  const beginWithLists = (): void => {
    isBehind = true;
    begin();
    // Lists that arrived while the journal was being opened, with the parts that came since.
    for (const name of serviceLists) recordWhole(journal, scopes(), name, store.getState().lists);
    isBehind = false;
    catchUp();
    learnPreemptions(new Map());
    settle();
  };
  /** Another file has other events, and has not seen what this program has. */
  const followFile = (): void => {
    const { number } = journal.file();
    if (number === known) return;
    known = number;
    beginWithLists();
  };
  // What was done while the journal was being opened.
  note(asyncJournal, service(), store.getState(), new Map());
  beginWithLists();
  tell();
  return () => {
    stop();
    for (const { finish } of others) finish?.();
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

type ServiceLists = { readonly [Each in ServiceList]: List<Rows[Each]> };

type ArrivedList<Row> = Pick<Observation<Row>, 'sequence' | 'previousSequence' | 'changes' | 'requestedAt' | 'covered'>;

/** Records what last arrived of a list in the journal by project, each with its own rows. */
export function recordList<Name extends ServiceList>(
  journal: Journal,
  scopes: readonly Scope[],
  name: Name,
  lists: ServiceLists,
  arrived: ArrivedList<Rows[Name]> = lists[name].observed,
): void {
  const list = lists[name];
  if (list.fetchedAt === null) return;
  const { sequence, previousSequence, changes, requestedAt, covered } = arrived;
  const perProject = isPerProject(serviceResources[name].endpoint);
  const several = perProject && scopes.length > 1;
  for (const scope of perProject ? scopes : scopes.slice(0, 1)) {
    const own = several ? changes.filter(({ row }) => projectIn(row.row) === scope.project) : changes;
    const isOwn = (fid: string): boolean =>
      !several ||
      projectIn(list.rows.get(fid)?.row ?? {}) === scope.project ||
      own.some(({ change }) => change.fid === fid);
    journal.record(scope, name, {
      ...(covered === null ? arrivalOf(list) : WHOLE),
      requestedAt,
      covered: covered === null ? null : [...covered].filter(isOwn),
      rowRequestedAt: (fid) => rowRequestedAt(list, fid) ?? requestedAt,
      // The rows of a part are looked up by fid.
      rows: several && covered === null ? rowsOfProject(list.rows, scope.project) : list.rows,
      observed: { sequence, previousSequence, changes: own },
    });
  }
}

/** Records all rows of a list, which the journal compares with its own. */
function recordWhole(journal: Journal, scopes: readonly Scope[], name: ServiceList, lists: ServiceLists): void {
  const { fetchedAt, observed } = lists[name];
  if (fetchedAt === null) return;
  const { sequence } = observed;
  const whole = { sequence, previousSequence: null, changes: [], requestedAt: fetchedAt, covered: null };
  recordList(journal, scopes, name, lists, whole);
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
