import type { JournalEvent } from '../../../changes/change-event.ts';
import { EMPTY_FOLD, type Fold, foldEvents, type Line, trimmed } from '../../../changes/fold-events.ts';
import { lossesOf } from '../../../changes/incident.ts';
import type { ServiceList } from '../../../contract/lists.ts';
import { serviceLists, serviceResources } from '../../../resources/index.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { wasNotSent } from '../../rules/not-sent.ts';
import { type LabelBounds, type Labels, OTHER, type Sample } from './label-bounds.ts';
import { createTally } from './tally.ts';

/** The place of a row that is not known any more. */
const UNKNOWN: Labels = { instance_type: OTHER, region: OTHER };

/** Most lines of what happened that are kept, so that later events are counted to them. */
const MAX_LINES = 500;

/** The bids of a line that lost instances. */
const losers = (line: Line | undefined): number =>
  [...(line?.incidents.values() ?? [])].filter((one) => lossesOf(one).length > 0).length;

/** What was counted since the program began. Each event counts once, whichever program saw it. */
export type EventCounts = {
  /** Bids and instances that began to be preempted, and lost instances, by type and region of the row. */
  readonly preemptions: Readonly<Record<'bids' | 'instances', () => readonly Sample[]>>;
  readonly losses: () => readonly Sample[];
  /** Incidents in which a bid lost instances. */
  readonly outages: () => number;
  readonly changes: () => readonly Sample[];
  readonly ruleActions: () => readonly Sample[];
  /** Failures to read each list, those of a part of it included. */
  readonly listErrors: () => readonly Sample[];
};

/** Creates the counts of the journal's events. `state` has the rows that the events are about. */
export function createEventCounts(state: () => ConsoleState, bounds: LabelBounds) {
  const [bids, instances, losses] = [createTally(), createTally(), createTally()];
  const [changes, ruleActions, listErrors] = [createTally(), createTally(), createTally()];
  // From 0 on: the first error of a list would be no increase otherwise.
  for (const name of serviceLists) listErrors.add({ list: serviceResources[name].words.list }, 0);
  /** Where a row is or was, as labels. */
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
    /** Counts the lists that failed between two states. Each failure has an error of its own. */
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
        // An action is in the journal before it has an outcome, and again with it.
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
