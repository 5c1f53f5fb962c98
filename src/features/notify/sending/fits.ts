import type { JournalEvent } from '../../../changes/change-event.ts';
import { activity } from '../../../resources/activity.ts';
import { activityRowOf } from '../../../resources/activity-text.ts';
import { meets } from '../../../resources/filter/match.ts';
import { searchColumns } from '../../../store/lists/place-columns.ts';
import { contextOf } from '../../../store/row-context.ts';
import type { ConsoleState } from '../../../store/state.ts';
import type { NotifyTarget } from '../target.ts';

/** Whether an event is one that a target wants, by the filter language of the Activity pane. */
export function fitsFilter(
  state: ConsoleState,
  event: JournalEvent,
  { filter }: Pick<NotifyTarget, 'filter'>,
): boolean {
  const context = contextOf(state);
  const columns = searchColumns(activity.columns, null, false, context);
  return meets(
    activityRowOf(event, { into: state.glyphs.arrow, fieldWords: state.features.fieldWords }),
    filter,
    columns,
    context,
  );
}
