import { agentWords, type OperatorAction } from '../changes/change-event.ts';
import { notedKind } from '../changes/event-groups.ts';
import { capitalized } from '../lib/words.ts';
import { type ActivityRow, SINGLE_EVENT } from '../resources/activity-row.ts';
import type { Place } from '../resources/place.ts';
import type { Write } from '../resources/write.ts';
import { withEvents } from './activity-groups.ts';
import { BY_KIND } from './event-grouping.ts';
import { marksKept } from './lists/marks.ts';
import { placeOf } from './projects.ts';
import { type ConsoleState, type Notice, withList } from './state.ts';

/** Most events of the activity list in memory. */
export const MAX_ACTIVITY_ROWS = 1000;

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
