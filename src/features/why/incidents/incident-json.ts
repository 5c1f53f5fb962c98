import { type ActivityWords, activityRowOf } from '../../../resources/activity-text.ts';
import type { Incident } from './incident.ts';
import type { IncidentRow } from './incident-row.ts';
import { incidentText, standingOf } from './incident-words.ts';

/** An incident with its events in words. */
export const rowOf = (incident: Incident, words: ActivityWords): IncidentRow => ({
  fid: incident.id,
  incident,
  lines: incident.events.map((event) => ({ at: event.at, what: activityRowOf(event, words).what })),
});

const isoTime = (at: number): string => new Date(at).toISOString();

/** An incident as an object for programs. */
export function incidentJson(row: IncidentRow, now: number) {
  const { incident, lines } = row;
  const { about, name, first, last, lost, out, starting } = incident;
  return {
    incident: incident.id,
    list: about.list,
    fid: about.fid,
    name,
    state: standingOf(incident),
    first: isoTime(first),
    last: isoTime(last),
    lost,
    out,
    starting,
    what: incidentText(row, now),
    events: lines.map(({ at, what }) => ({ at: isoTime(at), what })),
  };
}
