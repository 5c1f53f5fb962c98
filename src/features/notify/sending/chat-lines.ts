import type { JournalEvent } from '../../../changes/change-event.ts';
import { groupEvents } from '../../../changes/event-groups.ts';
import { chatText } from '../../../lib/chat-text.ts';
import { groupRow } from '../../../resources/activity-groups.ts';
import { type ActivityWords, activityRowOf } from '../../../resources/activity-text.ts';
import { type Incident, incidentsWith, NO_INCIDENTS } from '../../why/incident.ts';
import { incidentText, standingOf } from '../../why/incident-words.ts';

/** A line of a chat message, and how many events it is about. */
export type ChatLine = { readonly text: string; readonly count: number };

/**
 * The lines about some events: one for each bid with all that belongs together, and one for each action or change of another list. `all` are
 * all events of the journal from before the first of them up to the last, by which it is known what an incident took and whether that is
 * back. An incident that stands as it stood when `from`, the last event before these, was sent has no line.
 */
export function chatLines(
  events: readonly JournalEvent[],
  all: readonly JournalEvent[],
  from: number,
  words: ActivityWords,
): readonly ChatLine[] {
  const own = events.filter(isOfIncident);
  const others = groupEvents(events.filter((event) => !isOfIncident(event)).map(harmless)).map((group) => {
    const rows = group.events.map((event) => activityRowOf(event, words));
    const [first] = rows;
    const what = (rows.length > 1 ? groupRow('', rows, false, words)?.what : null) ?? first?.what ?? '';
    const text = first?.who === 'operator' && rows.length === 1 ? `${first.outcome}: ${what}` : what;
    return { text, count: rows.length };
  });
  if (own.length === 0) return others;
  const before = incidentsWith(
    NO_INCIDENTS,
    all.filter(({ id }) => id <= from),
  );
  const after = incidentsWith(
    before,
    all.filter(({ id }) => id > from),
  );
  const ids = new Set(own.map(({ id }) => id));
  const lines = [...after.byId.values()].flatMap((incident): readonly ChatLine[] => {
    const count = incident.events.filter(({ id }) => ids.has(id)).length;
    const known = before.byId.get(incident.id);
    if (count === 0 || (known !== undefined && isSame(known, incident))) return [];
    return [{ text: incidentLine(incident, words), count }];
  });
  return [...lines, ...others];
}

/** Whether an event is told with its bid: a change of a bid or an instance, and not a value that a feature keeps. */
const isOfIncident = ({ payload }: JournalEvent): boolean =>
  payload.kind === 'seen' &&
  (payload.list === 'bids' || payload.list === 'instances') &&
  (payload.change !== 'changed' || payload.field === 'status');

/** Whether the same would be said: what is being preempted and then gone is one loss. */
function isSame(before: Incident, after: Incident): boolean {
  const shown = (incident: Incident): string => {
    const standing = standingOf(incident);
    return standing === 'losing' ? 'out' : standing;
  };
  return (
    shown(before) === shown(after) && shown(after) !== 'over' && before.lost + before.going === after.lost + after.going
  );
}

function incidentLine(incident: Incident, words: ActivityWords): string {
  const lines = incident.events
    .map(harmless)
    .map((event) => ({ at: event.at, what: activityRowOf(event, words).what }));
  return incidentText({ incident: { ...incident, name: chatText(incident.name) }, lines }, null);
}

const safe = (text: string | null): string | null => (text === null ? null : chatText(text));

/** An event whose texts from outside mention nobody in a chat, and become no link and no markup. */
export function harmless(event: JournalEvent): JournalEvent {
  const { payload } = event;
  if (payload.kind === 'noted') {
    const action = payload.action === null ? null : { ...payload.action, name: chatText(payload.action.name) };
    return { ...event, payload: { ...payload, what: chatText(payload.what), action } };
  }
  const { fid, name, bid, bidName, field, from, to } = payload;
  return {
    ...event,
    payload: {
      ...payload,
      fid: chatText(fid),
      name: safe(name),
      bid: safe(bid),
      bidName: safe(bidName),
      field,
      from: safe(from),
      to: safe(to),
    },
  };
}
