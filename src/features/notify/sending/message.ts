import type { JournalEvent } from '../../../changes/change-event.ts';
import { EMPTY_FOLD, foldEvents, type Line } from '../../../changes/fold-events.ts';
import { isOpen, lossesOf, standingOf } from '../../../changes/incident.ts';
import { chatText } from '../../../lib/chat-text.ts';
import { isoTime } from '../../../lib/duration.ts';
import { jsonText, printableLine } from '../../../lib/sanitize.ts';
import { lineRow } from '../../../resources/activity-groups.ts';
import { type ActivityWords, activityRowOf } from '../../../resources/activity-text.ts';
import type { AllPanes } from '../../../resources/panes.ts';
import type { PaneName } from '../../../resources/rows.ts';
import { CHATS, type NotifyFormat } from '../target.ts';

/** Of the JSON. New members may come without a new version. */
const VERSION = 1;
/** `MAX_TEXT` in UTF-16 units. */
const MAX_EVENTS = 100;
const MAX_TEXT = 60_000;
/** In UTF-16 units: Discord takes 2000. */
const MAX_LINES = 20;
const MAX_LINE = 300;
const MAX_CHAT = 1600;

const ARROW = '→';

/** `project` is null for events of no project. `leftOut` earlier events are not sent. */
export type MessageContent = {
  readonly id: string;
  readonly target: string;
  readonly at: number;
  readonly profile: string;
  readonly project: string | null;
  /** The operator's name for it. */
  readonly projectName: string | null;
  readonly events: readonly JournalEvent[];
  /** All events of the project from some time before these. */
  readonly around: readonly JournalEvent[];
  readonly leftOut: number;
};

export type EventWords = Pick<AllPanes, 'panes' | 'fieldWords'>;

/** `covers`: the number of events in it. `body` is null without news. */
type MessageBody = { readonly body: string | null; readonly covers: number };

export function composeMessage(words: EventWords, format: NotifyFormat, parts: MessageContent): MessageBody {
  if (format === 'json') return composedJson(words, parts);
  const text = chatMessage(words, parts);
  return { body: text === null ? null : jsonText(CHATS[format](text)), covers: parts.events.length };
}

/** Shows that a target is set up. */
export function testMessage(
  format: NotifyFormat,
  { id, target, at, profile }: Pick<MessageContent, 'id' | 'target' | 'at' | 'profile'>,
): { readonly id: string; readonly body: string } {
  if (format !== 'json')
    return { id, body: jsonText(CHATS[format](`spotdeck: this is a test of ${chatText(target)}.`)) };
  const time = new Date(at).toISOString();
  const about = { version: VERSION, id, time, target, profile, project: null };
  return { id, body: jsonText({ ...about, left_out: 0, test: true, events: [] }) };
}

function composedJson(
  words: EventWords,
  { id, target, at, profile, project, events, leftOut }: MessageContent,
): MessageBody {
  const members: object[] = [];
  let length = 0;
  for (const event of events.slice(0, MAX_EVENTS)) {
    const member = eventMember(words, event);
    length += jsonText(member).length;
    if (members.length > 0 && length > MAX_TEXT) break;
    members.push(member);
  }
  const time = new Date(at).toISOString();
  const message = { version: VERSION, id, time, target, profile, project, left_out: leftOut, events: members };
  return { body: jsonText(message), covers: members.length };
}

/** Null without news. */
function chatMessage(
  { fieldWords }: EventWords,
  { profile, project, projectName, events, around, leftOut }: MessageContent,
): string | null {
  const where = [profile, projectName ?? project ?? ''].filter((part) => part !== '').map(chatText);
  const head = ['spotdeck', ...where].join(' ▸ ');
  const [first] = events;
  const lines = chatLines(events, around, (first?.id ?? 0) - 1, { into: ARROW, fieldWords });
  if (lines.length === 0 && leftOut === 0) return null;
  const shown: string[] = [];
  let counted = 0;
  let length = head.length;
  for (const { text: whole, count } of lines) {
    const text = cut(printableLine(whole));
    length += text.length + 3;
    if (shown.length === MAX_LINES || (shown.length > 0 && length > MAX_CHAT)) break;
    shown.push(text);
    counted += count;
  }
  const more = lines.reduce((sum, { count }) => sum + count, 0) - counted;
  const ends = [
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(leftOut > 0 ? [`${leftOut} earlier ${leftOut === 1 ? 'event was' : 'events were'} left out`] : []),
  ];
  const [only] = shown;
  if (shown.length === 1 && ends.length === 0) return `${head}: ${only ?? ''}`;
  return [`${head}:`, ...shown.map((text) => `• ${text}`), ...ends].join('\n');
}

/** Cuts a line to the longest allowed, never inside a character. */
function cut(line: string): string {
  if (line.length <= MAX_LINE) return line;
  return `${line.slice(0, MAX_LINE).replace(/[\ud800-\udbff]$/, '')}…`;
}

const NO_MEMBERS = {
  ...{ kind: null, list: null, fid: null, name: null, bid: null, bid_name: null, field: null, from: null, to: null },
  ...{ who: null, outcome: null, rule: null, reason: null, text: null },
};

/** `text` is for people, and harmless in a chat; the other texts are the service's own. */
export function eventMember({ panes, fieldWords }: EventWords, event: JournalEvent): object {
  const word = (list: PaneName | null): string | null => (list === null ? null : panes[list].words.list);
  const { id, at, since, payload } = event;
  const text = activityRowOf(harmless(event), { into: ARROW, fieldWords }).what;
  const member = { id, time: isoTime(at), since: isoTime(since), ...NO_MEMBERS, text };
  if (payload.kind === 'seen') {
    const { change: kind, list, fid, name, bid, bidName: bid_name, field, from, to } = payload;
    return { ...member, kind, list: word(list), fid, name, bid, bid_name, field, from, to, who: 'service' };
  }
  const { outcome, about, action } = payload;
  const rule = action?.agent?.name ?? null;
  return {
    ...member,
    kind: action?.verb ?? 'noted',
    list: word(about?.pane ?? action?.list ?? null),
    fid: about?.fid ?? null,
    name: action?.name ?? null,
    who: rule === null ? payload.who : 'rule',
    outcome,
    rule,
    reason: action?.agent?.reason ?? null,
  };
}

type ChatLine = { readonly text: string; readonly count: number };

/** A line for each bid, and for each other action or change. `all`: earlier events too, for the losses of an incident. No line for an incident unchanged since the event `from`. */
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
    // The status of a bid doesn't tell its other changes, nor an action still without effect.
    const others = isOfBid ? own.filter((event) => (isNews ? isOther(event) : !isOfStatus(event))) : [];
    const rows = line.events.map((event) => activityRowOf(event, words));
    const row = isNews ? lineRow('', incidents, rows, false, words) : null;
    return [...(row === null ? [] : [{ text: row.what, count: own.length - others.length }]), ...others.map(alone)];
  });
}

/** Whether it says how a bid or an instance stands. */
const isOfStatus = ({ payload }: JournalEvent): boolean =>
  payload.kind === 'seen' && (payload.change !== 'changed' || payload.field === 'status');

const isOther = (event: JournalEvent): boolean => event.payload.kind === 'seen' && !isOfStatus(event);

/** Whether the same would be said of an open incident: preempted and then gone is one loss. */
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

/** Its texts mention nobody in a chat, and become no link or markup. */
function harmless(event: JournalEvent): JournalEvent {
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
