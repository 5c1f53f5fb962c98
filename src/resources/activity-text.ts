import type { JournalEvent, ObservedChange } from '../changes/change-event.ts';
import { type EventKind, eventKind } from '../changes/event-kind.ts';
import { clockTime, moment, shortDuration } from '../lib/duration.ts';
import { nameOrFid } from '../lib/words.ts';
import { serviceResources } from './index.ts';
import { shownPriceText } from './parts/amounts.ts';
import { statusWord } from './parts/status.ts';
import { type ActivityRow, SINGLE_EVENT } from './rows.ts';

const PREEMPTED: readonly string[] = ['preempting', 'preempted'];

/** After a longer time between two polls an event gives both ends. */
const LONG_MS = 60_000;

/** The words for changes of a feature's own field. */
export type FieldWords = {
  /** Stands after the name of the row; null when unknown. */
  readonly change: (seen: ObservedChange) => string | null;
  /** The end of a sentence about several rows with this new value. */
  readonly several: (to: string | null) => string;
  /** Stands at the end of a line of several events. */
  readonly details: (kind: EventKind & { readonly kind: 'seen' }, events: readonly ActivityRow[]) => string;
  /** What programs read of a change: names with units, times in ISO 8601. */
  readonly members: (seen: ObservedChange) => object | null;
};

export type ActivityWords = {
  /** The sign between two values. */
  readonly into: string;
  readonly fieldWords: Readonly<Record<string, FieldWords>>;
};

/** Undefined for fields of the service. */
export const wordsOfField = ({ fieldWords }: ActivityWords, field: string | null): FieldWords | undefined =>
  field !== null && Object.hasOwn(fieldWords, field) ? fieldWords[field] : undefined;

/** `train-llama: open → allocated`. */
export function sentenceOf(seen: ObservedChange, words: ActivityWords): string {
  const { into } = words;
  const { list, name, fid, change, field, from, to } = seen;
  const { one, fieldNames = {} } = serviceResources[list];
  const who = nameOrFid(name, fid);
  const own = change === 'changed' ? (wordsOfField(words, field)?.change(seen) ?? null) : null;
  if (own !== null) return `${who}: ${own}`;
  const word = (value: string | null): string => {
    if (value === null || value === '') return 'none';
    return field === 'status'
      ? statusWord(list === 'bids' ? 'bid' : 'instance', value)
      : field === 'limit_price'
        ? shownPriceText(value)
        : value;
  };
  switch (change) {
    case 'appeared':
      return `${who}: new ${one}${to === null ? '' : `, ${word(to)}`}`;
    case 'gone':
      return `${who}: ${one} gone${from === null ? '' : ` (was ${word(from)})`}`;
    case 'lost':
      return PREEMPTED.includes(word(from)) ? `${who}: ${one} preempted` : `${who}: ${one} lost (was ${word(from)})`;
    case 'changed':
      if (field === 'status') return `${who}: ${word(from)} ${into} ${word(to)}`;
      if (field === 'expires')
        return to === null
          ? `${who}: expiry moved later`
          : `${who}: ${to === 'expired' ? 'has expired' : `expires ${to}`}`;
      if (field === 'deactivated') return `${who}: ${to === null ? 'active again' : 'revoked'}`;
      return `${who}: ${fieldNames[field ?? ''] ?? field ?? ''} ${word(from)} ${into} ${word(to)}`;
  }
}

/** The end of a sentence about several rows: ` lost`, `: open → allocated`. */
export function changeWords(
  { list, change, field, from, to }: Pick<ObservedChange, 'list' | 'change' | 'field' | 'from' | 'to'>,
  words: ActivityWords,
): string {
  if (change !== 'changed') return ` ${change}`;
  const { into } = words;
  const own = wordsOfField(words, field);
  if (own !== undefined) return own.several(to);
  const word = (value: string | null): string =>
    value === null || value === '' ? 'none' : statusWord(list === 'bids' ? 'bid' : 'instance', value);
  switch (field) {
    case 'status':
      return `: ${word(from)} ${into} ${word(to)}`;
    case 'expires':
      return to === null ? ': expiry moved later' : to === 'expired' ? ' expired' : ` expire ${to}`;
    case 'deactivated':
      return to === null ? ' active again' : ' revoked';
    default:
      return `: ${serviceResources[list].fieldNames?.[field ?? ''] ?? field ?? ''} changed`;
  }
}

/** The time since the poll before, unless it was short. */
export function meanwhile({ at, since }: { readonly at: number; readonly since: number | null }): string {
  if (since === null || at - since <= LONG_MS) return '';
  const then = at - since < 12 * 3_600_000 ? clockTime(since) : moment(since);
  return ` (in the ${shortDuration(at - since)} since ${then})`;
}

/** An entry of the journal as a row of the activity list. */
export function activityRowOf({ id, key, at, since, by, payload }: JournalEvent, words: ActivityWords): ActivityRow {
  const kind = eventKind({ payload, by });
  if (payload.kind === 'noted') {
    const { who, outcome, what, about, action } = payload;
    const name = action?.name ?? '';
    const reason = action?.agent?.reason ?? null;
    return { ...SINGLE_EVENT, fid: key, at, since, from: 'journal', who, outcome, what, about, name, reason, kind };
  }
  return {
    ...SINGLE_EVENT,
    fid: `event-${String(id).padStart(9, '0')}`,
    at,
    since,
    from: 'journal',
    who: 'service',
    outcome: payload.change === 'lost' ? 'lost' : 'seen',
    what: `${sentenceOf(payload, words)}${meanwhile({ at, since })}`,
    about: { pane: payload.list, fid: payload.fid },
    name: nameOrFid(payload.name, payload.fid),
    kind,
    seen: payload,
  };
}
