import type { ObservedChange } from '../../src/changes/change-event.ts';
import { activityRowOf } from '../../src/resources/activity-text.ts';
import { type ActivityRow, SINGLE_EVENT } from '../../src/resources/rows.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { NOON } from './hand-clock.ts';

/** A row of Activity: something that the service did at noon, unless it says otherwise. */
export const eventRow = (fid: string, more: Partial<ActivityRow> = {}): ActivityRow => ({
  ...SINGLE_EVENT,
  ...{ fid, at: NOON, since: null, from: 'here', who: 'service', outcome: 'seen', what: fid, about: null },
  ...more,
});

/** An event of the journal as a row of Activity: an instance of a bid that was lost after some seconds. */
export function lostRow(id: number, of: string, seconds: number, more: Partial<ObservedChange> = {}): ActivityRow {
  const payload: ObservedChange = {
    ...{ kind: 'seen', list: 'instances', change: 'lost', field: 'status', from: 'STATUS_RUNNING', to: null },
    ...{ fid: `${of}-${id}`, name: `${of}-${id}`, bid: of, bidName: of },
    ...more,
  };
  return activityRowOf(
    { id, key: `seen:${id}`, at: NOON + seconds * 1000, since: null, by: 'other', payload },
    { into: '→', fieldWords: loadedFeatures.fieldWords },
  );
}
