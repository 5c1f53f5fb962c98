import { agentWords } from '../changes/change-event.ts';
import type { EventKind } from '../changes/event-groups.ts';
import { capitalized, nameOrFid } from '../lib/words.ts';
import type { ActivityRow } from './activity-row.ts';
import { type ActivityWords, changeWords, wordsOfField } from './activity-text.ts';
import { serviceResources } from './index.ts';

/** Most names that the line of a group lists. */
const MAX_NAMES = 10;

/** Outcomes of an operator's action, the one that matters most first. */
const BY_WEIGHT: readonly ActivityRow['outcome'][] = ['lost', 'refused', 'unknown', 'sent', 'done', 'seen'];

/** Events of one kind as one row of the activity list; null without events. `isCut`: there were earlier ones. */
export function groupRow(
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

/** The kind with the name of its bid, which not every event knows. */
function kindWithName(events: readonly ActivityRow[], kind: EventKind): EventKind {
  if (kind.kind === 'noted' || kind.bidName !== null) return kind;
  const named = events.flatMap(({ kind }) => (kind?.kind === 'seen' && kind.bidName !== null ? [kind] : []))[0];
  return named ?? kind;
}

/**
 * The sentence of a group: `8 instances of train-llama lost`, `Pause 5 bids: 4 done, 1 refused (a, b, c, d, e)`,
 * `Rule night: would pause 2 bids (a, b)`.
 */
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

/** How the actions of a group ended, when they ended differently. */
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
