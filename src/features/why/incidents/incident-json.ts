import { isoTime } from '../../../lib/duration.ts';
import type { IncidentRow } from '../incident-row.ts';
import { incidentText, standingOf } from '../incident-words.ts';
import { outageJson } from '../outage.ts';

/** An incident as an object for programs. */
export function incidentJson(row: IncidentRow, now: number) {
  const { incident, lines } = row;
  const { about, name, first, last, lost, out, going, starting, outage } = incident;
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
    preempting: going,
    starting,
    outage: outage === null ? null : outageJson(outage, now),
    what: incidentText(row, now),
    events: lines.map(({ at, what }) => ({ at: isoTime(at), what })),
  };
}
