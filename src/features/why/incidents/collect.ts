import { isoTime } from '../../../lib/duration.ts';
import { type ActivityWords, activityRowOf } from '../../../resources/activity-text.ts';
import type { CollectEvents } from '../../../store/event-collector.ts';
import { type Incident, incidentsWith, isOpen, JOIN_MS, NO_INCIDENTS } from '../incident.ts';
import { incidentText, type Standing, standingOf } from '../incident-words.ts';
import { outageJson } from '../outage.ts';

/**
 * Prints each incident as one object when it begins to be out, to wait or to start, and again with all its events once it is over and
 * nothing can join it any more.
 */
export const collectIncidents: CollectEvents = (now, words, print) => {
  let incidents = NO_INCIDENTS;
  /** What was printed last of those that are not over. */
  const printed = new Map<string, Standing>();
  const waiting = new Set<string>();

  const printOne = (incident: Incident): void => print(incidentJson(incident, words, now()));
  const printOver = (isDue: (incident: Incident) => boolean): void => {
    for (const id of waiting) {
      const incident = incidents.byId.get(id);
      if (incident !== undefined && (isOpen(incident) || !isDue(incident))) continue;
      if (incident !== undefined) printOne(incident);
      waiting.delete(id);
      printed.delete(id);
    }
  };

  return {
    add: (events) => {
      const before = incidents;
      incidents = incidentsWith(before, events);
      for (const [id, incident] of incidents.byId) {
        if (before.byId.get(id) === incident) continue;
        waiting.add(id);
        const standing = standingOf(incident);
        if (standing === 'over' || printed.get(id) === standing) continue;
        printed.set(id, standing);
        printOne(incident);
      }
    },
    // A time in the future is from before the clock was set back.
    printDue: () => printOver(({ last }) => Math.abs(now() - last) >= JOIN_MS),
    // What is not over was printed as it stands.
    printAll: () => printOver(() => true),
  };
};

/** An incident as an object for programs. */
function incidentJson(incident: Incident, words: ActivityWords, now: number) {
  const { about, name, first, last, lost, out, going, starting, outage } = incident;
  const lines = incident.events.map((event) => ({ at: event.at, what: activityRowOf(event, words).what }));
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
    what: incidentText({ incident, lines }, now),
    events: lines.map(({ at, what }) => ({ at: isoTime(at), what })),
  };
}
