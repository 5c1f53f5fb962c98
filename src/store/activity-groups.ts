import type { ListedRow } from '../api/result.ts';
import type { ActivityRow } from '../resources/activity-row.ts';
import type { ActivityWords } from '../resources/activity-text.ts';
import { type Place, placeKey } from '../resources/place.ts';
import type { EventGrouping, JoinedEvents } from './event-grouping.ts';

type ActivityRows = ReadonlyMap<string, ListedRow<ActivityRow>>;

/** A group, or a single event that another one may join: then `fid` becomes the fid of the group. */
type OpenGroup = { fid: string | null; readonly members: string[]; readonly joined: JoinedEvents; isCut: boolean };

/** The groups that an event may join, by what they have in common with it, and the group of each event that may be in one. */
type OpenGroups = { readonly byKey: Map<string, OpenGroup[]>; readonly groupOf: Map<string, OpenGroup> };

type Options = {
  /** Most events. */
  readonly max: number;
  readonly words: ActivityWords;
  readonly grouping: EventGrouping;
  /** The place of events without one. */
  readonly shown: Place;
};

/**
 * Adds events to the activity list, oldest first, or replaces them with newer versions. An event joins the line of those that it belongs
 * to. A group keeps its fid for as long as it has events in memory.
 */
export function withEvents(before: ActivityRows, events: readonly ActivityRow[], options: Options): ActivityRows {
  const { max, words, grouping } = options;
  const rows = new Map(before);
  const open = openGroups(before, options);
  const touched = new Set<OpenGroup>();
  for (const event of events) {
    const isNew = !rows.has(event.fid);
    rows.set(event.fid, listed(event));
    const group = isNew ? joined(open, event, options) : open.groupOf.get(event.fid);
    if (group !== undefined) touched.add(group);
  }
  let surplus = rows.size - max - [...rows.values()].filter(({ row }) => isGroup(row)).length;
  for (const [fid, { row }] of rows) {
    if (surplus <= 0) break;
    if (isGroup(row)) continue;
    rows.delete(fid);
    surplus -= 1;
    const group = open.groupOf.get(fid);
    if (group === undefined) continue;
    group.isCut = true;
    touched.add(group);
  }
  for (const { fid, members, isCut } of touched) {
    if (fid === null) continue;
    const left = members.flatMap((member) => rows.get(member)?.row ?? []);
    const group = grouping.rowOf(fid, left, isCut, words);
    if (group === null) rows.delete(fid);
    else rows.set(fid, listed(group));
  }
  return rows;
}

const listed = (row: ActivityRow): ListedRow<ActivityRow> => ({ row, raw: JSON.stringify(row) });

const isGroup = ({ events }: ActivityRow): boolean => events.length > 0;

/** What an event has in common with those that it may join: they are of one place. */
function keysOf(event: ActivityRow, { grouping, shown }: Options): readonly string[] {
  const place = placeKey(event.place ?? shown);
  return grouping.keysOf(event).map((key) => `${place} ${key}`);
}

/** Lets a new event join the latest group that it belongs to, or begin one. Returns that group; undefined when the event stays alone. */
function joined({ byKey, groupOf }: OpenGroups, event: ActivityRow, options: Options): OpenGroup | undefined {
  const keys = keysOf(event, options);
  if (keys.length === 0) return undefined;
  const found = keys
    .map((key) => byKey.get(key)?.findLast((group) => group.joined.joins(event)))
    .find((group) => group !== undefined);
  const group = found ?? { fid: null, members: [], joined: options.grouping.begin(), isCut: false };
  group.members.push(event.fid);
  group.joined.add(event);
  if (group.members.length > 1) group.fid ??= `group-${group.members[0] ?? event.fid}`;
  groupOf.set(event.fid, group);
  registered(byKey, keys, group);
  return group;
}

function registered(byKey: OpenGroups['byKey'], keys: readonly string[], group: OpenGroup): void {
  for (const key of keys) {
    const alike = byKey.get(key);
    if (alike === undefined) byKey.set(key, [group]);
    else if (!alike.includes(group)) alike.push(group);
  }
}

/** The groups of rows, with the single events that others may join. */
function openGroups(rows: ActivityRows, options: Options): OpenGroups {
  const byKey: OpenGroups['byKey'] = new Map();
  const groupOf: OpenGroups['groupOf'] = new Map();
  const add = (fid: string | null, events: readonly ActivityRow[], isCut: boolean): void => {
    const group: OpenGroup = { fid, members: [], joined: options.grouping.begin(), isCut };
    for (const event of events) {
      group.members.push(event.fid);
      group.joined.add(event);
      groupOf.set(event.fid, group);
      registered(byKey, keysOf(event, options), group);
    }
  };
  for (const { row } of rows.values()) if (isGroup(row)) add(row.fid, row.events, row.isCut);
  for (const { row } of rows.values())
    if (!isGroup(row) && !groupOf.has(row.fid) && options.grouping.keysOf(row).length > 0) add(null, [row], false);
  return { byKey, groupOf };
}
