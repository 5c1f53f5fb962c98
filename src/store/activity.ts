import type { ListedRow } from '../api/result.ts';
import { agentWords, type OperatorAction } from '../changes/change-event.ts';
import { notedKind } from '../changes/event-groups.ts';
import { capitalized } from '../lib/words.ts';
import { type ActivityRow, SINGLE_EVENT } from '../resources/activity-row.ts';
import type { ActivityWords } from '../resources/activity-text.ts';
import { type Place, placeKey } from '../resources/place.ts';
import type { Write } from '../resources/write.ts';
import { BY_KIND, type EventGrouping, type JoinedEvents } from './event-grouping.ts';
import { marksKept } from './lists/marks.ts';
import { placeOf } from './projects.ts';
import { type ConsoleState, type Notice, withList } from './state.ts';

/** Most events of the activity list in memory, and most bytes of them. */
export const MAX_ACTIVITY_ROWS = 1000;
export const MAX_ACTIVITY_BYTES = 8_000_000;

/** Adds a row to the activity list, or replaces it with a newer version. */
export function addActivity(state: ConsoleState, activityRow: ActivityRow): ConsoleState {
  return addActivities(state, [activityRow]);
}

/** Adds or replaces several rows of the activity list, oldest first. */
export function addActivities(state: ConsoleState, activityRows: readonly ActivityRow[]): ConsoleState {
  if (activityRows.length === 0) return state;
  const list = state.lists.activity;
  const placed = activityRows.map((row) =>
    row.from === 'here' && row.place === null ? { ...row, place: placeOf(state) } : row,
  );
  const rows = withEvents(list.rows, placed, groupedAs(state));
  return marksKept(withList(state, 'activity', { ...list, rows, fetchedAt: state.now }), 'activity');
}

/** The activity list with some of its events alone, grouped anew. */
export function activitiesLeft(state: ConsoleState, isLeft: (event: ActivityRow) => boolean): ConsoleState {
  const { activity } = state.lists;
  const events = Array.from(activity.rows.values(), ({ row }) => row).filter(({ events }) => events.length === 0);
  const left = events.filter(isLeft);
  if (left.length === events.length) return state;
  return withList(state, 'activity', { ...activity, rows: withEvents(new Map(), left, groupedAs(state)) });
}

const groupedAs = (state: ConsoleState) => ({
  max: MAX_ACTIVITY_ROWS,
  words: { into: state.glyphs.arrow, fieldWords: state.features.fieldWords },
  grouping: state.features.parts.find(({ eventGrouping }) => eventGrouping !== undefined)?.eventGrouping ?? BY_KIND,
  shown: placeOf(state),
});

/** An action of the operator as a row of the activity list; without a place it is of the one that is shown. */
export function operatorActivity(
  id: number,
  write: Write,
  at: number,
  outcome: ActivityRow['outcome'],
  more: string,
  place: Place | null = null,
): ActivityRow {
  const { agent } = write;
  const by = agent === undefined ? '' : ` by ${agentWords(agent)} (${agent.reason ?? ''})`;
  const what = `${capitalized(write.verb)} ${write.name}${by}${more}`;
  const { verb, list, name } = write;
  return {
    ...SINGLE_EVENT,
    fid: `write-${id}`,
    at,
    since: null,
    from: 'here',
    who: 'operator',
    outcome,
    what,
    about: write.fid === null ? null : { pane: list, fid: write.fid },
    name,
    place,
    kind: notedKind({ by: 'here', verb, list, agent }),
    reason: agent?.reason ?? null,
  };
}

/** The action that a row of the activity list is about, for the journal; null for a finding. */
export function actionOf({ kind, name, reason }: Pick<ActivityRow, 'kind' | 'name' | 'reason'>): OperatorAction | null {
  if (kind?.kind !== 'noted') return null;
  const { verb, list, agent } = kind;
  return { verb, list, name, ...(agent === undefined ? {} : { agent: { ...agent, reason } }) };
}

/** Shows a sentence at the bottom of the screen, until the next key. */
export function showNotice(state: ConsoleState, text: string, tone: Notice['tone'] = 'plain'): ConsoleState {
  return { ...state, notice: { text, tone, at: state.now } };
}

/** Shows an alert at the bottom of the screen, unless a dialog is open. */
export function showAlert(state: ConsoleState, text: string): ConsoleState {
  return state.dialogs.length === 0 ? showNotice(state, text, 'bad') : state;
}

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
function withEvents(before: ActivityRows, events: readonly ActivityRow[], options: Options): ActivityRows {
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
  let bytes = [...rows.values()].reduce((sum, event) => sum + bytesOfEvent(event), 0);
  for (const [fid, event] of rows) {
    if (surplus <= 0 && bytes <= MAX_ACTIVITY_BYTES) break;
    if (isGroup(event.row)) continue;
    rows.delete(fid);
    surplus -= 1;
    bytes -= bytesOfEvent(event);
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

/** Bytes of an event, at most: of its members, its text, and its text in a group. None of a group, which consists of events. */
const bytesOfEvent = ({ row, raw }: ListedRow<ActivityRow>): number => (isGroup(row) ? 0 : 3 * 2 * raw.length);

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
