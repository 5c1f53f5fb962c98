import { agentWords, type JournalEvent } from '../changes/change-event.ts';
import type { EventKind } from '../changes/event-kind.ts';
import { EMPTY_FOLD, foldEvents, type Line } from '../changes/fold-events.ts';
import { type Incident, lossesOf, standingOf } from '../changes/incident.ts';
import { capitalized, nameOrFid } from '../lib/words.ts';
import { type ActivityWords, activityRowOf, changeWords, wordsOfField } from './activity-text.ts';
import { incidentText, standingsText } from './incident-words.ts';
import { serviceResources } from './index.ts';
import type { ActivityRow } from './rows.ts';

const MAX_NAMES = 10;

/** Most important first. */
const BY_WEIGHT: readonly ActivityRow['outcome'][] = ['lost', 'refused', 'unknown', 'sent', 'done', 'seen'];

/** A line of the fold as one row, with its events in memory. `isCut`: earlier ones count too. */
export function lineRow(
  fid: string,
  incidents: readonly Incident[],
  events: readonly ActivityRow[],
  isCut: boolean,
  words: ActivityWords,
): ActivityRow | null {
  const [only] = incidents;
  const [first] = events;
  if (only === undefined || first === undefined) return groupRow(fid, events, isCut, words);
  if (incidents.length > 1) return actionRow(fid, events, incidents, isCut, words);
  return {
    ...first,
    fid,
    at: Math.max(...events.map(({ at }) => at)),
    since: null,
    outcome: incidentOutcome(only, events),
    what: incidentSentence(only, events, isCut),
    about: { pane: only.about.list, fid: only.about.fid },
    name: only.name,
    reason: null,
    events,
    isCut,
    seen: null,
  };
}

/** Events of the journal as rows of the activity list, in the order of their begin. */
export function rowsOfEvents(events: readonly JournalEvent[], words: ActivityWords): readonly ActivityRow[] {
  return [...foldEvents<JournalEvent>(EMPTY_FOLD, events).lines.values()].flatMap(
    (line) => rowOfLine(line, words) ?? [],
  );
}

/** A line of the journal as a row; a single event as it is. */
export function rowOfLine(line: Line<JournalEvent>, words: ActivityWords): ActivityRow | null {
  const rows = line.events.map((event) => activityRowOf(event, words));
  return rows.length === 1 ? (rows[0] ?? null) : lineRow(line.id, [...line.incidents.values()], rows, false, words);
}

/** A sentence that stays true as time passes, with the last action when that failed. */
function incidentSentence(incident: Incident, events: readonly ActivityRow[], isCut: boolean): string {
  const last = events.findLast(({ seen }) => seen === null);
  const failed = last === undefined || last.outcome === 'done' || last.outcome === 'sent' ? '' : `; ${last.what}`;
  const lines = events.map(({ what }) => what);
  const text = isCut
    ? `${incident.name}: ${events.length} or more events, the last of them ${lines.at(-1) ?? ''}`
    : incidentText(incident, lines, null);
  return text.includes(last?.what ?? '\n') ? text : `${text}${failed}`;
}

function incidentOutcome(incident: Incident, events: readonly ActivityRow[]): ActivityRow['outcome'] {
  const actions = events.filter(({ seen }) => seen === null).map(({ outcome }) => outcome);
  const open = actions.find((outcome) => outcome === 'unknown') ?? actions.find((outcome) => outcome === 'sent');
  if (open !== undefined) return open;
  const last = actions.at(-1);
  const standing = standingOf(incident);
  if (standing === 'out') return 'lost';
  if (standing === 'losing' || last === undefined || (last === 'done' && lossesOf(incident).length > 0)) return 'seen';
  return last;
}

/** `Resume 5 bids (a, b, c, d, e); 2 waiting for the market`. */
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
  const at = Math.max(...events.map((event) => event.at));
  const isBad =
    incidents.some((one) => standingOf(one) === 'out') && (row.outcome === 'done' || row.outcome === 'seen');
  const what = [row.what, ...standingsText(incidents)].join('; ');
  return { ...row, at, outcome: isBad ? 'lost' : row.outcome, what, events };
}

function groupRow(
  fid: string,
  events: readonly ActivityRow[],
  isCut: boolean,
  words: ActivityWords,
): ActivityRow | null {
  const [first] = events;
  if (first === undefined || first.kind === null) return null;
  const times = events.map(({ at }) => at);
  const outcomes = new Set(events.map(({ outcome }) => outcome));
  return {
    fid,
    at: Math.max(...times),
    since: null,
    from: first.from,
    who: first.who,
    outcome: BY_WEIGHT.find((outcome) => outcomes.has(outcome)) ?? first.outcome,
    what: groupSentence(kindWithName(events, first.kind), events, isCut, words),
    about: first.kind.kind === 'seen' && first.kind.bid !== null ? { pane: 'bids', fid: first.kind.bid } : null,
    name: first.name,
    reason: null,
    kind: first.kind,
    events,
    isCut,
    seen: null,
    place: first.place,
  };
}

/** Not every event knows the name of its bid. */
function kindWithName(events: readonly ActivityRow[], kind: EventKind): EventKind {
  if (kind.kind === 'noted' || kind.bidName !== null) return kind;
  const named = events.flatMap(({ kind }) => (kind?.kind === 'seen' && kind.bidName !== null ? [kind] : []))[0];
  return named ?? kind;
}

/** `8 instances of train-llama lost`, `Pause 5 bids: 4 done, 1 refused (a, b, c, d, e)`. */
function groupSentence(kind: EventKind, events: readonly ActivityRow[], isCut: boolean, words: ActivityWords): string {
  const rows = new Set(events.map(({ about, name }) => about?.fid ?? name)).size;
  const count = `${rows}${isCut ? ' or more' : ''}`;
  const one = serviceResources[kind.list].one;
  const nouns = rows === 1 ? one : `${one}s`;
  const times = rows === events.length ? '' : `, ${events.length}${isCut ? ' or more' : ''} times`;
  if (kind.kind === 'noted') {
    const verb =
      kind.agent === undefined ? capitalized(kind.verb) : `${capitalized(agentWords(kind.agent))}: ${kind.verb}`;
    return `${verb} ${count} ${nouns}${times}${outcomesText(events)}${namesText(events)}`;
  }
  const { bid, bidName } = kind;
  const of = bid === null ? '' : ` of ${nameOrFid(bidName, bid)}`;
  const names = bid === null ? namesText(events) : '';
  if (kind.change === 'appeared') return `${count} new ${nouns}${of}${times}${names}`;
  return `${count} ${nouns}${of}${changeWords(kind, words)}${wordsOfField(words, kind.field)?.details(kind, events) ?? ''}${times}${names}`;
}

/** Says how events ended, when they ended differently. */
function outcomesText(events: readonly ActivityRow[]): string {
  const counts = BY_WEIGHT.toReversed().flatMap((outcome) => {
    const count = events.filter((event) => event.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome}`];
  });
  return counts.length === 1 ? '' : `: ${counts.join(', ')}`;
}

function namesText(events: readonly ActivityRow[]): string {
  const names = [...new Set(events.map(({ name }) => name))];
  const more = names.length - MAX_NAMES;
  return ` (${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}
