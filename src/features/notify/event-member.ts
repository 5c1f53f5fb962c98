import type { JournalEvent, OperatorEvent } from '../../changes/change-event.ts';
import { chatText } from '../../lib/chat-text.ts';
import { activityRowOf } from '../../resources/activity-text.ts';
import { resources } from '../../resources/index.ts';
import type { PaneName } from '../../resources/rows.ts';

const time = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const word = (list: PaneName | null): string | null => (list === null ? null : resources[list].words.list);
const safe = (text: string | null): string | null => (text === null ? null : chatText(text));

/** Returns an event whose texts from outside mention nobody in a chat, and become no link and no markup. */
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
      ...{ fid: chatText(fid), name: safe(name), bid: safe(bid), bidName: safe(bidName) },
      ...{ field, from: safe(from), to: safe(to) },
    },
  };
}

/** Returns an event as a member of a JSON message. `text` is for people and harmless in a chat; the other texts are the service's own. */
export function eventMember(event: JournalEvent): object {
  const { id, at, since, payload } = event;
  const times = { id, time: time(at), since: time(since) };
  const text = activityRowOf(harmless(event), '→').what;
  if (payload.kind === 'seen') {
    const { change, list, fid, name, bid, bidName, field, from, to } = payload;
    return {
      ...{ ...times, kind: change, list: word(list), fid, name, bid, bid_name: bidName, field, from, to },
      ...{ who: 'service', outcome: null, rule: null, reason: null, text },
    };
  }
  const { outcome, about, action } = payload;
  const rule = action?.rule ?? null;
  return {
    ...{ ...times, kind: action?.verb ?? 'noted', list: word(about?.pane ?? action?.list ?? null) },
    ...{
      fid: about?.fid ?? null,
      name: action?.name ?? null,
      bid: null,
      bid_name: null,
      field: null,
      from: null,
      to: null,
    },
    ...{ who: rule === null ? payload.who : 'rule', outcome, rule, reason: reasonOf(payload, rule), text },
  };
}

/** Returns why a rule acted, from the sentence of its action: `Pause train-llama by rule nights (reason)`. */
function reasonOf({ what }: OperatorEvent, rule: string | null): string | null {
  if (rule === null) return null;
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
