import type { JournalEvent } from '../../changes/change-event.ts';
import { eventKind } from '../../changes/event-kind.ts';
import type { Line } from '../../changes/fold-events.ts';
import { type Incident, isOpen, lossesOf, outageOf, returnsOf, standingOf } from '../../changes/incident.ts';
import {
  change,
  identity,
  number,
  object,
  objectOf,
  type Shape,
  text,
  list as texts,
  time,
} from '../../command/json.ts';
import { outageShape } from '../../command/outage-shape.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { lineRow } from '../../resources/activity-groups.ts';
import { type ActivityWords, activityRowOf, wordsOfField } from '../../resources/activity-text.ts';
import { serviceResources } from '../../resources/index.ts';

const listWord = (list: ServiceList): string => serviceResources[list].words.list;

type Happened = {
  readonly id: number;
  readonly event: string;
  readonly at: number;
  readonly after: number | null;
  readonly list: string | null;
  readonly fid: string | null;
  readonly name: string | null;
  readonly bid: string | null;
  readonly bidName: string | null;
  readonly field: string | null;
  readonly old: string | null;
  readonly now: string | null;
  readonly who: string | null;
  readonly outcome: string | null;
  readonly what: string;
  readonly key: string | null;
};

/** It happened between `at_after`, if known, and `at`. */
const eventShape: Shape<Happened> = {
  id: number(({ id }) => id),
  at: time(({ at }) => at),
  at_after: time(({ after }) => after),
  event: text(({ event }) => event),
  list: text(({ list }) => list),
  ...identity((event: Happened) => event),
  bid: text(({ bid }) => bid),
  bid_name: text(({ bidName }) => bidName),
  ...change((event: Happened) => event),
  who: text(({ who }) => who),
  outcome: text(({ outcome }) => outcome),
  what: text(({ what }) => what),
  key: text(({ key }) => key),
};

/** The columns of a spreadsheet. */
export const eventMembers: readonly string[] = Object.keys(eventShape);

const NO_CHANGE = { bid: null, bidName: null, field: null, old: null, now: null };

export function eventObject(event: JournalEvent, words: ActivityWords): object {
  const { id, key, at, since: after, payload } = event;
  const { what } = activityRowOf(event, words);
  if (payload.kind === 'noted') {
    const { who, outcome, about, action } = payload;
    const list = about === null ? null : listWord(about.pane);
    const row = { list, fid: about?.fid ?? null, name: action?.name ?? null };
    return objectOf(eventShape, { ...NO_CHANGE, id, at, after, event: 'noted', ...row, who, outcome, what, key });
  }
  const { list, change: kind, field, from, to, ...row } = payload;
  const own = wordsOfField(words, field)?.members(payload) ?? null;
  const seen = { id, at, after, event: kind, ...row, list: listWord(list), field, old: from, now: to, who: null };
  const printed = objectOf(eventShape, { ...seen, outcome: null, what, key: null });
  return field === null || own === null ? printed : { ...printed, [field]: own };
}

type Group = {
  readonly line: Line<JournalEvent>;
  readonly words: ActivityWords;
};

const kindOf = ({ line }: Group) => {
  const [event] = line.events;
  return event === undefined ? null : eventKind(event);
};
const seenIn = (group: Group) => {
  const kind = kindOf(group);
  return kind?.kind === 'seen' ? kind : null;
};

/** Related events of one kind. */
const groupShape: Shape<Group> = {
  group: text((group) => seenIn(group)?.change ?? 'noted'),
  count: number(({ line }) => line.events.length),
  from: time(({ line }) => line.first),
  to: time(({ line }) => line.last),
  verb: text((group) => {
    const kind = kindOf(group);
    return kind?.kind === 'noted' ? kind.verb : null;
  }),
  list: text((group) => {
    const kind = kindOf(group);
    return kind === null ? null : listWord(kind.list);
  }),
  ...identity(() => ({ fid: null, name: null })),
  bid: text((group) => seenIn(group)?.bid ?? null),
  ...change((group: Group) => {
    const kind = seenIn(group);
    return { field: kind?.field ?? null, old: kind?.from ?? null, now: kind?.to ?? null };
  }),
  names: texts(({ line, words }) => [...new Set(line.events.map((event) => activityRowOf(event, words).name))]),
};

type IncidentNow = { readonly id: string; readonly incident: Incident; readonly now: number };

/** What happened to a bid. */
const incidentShape: Shape<IncidentNow> = {
  incident: text(({ id }) => id),
  list: text(({ incident }) => incident.about.list),
  ...identity(({ incident: { about, name } }: IncidentNow) => ({ fid: about.fid, name })),
  state: text(({ incident }) => standingOf(incident)),
  from: time(({ incident }) => incident.first),
  to: time(({ incident }) => incident.last),
  lost: number(({ incident }) => lossesOf(incident).length),
  back: number(({ incident }) => returnsOf(incident).length),
  out: number(({ incident }) => incident.out),
  preempting: number(({ incident }) => incident.going),
  starting: number(({ incident }) => incident.starting),
  outage: object(outageShape, ({ incident, now }) => {
    const outage = outageOf(incident);
    return outage === null ? null : { outage, now };
  }),
};

export const isLineOpen = ({ incidents }: Line<JournalEvent>): boolean => [...incidents.values()].some(isOpen);

/** A line as an object of `watch --group`; a single event as without grouping. */
export function lineObject(line: Line<JournalEvent>, words: ActivityWords, now: number): object {
  const { events } = line;
  const [event] = events;
  if (event === undefined) return {};
  if (events.length === 1 && !isLineOpen(line)) return eventObject(event, words);
  const incidents = [...line.incidents.values()];
  const [incident, other] = incidents;
  const rows = events.map((one) => activityRowOf(one, words));
  const what = lineRow(line.id, incidents, rows, false, words)?.what ?? '';
  const one =
    incident !== undefined && other === undefined
      ? objectOf(incidentShape, { id: line.id, incident, now })
      : objectOf(groupShape, { line, words });
  return { ...one, what, events: events.map((each) => eventObject(each, words)) };
}
