import { type ListedRow, listedOwn } from '../api/result.ts';
import { agentWords, type OperatorAction } from '../changes/change-event.ts';
import { notedKind } from '../changes/event-kind.ts';
import { type FoldEvent, foldEvents, foldOf, type Line, lineOf } from '../changes/fold-events.ts';
import { capitalized } from '../lib/words.ts';
import { lineRow } from '../resources/activity-groups.ts';
import type { ActivityWords } from '../resources/activity-text.ts';
import { type ActivityRow, type Place, placeKey, SINGLE_EVENT } from '../resources/rows.ts';
import type { Write } from '../resources/write.ts';
import { type ConsoleState, marksKept, type Notice, placeOf, withList } from './state.ts';

/** Most events in memory, and most bytes of them. */
export const MAX_ACTIVITY_ROWS = 1000;
export const MAX_ACTIVITY_BYTES = 8_000_000;

export function addActivity(state: ConsoleState, activityRow: ActivityRow): ConsoleState {
  return addActivities(state, [activityRow]);
}

/** Adds or replaces rows, oldest first. */
export function addActivities(state: ConsoleState, activityRows: readonly ActivityRow[]): ConsoleState {
  if (activityRows.length === 0) return state;
  const list = state.lists.activity;
  const placed = activityRows.map((row) =>
    row.from === 'here' && row.place === null ? { ...row, place: placeOf(state) } : row,
  );
  const rows = withEvents(list.rows, placed, groupedAs(state));
  return marksKept(withList(state, 'activity', { ...list, rows, fetchedAt: state.now }), 'activity');
}

/** Keeps some of the events, and groups them again. */
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
  shown: placeOf(state),
});

/** Without a place the action belongs to the shown one. */
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

export function actionOf({ kind, name, reason }: Pick<ActivityRow, 'kind' | 'name' | 'reason'>): OperatorAction | null {
  if (kind?.kind !== 'noted') return null;
  const { verb, list, agent } = kind;
  return { verb, list, name, ...(agent === undefined ? {} : { agent: { ...agent, reason } }) };
}

export function showNotice(state: ConsoleState, text: string, tone: Notice['tone'] = 'plain'): ConsoleState {
  return { ...state, notice: { text, tone, at: state.now } };
}

export function showAlert(state: ConsoleState, text: string): ConsoleState {
  return state.dialogs.length === 0 ? showNotice(state, text, 'bad') : state;
}

type ActivityRows = ReadonlyMap<string, ListedRow<ActivityRow>>;

type Options = {
  readonly max: number;
  readonly words: ActivityWords;
  readonly shown: Place;
};

/** Adds or replaces events, oldest first. A group keeps its fid while it has events in memory. */
function withEvents(before: ActivityRows, events: readonly ActivityRow[], options: Options): ActivityRows {
  const { max, words, shown } = options;
  const rows = new Map(before);
  const fresh: FoldEvent[] = [];
  for (const event of events) {
    // An observation is never repeated.
    if (event.seen === null || !rows.has(event.fid)) fresh.push(...foldedRow(event, shown));
    rows.set(event.fid, listed(event));
  }
  const known = foldOf(linesIn(before, shown));
  const fold = foldEvents(known, fresh);
  let surplus = rows.size - max - [...rows.values()].filter(({ row }) => isGroup(row)).length;
  let bytes = [...rows.values()].reduce((sum, event) => sum + bytesOfEvent(event), 0);
  const dropped = new Set<string>();
  for (const [fid, event] of rows) {
    if (surplus <= 0 && bytes <= MAX_ACTIVITY_BYTES) break;
    if (isGroup(event.row)) continue;
    rows.delete(fid);
    dropped.add(fid);
    surplus -= 1;
    bytes -= bytesOfEvent(event);
  }
  for (const line of fold.lines.values()) {
    const isCut = dropped.size > 0 && line.events.some(({ key }) => dropped.has(key));
    if (known.lines.get(line.id) === line && !isCut) continue;
    const fid = `group-${line.id}`;
    const left = line.events.flatMap((event) => rows.get(event.key)?.row ?? []);
    const wasCut = isCut || rows.get(fid)?.row.isCut === true;
    const row = left.length === 1 && !wasCut ? null : lineRow(fid, [...line.incidents.values()], left, wasCut, words);
    if (row === null) rows.delete(fid);
    else rows.set(fid, listed(row));
    const holder = row ?? left[0];
    const kept = isCut ? { ...line, events: line.events.filter(({ key }) => rows.has(key)) } : line;
    if (holder !== undefined) lineOfRow.set(holder, { line: kept, shown: placeKey(shown) });
  }
  return rows;
}

/** By the place then shown, so only joined lines are folded again. */
const lineOfRow = new WeakMap<ActivityRow, { readonly line: Line; readonly shown: string }>();

function linesIn(rows: ActivityRows, shown: Place): readonly Line[] {
  const all = Array.from(rows.values(), ({ row }) => row);
  const grouped = new Set(all.flatMap(({ events }) => events.map(({ fid }) => fid)));
  const place = placeKey(shown);
  return all.flatMap((row) => {
    if (grouped.has(row.fid)) return [];
    const known = lineOfRow.get(row);
    if (known?.shown === place) return [known.line];
    const events = (isGroup(row) ? row.events : [row]).flatMap((event) => foldedRow(event, shown));
    return lineOf(row.fid.replace(/^group-/, ''), events) ?? [];
  });
}

function foldedRow(row: ActivityRow, shown: Place): readonly FoldEvent[] {
  const { fid: key, at, since, kind, seen, outcome, what, about } = row;
  const place = placeKey(row.place ?? shown);
  if (seen !== null) return [{ key, at, since, by: '', place, payload: seen }];
  if (kind?.kind !== 'noted' || outcome === 'lost') return [];
  const action = actionOf(row);
  return [
    { key, at, since, by: kind.by, place, payload: { kind: 'noted', who: 'operator', outcome, what, about, action } },
  ];
}

const jsonOf = (row: ActivityRow): string => JSON.stringify(row);

/** A group's text has all its events' texts: it is written on demand. */
const listed = (row: ActivityRow): ListedRow<ActivityRow> =>
  isGroup(row) ? listedOwn(row, jsonOf) : { row, raw: jsonOf(row) };

/** An upper bound: members, text, and text in a group. Groups consist of events. */
const bytesOfEvent = ({ row, raw }: ListedRow<ActivityRow>): number => (isGroup(row) ? 0 : 3 * 2 * raw.length);

const isGroup = ({ events }: ActivityRow): boolean => events.length > 0;
