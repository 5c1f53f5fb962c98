import { type JournalEvent, ownValueOf } from './change-event.ts';
import { eventKind, isNear, kindKey, type Span, spanWith } from './event-kind.ts';
import { begunIncident, type Incident, incidentWith, isOpen, subjectOf } from './incident.ts';

/** `key` stays through an action's outcome; `place`: its project when several are shown. */
export type FoldEvent = Pick<JournalEvent, 'key' | 'at' | 'since' | 'by' | 'payload'> & { readonly place?: string };

/** A bid's outage, one action with its consequences, or events of one kind within a minute. */
export type Line<Event extends FoldEvent = FoldEvent> = Span & {
  readonly id: string;
  readonly events: readonly Event[];
  readonly incidents: ReadonlyMap<string, Incident>;
  readonly kind: string | null;
};

export type Fold<Event extends FoldEvent = FoldEvent> = {
  readonly lines: ReadonlyMap<string, Line<Event>>;
  readonly byKey: ReadonlyMap<string, readonly string[]>;
  readonly ofAction: ReadonlyMap<string, string>;
};

export const EMPTY_FOLD: Fold<never> = { lines: new Map(), byKey: new Map(), ofAction: new Map() };

/** In milliseconds after an incident, for the next change of its row. */
export const JOIN_MS = 60_000;

export function foldOf<Event extends FoldEvent>(known: readonly Line<Event>[]): Fold<Event> {
  const lines = new Map<string, Line<Event>>();
  const byKey = new Map<string, readonly string[]>();
  const ofAction = new Map<string, string>();
  for (const line of known) {
    const { id, incidents, kind, events } = line;
    lines.set(id, line);
    for (const key of [...incidents.keys(), ...(kind === null ? [] : [kind])]) addTo(byKey, key, id);
    for (const { key, payload } of events) if (payload.kind === 'noted') ofAction.set(key, id);
  }
  return { lines, byKey, ofAction };
}

export function lineOf<Event extends FoldEvent>(id: string, events: readonly Event[]): Line<Event> | null {
  const [first] = events;
  if (first === undefined) return null;
  return events.reduce<Line<Event>>(
    (line, event) => withEvent(line, event, keysOf(event), () => null),
    newLine(id, first),
  );
}

/** The one fold of events, in the order of arrival, for every view of history. */
export function foldEvents<Event extends FoldEvent>(before: Fold<Event>, events: readonly Event[]): Fold<Event> {
  if (events.length === 0) return before;
  const lines = new Map(before.lines);
  const byKey = new Map(before.byKey);
  const ofAction = new Map(before.ofAction);
  for (const event of events) {
    const keys = keysOf(event);
    const { subject, kind } = keys;
    const find = (key: string | null, is: (line: Line) => boolean): string | undefined =>
      key === null ? undefined : byKey.get(key)?.findLast((id) => is(lines.get(id) ?? newLine(id, event)));
    // A row has at most one open incident.
    const open = event.payload.kind === 'seen' ? find(subject, (line) => isOpenIn(line, subject)) : undefined;
    const joined =
      open ?? find(subject, (line) => joins(line, event, keys)) ?? find(kind, (line) => joins(line, event, keys));
    const id = ofAction.get(event.key) ?? joined ?? event.key;
    const own = lines.get(id) ?? newLine(id, event);
    const last = (): Incident | null =>
      byKey
        .get(subject ?? '')
        ?.flatMap((one) => lines.get(one)?.incidents.get(subject ?? '') ?? [])
        .at(-1) ?? null;
    const line = withEvent(own, event, keys, last);
    lines.set(id, line);
    if (subject !== null) addTo(byKey, subject, id);
    if (line.kind !== null && line.kind === kind) addTo(byKey, kind, id);
    if (event.payload.kind === 'noted') ofAction.set(event.key, id);
  }
  return { lines, byKey, ofAction };
}

function addTo(byKey: Map<string, readonly string[]>, key: string, id: string): void {
  const known = byKey.get(key) ?? [];
  if (!known.includes(id)) byKey.set(key, [...known, id]);
}

export function trimmed<Event extends FoldEvent>(fold: Fold<Event>, max: number): Fold<Event> {
  let surplus = fold.lines.size - max;
  if (surplus <= 0) return fold;
  const lines = new Map(fold.lines);
  for (const [id, line] of lines) {
    if (surplus <= 0) break;
    if ([...line.incidents.values()].some(isOpen)) continue;
    lines.delete(id);
    surplus -= 1;
  }
  const byKey = [...fold.byKey].flatMap(([key, ids]): readonly [string, readonly string[]][] => {
    const left = ids.filter((id) => lines.has(id));
    return left.length === 0 ? [] : [[key, left]];
  });
  return {
    lines,
    byKey: new Map(byKey),
    ofAction: new Map([...fold.ofAction].filter(([, id]) => lines.has(id))),
  };
}

type Keys = { readonly subject: string | null; readonly kind: string | null };

function keysOf(event: FoldEvent): Keys {
  const { payload, place = '' } = event;
  const isSeen = payload.kind === 'seen';
  const about = isSeen && ownValueOf(payload) !== undefined ? null : subjectOf(event);
  const kind = isSeen && about !== null ? null : eventKind(event);
  return {
    subject: about === null ? null : `${place} ${about.list} ${about.fid}`,
    kind: kind === null ? null : `${place} ${kindKey(kind)}`,
  };
}

const newLine = (id: string, { at }: FoldEvent): Line<never> => ({
  id,
  first: at,
  last: at,
  events: [],
  incidents: new Map(),
  kind: null,
});

function isOpenIn({ incidents }: Line, subject: string | null): boolean {
  const own = incidents.get(subject ?? '');
  return own !== undefined && isOpen(own);
}

function joins(line: Line, { payload, at }: FoldEvent, { subject, kind }: Keys): boolean {
  if (kind !== null && kind === line.kind && isNear(line, at)) return true;
  const own = line.incidents.get(subject ?? '');
  if (own === undefined) return false;
  // An action begins a line unless its bid has an open incident: one on several bids is one line.
  if (payload.kind === 'noted') return line.incidents.size === 1 && isOpen(own);
  return isOpen(own) || (at - own.last <= JOIN_MS && own.first - at <= JOIN_MS);
}

function withEvent<Event extends FoldEvent>(
  line: Line<Event>,
  event: Event,
  { subject, kind }: Keys,
  lastIncident: () => Incident | null,
): Line<Event> {
  const about = subject === null ? null : subjectOf(event);
  const known = event.payload.kind === 'noted' ? line.events.findIndex(({ key }) => key === event.key) : -1;
  const incidents = new Map(line.incidents);
  if (subject !== null && about !== null) {
    const own = incidents.get(subject) ?? begunIncident(about, event.at, lastIncident());
    incidents.set(subject, incidentWith(own, event));
  }
  return {
    ...line,
    ...spanWith(line, event.at),
    events: known < 0 ? [...line.events, event] : line.events.with(known, event),
    kind: line.incidents.size === 0 ? (line.kind ?? kind) : line.kind,
    incidents,
  };
}
