import type { ListedRow } from '../../api/result.ts';
import { diffMaps } from '../../lib/diff-maps.ts';
import { type ActivityWords, activityRowOf } from '../../resources/activity-text.ts';
import { marksKept } from '../../store/lists/marks.ts';
import { paneFocused } from '../../store/panes/cursor.ts';
import { type ConsoleState, withList } from '../../store/state.ts';
import { type Incident, type Incidents, NO_INCIDENTS } from './incident.ts';

/** An incident with its events in words, oldest first. */
export type IncidentRow = {
  readonly fid: string;
  readonly incident: Incident;
  readonly lines: readonly { readonly at: number; readonly what: string }[];
};

declare module '../../resources/rows.ts' {
  interface Rows {
    readonly incidents: IncidentRow;
  }
}

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** What belongs together of what happened; absent until the journal is read. */
    readonly incidents?: Incidents;
  }
}

export const incidentsOf = ({ incidents = NO_INCIDENTS }: Pick<ConsoleState, 'incidents'>): Incidents => incidents;

/** An incident as a row. */
export const rowOf = (incident: Incident, words: ActivityWords): IncidentRow => ({
  fid: incident.id,
  incident,
  lines: incident.events.map((event) => ({ at: event.at, what: activityRowOf(event, words).what })),
});

const listed = new WeakMap<Incident, ListedRow<IncidentRow>>();

function listedRow(incident: Incident, words: ActivityWords): ListedRow<IncidentRow> {
  const known = listed.get(incident);
  if (known !== undefined) return known;
  const next: ListedRow<IncidentRow> = {
    row: rowOf(incident, words),
    get raw() {
      return JSON.stringify(incident);
    },
  };
  listed.set(incident, next);
  return next;
}

/** Takes incidents into the state, and into their pane when it is shown. */
export const withIncidents = (state: ConsoleState, incidents: Incidents): ConsoleState =>
  state.focus === 'incidents' ? incidentsListed({ ...state, incidents }, incidents) : { ...state, incidents };

function incidentsListed(state: ConsoleState, { byId }: Incidents): ConsoleState {
  const words = { into: state.glyphs.arrow, fieldWords: state.features.fieldWords };
  const { incidents: list } = state.lists;
  const rows = new Map(Array.from(byId.values(), (one) => [one.id, listedRow(one, words)] as const));
  const next = { ...list, rows, delta: diffMaps(list.rows, rows), fetchedAt: state.now };
  return marksKept(withList(state, 'incidents', next), 'incidents');
}

/** Shows the pane of incidents, or goes back from it. */
export function incidentsToggled(state: ConsoleState): ConsoleState {
  return state.focus === 'incidents'
    ? paneFocused(state, state.focusBefore)
    : paneFocused(incidentsListed(state, incidentsOf(state)), 'incidents');
}
