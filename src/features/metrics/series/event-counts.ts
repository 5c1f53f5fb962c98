import type { JournalEvent } from '../../../changes/change-event.ts';
import { EMPTY_FOLD, type Fold, foldEvents, type Line, trimmed } from '../../../changes/fold-events.ts';
import { lossesOf } from '../../../changes/incident.ts';
import type { ServiceList } from '../../../contract/lists.ts';
import { serviceLists, serviceResources } from '../../../resources/index.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { wasNotSent } from '../../rules/not-sent.ts';
import { createTally, type LabelBounds, type Labels, OTHER, type Sample } from './label-bounds.ts';

const UNKNOWN: Labels = { instance_type: OTHER, region: OTHER };

/** Most lines kept for later events. */
const MAX_LINES = 500;

const losers = (line: Line | undefined): number =>
  [...(line?.incidents.values() ?? [])].filter((one) => lossesOf(one).length > 0).length;

/** Since the program began. Each event counts once, whichever program saw it. */
export type EventCounts = {
  /** By type and region of the row. */
  readonly preemptions: Readonly<Record<'bids' | 'instances', () => readonly Sample[]>>;
  readonly losses: () => readonly Sample[];
  readonly outages: () => number;
  readonly changes: () => readonly Sample[];
  readonly ruleActions: () => readonly Sample[];
  readonly listErrors: () => readonly Sample[];
};

export function createEventCounts(state: () => ConsoleState, bounds: LabelBounds) {
  const [bids, instances, losses] = [createTally(), createTally(), createTally()];
  const [changes, ruleActions, listErrors] = [createTally(), createTally(), createTally()];
  // From 0 on, or the first error of a list would be no increase.
  for (const name of serviceLists) listErrors.add({ list: serviceResources[name].words.list }, 0);
  const placeOf = (list: ServiceList, fid: string): Labels => {
    const { rows, removing } = state().lists[list];
    const row: object | undefined = rows.get(fid)?.row ?? removing.get(fid)?.listed.row;
    if (row === undefined) return UNKNOWN;
    const text = (key: 'instance_type' | 'region'): string | null => {
      const value: unknown = key in row ? Reflect.get(row, key) : null;
      return typeof value === 'string' ? value : null;
    };
    return bounds.labels({ instance_type: text('instance_type'), region: text('region') });
  };
  let fold: Fold<JournalEvent> = EMPTY_FOLD;
  let outages = 0;
  const counts: EventCounts = {
    preemptions: { bids: bids.samples, instances: instances.samples },
    losses: losses.samples,
    outages: () => outages,
    changes: changes.samples,
    ruleActions: ruleActions.samples,
    listErrors: listErrors.samples,
  };
  return {
    counts,
    stateChanged: ({ lists }: ConsoleState, { lists: before }: ConsoleState): void => {
      for (const name of serviceLists) {
        const error = lists[name].failure?.error;
        if (error !== undefined && error !== before[name].failure?.error)
          listErrors.add({ list: serviceResources[name].words.list });
      }
    },
    add: (events: readonly JournalEvent[]): void => {
      const before = fold;
      fold = foldEvents(before, events);
      for (const [id, line] of fold.lines)
        if (before.lines.get(id) !== line) outages += Math.max(0, losers(line) - losers(before.lines.get(id)));
      fold = trimmed(fold, MAX_LINES);
      for (const { payload } of events) {
        if (payload.kind === 'seen') {
          const { list, fid, change, field, to } = payload;
          if (change === 'lost') losses.add(placeOf(list, fid));
          if (field !== 'status' || !isStatus(to, 'preempting')) continue;
          if (list === 'bids') bids.add(placeOf(list, fid));
          if (list === 'instances') instances.add(placeOf(list, fid));
          continue;
        }
        const { action, outcome } = payload;
        // An action is in the journal before its outcome, too.
        if (action === null || outcome === 'sent' || wasNotSent(action)) continue;
        const { verb, list, agent } = action;
        changes.add({
          list: serviceResources[list].words.list,
          verb: bounds.value('verb', verb),
          outcome,
          by: agent === undefined ? 'operator' : 'rule',
        });
        if (agent !== undefined)
          ruleActions.add({ rule: bounds.value('rule', agent.name), verb: bounds.value('verb', verb), outcome });
      }
    },
  };
}
