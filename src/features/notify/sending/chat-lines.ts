import type { JournalEvent } from '../../../changes/change-event.ts';
import { EMPTY_FOLD, foldEvents, type Line } from '../../../changes/fold-events.ts';
import { isOpen, lossesOf, standingOf } from '../../../changes/incident.ts';
import { chatText } from '../../../lib/chat-text.ts';
import { lineRow } from '../../../resources/activity-groups.ts';
import { type ActivityWords, activityRowOf } from '../../../resources/activity-text.ts';

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
  const told = new Set(events.map(({ id }) => id));
  const known = all.map(harmless);
  const before = foldEvents<JournalEvent>(
    EMPTY_FOLD,
    known.filter(({ id }) => id <= from),
  );
  const after = foldEvents(
    before,
    known.filter(({ id }) => id > from),
  );
  const alone = (event: JournalEvent): ChatLine => {
    const { what, who, outcome } = activityRowOf(event, words);
    return { text: who === 'operator' ? `${outcome}: ${what}` : what, count: 1 };
  };
  return [...after.lines.values()].flatMap((line): readonly ChatLine[] => {
    const own = line.events.filter(({ id }) => told.has(id));
    const incidents = [...line.incidents.values()];
    const isOfBid = incidents.length === 1;
    const [first] = own;
    if (first === undefined) return [];
    if (line.events.length === 1 && !incidents.some(isOpen)) return [alone(first)];
    const isNews = !isSame(before.lines.get(line.id), line) && (!isOfBid || own.some(isOfStatus));
    // What is said of the status of a bid does not say its other changes, nor an action that has not changed it yet.
    const others = isOfBid ? own.filter((event) => (isNews ? isOther(event) : !isOfStatus(event))) : [];
    const rows = line.events.map((event) => activityRowOf(event, words));
    const row = isNews ? lineRow('', incidents, rows, false, words) : null;
    return [...(row === null ? [] : [{ text: row.what, count: own.length - others.length }]), ...others.map(alone)];
  });
}

/** Whether an event says how a bid or an instance stands. */
const isOfStatus = ({ payload }: JournalEvent): boolean =>
  payload.kind === 'seen' && (payload.change !== 'changed' || payload.field === 'status');

/** Whether it is a change of another field. */
const isOther = (event: JournalEvent): boolean => event.payload.kind === 'seen' && !isOfStatus(event);

/** Whether the same would be said of an incident that is not over: what is being preempted and then gone is one loss. */
function isSame(before: Line | undefined, after: Line): boolean {
  const shown = ({ incidents }: Line): string =>
    [...incidents.values()]
      .map((one) => {
        const standing = standingOf(one);
        return standing === 'over'
          ? ''
          : `${standing === 'losing' ? 'out' : standing} ${lossesOf(one).length + one.going}`;
      })
      .join();
  return before !== undefined && after.incidents.size > 0 && shown(before) !== '' && shown(before) === shown(after);
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
