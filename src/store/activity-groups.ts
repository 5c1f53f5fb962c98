import type { ListedRow } from '../api/result.ts';
import { type EventKind, joinable, kindKey, type Span, spanWith } from '../changes/event-groups.ts';
import { groupRow } from '../resources/activity-groups.ts';
import type { ActivityRow } from '../resources/activity-row.ts';
import type { ActivityWords } from '../resources/activity-text.ts';
import { type Place, placeKey } from '../resources/place.ts';

type ActivityRows = ReadonlyMap<string, ListedRow<ActivityRow>>;

/** A group, or a single event that another one may join: then `fid` becomes the fid of the group. */
type OpenGroup = { fid: string | null; readonly members: string[]; span: Span; isCut: boolean };

type Limits = {
  /** Most events. */
  readonly max: number;
  /** The sign between two values of a field. */
  readonly words: ActivityWords;
};

/**
 * Adds events to the activity list, oldest first, or replaces them with newer versions. An event of the same kind as others
 * of the same minute joins their group. A group keeps its fid for as long as it has events in memory.
 */
export function withEvents(before: ActivityRows, events: readonly ActivityRow[], { max, words }: Limits): ActivityRows {
  const rows = new Map(before);
  const { byKind, groupOf } = openGroups(before);
  const touched = new Set<OpenGroup>();
  for (const event of events) {
    const isNew = !rows.has(event.fid);
    rows.set(event.fid, listed(event));
    if (isNew) {
      const open = joined(byKind, event);
      const [first, second] = open?.members ?? [];
      if (open === null || first === undefined) continue;
      groupOf.set(event.fid, open);
      if (second === event.fid) groupOf.set(first, open);
    }
    const open = groupOf.get(event.fid);
    if (open !== undefined) touched.add(open);
  }
  let surplus = rows.size - max - [...rows.values()].filter(({ row }) => isGroup(row)).length;
  for (const [fid, { row }] of rows) {
    if (surplus <= 0) break;
    if (isGroup(row)) continue;
    rows.delete(fid);
    surplus -= 1;
    const open = groupOf.get(fid);
    if (open === undefined) continue;
    open.isCut = true;
    touched.add(open);
  }
  for (const { fid, members, isCut } of touched) {
    if (fid === null) continue;
    const group = groupRow(
      fid,
      members.flatMap((member) => rows.get(member)?.row ?? []),
      isCut,
      words,
    );
    if (group === null) rows.delete(fid);
    else rows.set(fid, listed(group));
  }
  return rows;
}

const listed = (row: ActivityRow): ListedRow<ActivityRow> => ({ row, raw: JSON.stringify(row) });

/** A text that is the same for events that make a group: of one kind, done in one place. */
const groupKey = (kind: EventKind, place: Place | null): string =>
  place === null ? kindKey(kind) : `${placeKey(place)} ${kindKey(kind)}`;

const isGroup = ({ events }: ActivityRow): boolean => events.length > 0;

/** Lets a new event join the latest fitting group of its kind. Returns that group; null when the event is the first of its own. */
function joined(byKind: Map<string, OpenGroup[]>, { fid, at, kind, place }: ActivityRow): OpenGroup | null {
  if (kind === null) return null;
  const key = groupKey(kind, place);
  const alike = byKind.get(key) ?? [];
  byKind.set(key, alike);
  const open = joinable(alike, at);
  if (open === undefined) {
    alike.push({ fid: null, members: [fid], span: { first: at, last: at }, isCut: false });
    return null;
  }
  open.fid ??= `group-${open.members[0] ?? fid}`;
  open.members.push(fid);
  open.span = spanWith(open.span, at);
  return open;
}

/** The groups of rows by kind, with the single events that others may join, and the group of each grouped event. */
function openGroups(rows: ActivityRows): {
  readonly byKind: Map<string, OpenGroup[]>;
  readonly groupOf: Map<string, OpenGroup>;
} {
  const byKind = new Map<string, OpenGroup[]>();
  const groupOf = new Map<string, OpenGroup>();
  const add = ({ fid, kind, events, isCut, at, place }: ActivityRow): void => {
    if (kind === null) return;
    const times = events.length === 0 ? [at] : events.map((event) => event.at);
    const span = { first: Math.min(...times), last: Math.max(...times) };
    const group = events.length > 0;
    const members = group ? events.map((event) => event.fid) : [fid];
    const open: OpenGroup = { fid: group ? fid : null, members, span, isCut };
    const key = groupKey(kind, place);
    const alike = byKind.get(key);
    if (alike === undefined) byKind.set(key, [open]);
    else alike.push(open);
    if (group) for (const member of members) groupOf.set(member, open);
  };
  for (const { row } of rows.values()) if (isGroup(row)) add(row);
  for (const { row } of rows.values()) if (!isGroup(row) && !groupOf.has(row.fid)) add(row);
  return { byKind, groupOf };
}
