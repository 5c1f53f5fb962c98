import type { JournalEvent, OperatorEvent } from '../../../changes/change-event.ts';
import { chatText } from '../../../lib/chat-text.ts';
import { isoTime } from '../../../lib/duration.ts';
import { jsonText, printableLine } from '../../../lib/sanitize.ts';
import { activityRowOf } from '../../../resources/activity-text.ts';
import type { AllPanes } from '../../../resources/panes.ts';
import type { PaneName } from '../../../resources/rows.ts';
import { CHATS, type NotifyFormat } from '../target.ts';
import { chatLines, harmless } from './chat-lines.ts';

/** Version of the JSON format. New members may come without a new version. */
const VERSION = 1;
/** Most events of a JSON message, and their most UTF-16 units. */
const MAX_EVENTS = 100;
const MAX_TEXT = 60_000;
/** Most lines of a chat message, most UTF-16 units of a line and of all lines: Discord takes 2000. */
const MAX_LINES = 20;
const MAX_LINE = 300;
const MAX_CHAT = 1600;

const ARROW = '→';

/** What a message is about. `project` is null for what belongs to no project; `leftOut` events before these are not sent. */
export type MessageContent = {
  readonly id: string;
  readonly target: string;
  readonly at: number;
  readonly profile: string;
  readonly project: string | null;
  /** The operator's name for the project. */
  readonly projectName: string | null;
  readonly events: readonly JournalEvent[];
  /** All events of the project from some time before these, with those that the target does not want. */
  readonly around: readonly JournalEvent[];
  readonly leftOut: number;
};

/** What events are written with: the words of the panes, and of changed fields. */
export type EventWords = Pick<AllPanes, 'panes' | 'fieldWords'>;

/** A body, and how many of the events are in it or are counted by it; the body is null when there is nothing new to say. */
type MessageBody = { readonly body: string | null; readonly covers: number };

/** Writes a message in the format of a target. */
export function composed(words: EventWords, format: NotifyFormat, parts: MessageContent): MessageBody {
  if (format === 'json') return composedJson(words, parts);
  const text = chatMessage(words, parts);
  return { body: text === null ? null : jsonText(CHATS[format](text)), covers: parts.events.length };
}

/** Writes a message without events, which shows that a target is set up. */
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

/** Writes the text of a chat message: one line, or one for each bid and for each other change; null without any. */
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

/** A line, cut at a character when it is too long. */
function cut(line: string): string {
  if (line.length <= MAX_LINE) return line;
  return `${line.slice(0, MAX_LINE).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** An event as a member of a JSON message. `text` is for people and harmless in a chat; the other texts are the service's own. */
export function eventMember({ panes, fieldWords }: EventWords, event: JournalEvent): object {
  const word = (list: PaneName | null): string | null => (list === null ? null : panes[list].words.list);
  const { id, at, since, payload } = event;
  const times = { id, time: isoTime(at), since: isoTime(since) };
  const text = activityRowOf(harmless(event), { into: ARROW, fieldWords }).what;
  if (payload.kind === 'seen') {
    const { change, list, fid, name, bid, bidName, field, from, to } = payload;
    return {
      ...times,
      kind: change,
      list: word(list),
      fid,
      name,
      bid,
      bid_name: bidName,
      field,
      from,
      to,
      who: 'service',
      outcome: null,
      rule: null,
      reason: null,
      text,
    };
  }
  const { outcome, about, action } = payload;
  const rule = action?.agent?.name ?? null;
  return {
    ...times,
    kind: action?.verb ?? 'noted',
    list: word(about?.pane ?? action?.list ?? null),
    fid: about?.fid ?? null,
    name: action?.name ?? null,
    bid: null,
    bid_name: null,
    field: null,
    from: null,
    to: null,
    who: rule === null ? payload.who : 'rule',
    outcome,
    rule,
    reason: reasonOf(payload, rule),
    text,
  };
}

/**
 * Why a rule acted. Entries of earlier versions have it in the sentence of its action alone: `Pause train-llama by rule nights
 * (reason)`.
 */
function reasonOf({ what, action }: OperatorEvent, rule: string | null): string | null {
  if (rule === null) return null;
  const kept = action?.agent?.reason ?? null;
  if (kept !== null) return kept;
  const before = ` by rule ${rule} (`;
  const from = what.indexOf(before);
  if (from < 0) return null;
  const rest = what.slice(from + before.length);
  let depth = 1;
  for (const [at, character] of [...rest].entries()) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0) return [...rest].slice(0, at).join('');
  }
  return null;
}
