import type { JournalEvent } from '../../../changes/change-event.ts';
import { ownValueOf } from '../../../changes/change-event.ts';
import { isNear, kindKey, type Span, spanWith } from '../../../changes/event-groups.ts';
import { groupRow } from '../../../resources/activity-groups.ts';
import type { ActivityRow } from '../../../resources/activity-row.ts';
import type { ActivityWords } from '../../../resources/activity-text.ts';
import type { EventGrouping } from '../../../store/event-grouping.ts';
import { begun, type Incident, incidentOf, isOpen, subjectOf, takes, withEvent } from '../incident.ts';
import { incidentText, type Standing, standingOf } from '../incident-words.ts';

/**
 * The lines of the activity list: what happened to a bid and its instances is one until what was lost is back. One action on several bids is
 * one line too, with what follows from it; events of other lists join by their kind.
 */
export const byIncident: EventGrouping = {
  keysOf: (event) => {
    const kind = kindOf(event);
    return [subjectKey(event), kind].filter((key) => key !== null);
  },
  begin: () => {
    const incidents = new Map<string, Incident>();
    let action: string | null = null;
    let span: Span | null = null;
    return {
      joins: (event) => {
        const isSameAction = action !== null && action === kindOf(event);
        if (isSameAction && span !== null && isNear(span, event.at)) return true;
        const own = incidents.get(subjectKey(event) ?? '');
        if (own === undefined) return false;
        // An action begins a line, unless its bid is out or waits: those on several bids are one.
        return event.seen === null ? incidents.size === 1 && isOpen(own) : takes(own, event.at);
      },
      add: (event) => {
        span = span === null ? { first: event.at, last: event.at } : spanWith(span, event.at);
        if (incidents.size === 0) action ??= kindOf(event);
        const key = subjectKey(event);
        const entry = entryOf(event);
        if (key === null || entry === null) return;
        incidents.set(key, withEvent(incidents.get(key) ?? begun(subjectOf(entry), entry), entry));
      },
    };
  },
  rowOf: (fid, events, isCut, words) => {
    const bySubject = Map.groupBy(events, (event) => subjectKey(event));
    const incidents = [...bySubject].flatMap(([key, of]) =>
      key === null ? [] : (incidentOf(of.flatMap((event) => entryOf(event) ?? [])) ?? []),
    );
    const [only] = incidents;
    const [first] = events;
    if (only === undefined || first === undefined) return groupRow(fid, events, isCut, words);
    if (incidents.length > 1) return actionRow(fid, events, incidents, isCut, words);
    const { list: pane, fid: about } = only.about;
    return {
      ...first,
      fid,
      at: Math.max(...events.map(({ at }) => at)),
      since: null,
      outcome: outcomeOf(only, events),
      what: lineOf(only, events, isCut),
      about: pane === 'bids' || pane === 'instances' ? { pane, fid: about } : null,
      name: only.name,
      reason: null,
      events,
      isCut,
      seen: null,
    };
  },
};

/** The row whose incident an event belongs to; null for one of another list, of a rehearsal, and of a value that a feature keeps. */
function subjectKey({ seen, about, outcome, kind }: ActivityRow): string | null {
  if (seen !== null) {
    if (seen.list !== 'bids' && seen.list !== 'instances') return null;
    if (ownValueOf(seen) !== undefined) return null;
    return seen.list === 'instances' && seen.bid !== null ? `bids ${seen.bid}` : `${seen.list} ${seen.fid}`;
  }
  return kind === null || about?.pane !== 'bids' || outcome === 'seen' ? null : `bids ${about.fid}`;
}

/** What joins events beside their row: an action, or a change of another list. */
const kindOf = (event: ActivityRow): string | null =>
  event.kind === null || (event.kind.kind === 'seen' && subjectKey(event) !== null) ? null : kindKey(event.kind);

/** A line as the entry of the journal that it was, or will be; null for one that is about nothing. */
function entryOf(event: ActivityRow): JournalEvent | null {
  const { fid: key, at, since } = event;
  const payload = payloadOf(event);
  return payload === null ? null : { id: 0, key, at, since, by: '', payload };
}

function payloadOf({ seen, kind, outcome, what, about, name, reason }: ActivityRow): JournalEvent['payload'] | null {
  if (seen !== null) return seen;
  if (kind?.kind !== 'noted' || outcome === 'lost') return null;
  const { verb, list, agent } = kind;
  const action = { verb, list, name, ...(agent === undefined ? {} : { agent: { ...agent, reason } }) };
  return { kind: 'noted', who: 'operator', outcome, what, about, action };
}

/** The incident in one sentence that stays true as time passes, with the last action on it when that did not do what it should. */
function lineOf(incident: Incident, events: readonly ActivityRow[], isCut: boolean): string {
  const lines = events.map(({ at, what }) => ({ at, what }));
  const last = events.findLast(({ seen }) => seen === null);
  const failed = last === undefined || last.outcome === 'done' || last.outcome === 'sent' ? '' : `; ${last.what}`;
  const text = isCut
    ? `${incident.name}: ${events.length} or more events, the last of them ${events.at(-1)?.what ?? ''}`
    : incidentText({ incident, lines }, null);
  return text.includes(last?.what ?? '\n') ? text : `${text}${failed}`;
}

/** How it stands: lost while something is out, and what the last action on it has come to. */
function outcomeOf(incident: Incident, events: readonly ActivityRow[]): ActivityRow['outcome'] {
  const actions = events.filter(({ seen }) => seen === null).map(({ outcome }) => outcome);
  const open = actions.find((outcome) => outcome === 'unknown') ?? actions.find((outcome) => outcome === 'sent');
  if (open !== undefined) return open;
  const last = actions.at(-1);
  const standing = standingOf(incident);
  if (standing === 'out') return 'lost';
  if (standing === 'losing' || last === undefined || (last === 'done' && incident.lost > 0)) return 'seen';
  return last;
}

/** What is said of those of several bids that are not over, in the order in which it matters. */
const STANDINGS: readonly (readonly [Exclude<Standing, 'over'>, string])[] = [
  ['out', 'out'],
  ['losing', 'being preempted'],
  ['waits', 'waiting for the market'],
  ['starts', 'starting'],
];

/** One action on several bids: `Resume 5 bids (a, b, c, d, e); 2 waiting for the market`. */
function actionRow(
  fid: string,
  events: readonly ActivityRow[],
  incidents: readonly Incident[],
  isCut: boolean,
  words: ActivityWords,
): ActivityRow | null {
  const actions = events.filter(({ seen }) => seen === null);
  const row = groupRow(fid, actions.length === 0 ? events : actions, isCut, words);
  if (row === null) return null;
  const standings = incidents.map(standingOf);
  const more = STANDINGS.flatMap(([standing, says]) => {
    const count = standings.filter((one) => one === standing).length;
    return count === 0 ? [] : [`${count} ${says}`];
  });
  const at = Math.max(...events.map((event) => event.at));
  const isBad = standings.includes('out') && (row.outcome === 'done' || row.outcome === 'seen');
  return { ...row, at, outcome: isBad ? 'lost' : row.outcome, what: [row.what, ...more].join('; '), events };
}
