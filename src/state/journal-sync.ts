import type { StoreApi } from 'zustand/vanilla';
import type { JournalEvent } from '../changes/change-event.ts';
import { isPerProject } from '../contract/endpoint.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Journal, Scope } from '../journal/journal.ts';
import { activityRowOf } from '../resources/activity-text.ts';
import { serviceLists, serviceResources } from '../resources/index.ts';
import type { Rows } from '../resources/rows.ts';
import { addActivities, MAX_HAPPENINGS, showNotice } from './activity.ts';
import { historyEventsAdded } from './dialogs/bid-history.ts';
import type { List } from './lists/list.ts';
import { arrivalOf } from './lists/observe.ts';
import { projectIn, projectOfRow, projectsOf, rowsOfProject } from './projects.ts';
import type { ConsoleState } from './state.ts';

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly journal: Journal;
  /** The service, under the name by which the journal knows it. */
  readonly service: () => string;
  /** Hears of everything that comes into the journal from now on, of this console and of others. */
  readonly onEvents?: (events: readonly JournalEvent[]) => void;
};

/** An hour of pictures. */
const PICTURES_MS = 3_600_000;

/**
 * Keeps the journal in step with the console: every list that came is recorded, what happened here is noted, and what
 * the journal has to tell, of other consoles too, comes into the activity list. Answers with what ends it.
 */
export function syncJournal({ store, journal, service, onEvents }: Parts): () => void {
  let last = 0;
  let message: string | null = null;
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  const scopes = (): readonly Scope[] =>
    projectsOf(store.getState().connected).map((project) => ({ service: service(), project }));
  /** For what is told of all projects that are shown as one. */
  const whole = (): Scope => ({
    service: service(),
    project: scopes()
      .map(({ project }) => project)
      .join(' '),
  });

  const catchUp = (): void => {
    for (;;) {
      const events = journal.after(scopes(), last);
      last = Math.max(last, ...events.slice(-1).map(({ id }) => id));
      if (events.length === 0) break;
      onEvents?.(events);
      change((state) => historyEventsAdded(eventsArrived(state, events, journal.by), events));
    }
  };

  const begin = (): void => {
    const { now } = store.getState();
    const recent = journal.recent(scopes(), MAX_HAPPENINGS);
    last = recent.at(-1)?.id ?? 0;
    const samples = journal.samples(whole(), now - PICTURES_MS);
    change((state) => ({ ...eventsArrived(ownActivityRows(state), recent, journal.by), samples }));
  };

  const record = (name: ServiceList): void => recordList(journal, scopes(), name, store.getState().lists);

  const stop = store.subscribe((state, before) => {
    if (state.connected !== before.connected && placeIn(state) !== placeIn(before)) begin();
    const came = serviceLists.filter(
      (name) => state.lists[name].fetchedAt !== null && state.lists[name].observed !== before.lists[name].observed,
    );
    for (const name of came) record(name);
    // Each second too: what another console did is told though no list is due here.
    if (came.length > 0 || state.now !== before.now) catchUp();
    if (state.lists.activity.rows !== before.lists.activity.rows) note(journal, service(), state, before);
    const sample = state.samples.at(-1);
    if (sample !== undefined && sample !== before.samples.at(-1)) journal.sample(whole(), sample);
    const problem = journal.warning();
    if (problem !== message) {
      message = problem;
      if (problem !== null) change((now) => showNotice(now, problem, 'warn'));
    }
  });
  begin();
  // What came while the journal was being opened.
  for (const name of serviceLists) record(name);
  catchUp();
  return stop;
}

/** What is shown, as one text, to see when it changes. */
const placeIn = ({ connected }: ConsoleState): string => [connected.profile, ...projectsOf(connected)].join('\n');

/** Without what the journal told: of a project that is shown no longer. */
export function ownActivityRows(state: ConsoleState): ConsoleState {
  const { activity } = state.lists;
  const rows = new Map([...activity.rows].filter(([, { row }]) => row.from === 'here'));
  return rows.size === activity.rows.size
    ? state
    : { ...state, lists: { ...state.lists, activity: { ...activity, rows } } };
}

/** What the journal told comes into the activity list, but for what this console noted itself: that is there. */
function eventsArrived(state: ConsoleState, events: readonly JournalEvent[], by: string): ConsoleState {
  return addActivities(
    state,
    events
      .filter((event) => event.payload.kind === 'seen' || event.by !== by)
      .map((event) => activityRowOf(event, state.glyphs.arrow)),
  );
}

/** A list goes into the journal by project, each with the rows it has. */
export function recordList<Name extends ServiceList>(
  journal: Journal,
  scopes: readonly Scope[],
  name: Name,
  lists: { readonly [Each in ServiceList]: List<Rows[Each]> },
): void {
  const list = lists[name];
  if (list.fetchedAt === null) return;
  const { sequence, previousSequence, changes } = list.observed;
  const perProject = isPerProject(serviceResources[name].endpoint);
  const several = perProject && scopes.length > 1;
  for (const scope of perProject ? scopes : scopes.slice(0, 1)) {
    const own = several ? changes.filter(({ row }) => projectIn(row.row) === scope.project) : changes;
    journal.record(scope, name, {
      ...arrivalOf(list, perProject ? scopes.length : 1),
      requestedAt: list.fetchedAt,
      rows: several ? rowsOfProject(list.rows, scope.project) : list.rows,
      observed: { sequence, previousSequence, changes: own.map(({ change }) => change) },
    });
  }
}

/** What happened here and is not in the journal yet, or has another outcome by now. It belongs to the project of the row it is about. */
function note(journal: Journal, service: string, state: ConsoleState, before: ConsoleState): void {
  for (const [fid, listed] of state.lists.activity.rows) {
    const { from, at, who, outcome, what, about } = listed.row;
    if (from === 'journal' || outcome === 'lost' || before.lists.activity.rows.get(fid) === listed) continue;
    const project = (about === null ? null : projectOfRow(state, about.pane, about.fid)) ?? state.connected.project;
    journal.note({ service, project }, fid, at, { kind: 'noted', who, outcome, what, about });
  }
}
