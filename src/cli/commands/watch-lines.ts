import type { JournalEvent } from '../../changes/change-event.ts';
import type { EventGroup } from '../../changes/event-groups.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { isoTime } from '../../lib/duration.ts';
import { groupRow } from '../../resources/activity-groups.ts';
import { type ActivityWords, activityRowOf, wordsOfField } from '../../resources/activity-text.ts';
import { serviceResources } from '../../resources/index.ts';

const listWord = (list: ServiceList): string => serviceResources[list].words.list;

/** An event as an object of `spotdeck watch`, with the service's own words for statuses and fields. */
export function eventLine({ id, key, at, since, payload }: JournalEvent, words: ActivityWords) {
  if (payload.kind === 'seen') {
    const { list, fid, name, bid, change, field, from, to } = payload;
    const times = { id, at: isoTime(at), since: isoTime(since) };
    const seen = { ...times, event: change, list: listWord(list), fid, name, bid, field, from, to };
    const own = wordsOfField(words, field)?.members(payload) ?? null;
    return field === null || own === null ? seen : { ...seen, [field]: own };
  }
  const { who, outcome, what, about } = payload;
  const of = about === null ? null : listWord(about.pane);
  return { id, at: isoTime(at), event: 'noted', who, outcome, what, key, list: of, fid: about?.fid ?? null };
}

/** A group as an object of `spotdeck watch --group`; a single event as without grouping. */
export function groupLine({ kind, events, first, last }: EventGroup, words: ActivityWords) {
  const [event] = events;
  if (event === undefined) return {};
  if (kind === null || events.length === 1) return eventLine(event, words);
  const rows = events.map((one) => activityRowOf(one, words));
  const times = { count: events.length, first: isoTime(first), last: isoTime(last) };
  const what = groupRow('', rows, false, words)?.what ?? '';
  const list = listWord(kind.list);
  const all = { names: rows.map(({ name }) => name), events: events.map((one) => eventLine(one, words)) };
  if (kind.kind === 'noted') {
    const outcome = event.payload.kind === 'noted' ? event.payload.outcome : null;
    return { group: 'noted', ...times, what, verb: kind.verb, outcome, list, ...all };
  }
  const { change, bid, field, from, to } = kind;
  return { group: change, ...times, what, list, bid, field, from, to, ...all };
}
