import type { JournalEvent } from '../changes/change-event.ts';
import type { ServiceList } from '../contract/lists.ts';
import { resources } from '../resources/index.ts';
import { isStatus } from '../resources/parts/status.ts';
import type { ConsoleState } from '../state/state.ts';
import { labelValue, type Placed } from './places.ts';
import type { Sample } from './series.ts';
import { createTally } from './tally.ts';

/** Most names of rules that are counted apart. */
const MAX_RULES = 100;

/** What was counted since the program began. Each event counts once, whichever program saw it. */
export type EventCounts = {
  /** Bids and instances that began to be preempted, and lost instances, by type and region of the row. */
  readonly preemptions: Readonly<Record<'bids' | 'instances', () => readonly (readonly [Placed, number])[]>>;
  readonly losses: () => readonly (readonly [Placed, number])[];
  readonly changes: () => readonly Sample[];
  readonly ruleActions: () => readonly Sample[];
};

/** Counts by place, which get their labels only when they are read. */
function createPlaceCounts() {
  const byKey = new Map<string, { readonly place: Placed; count: number }>();
  return {
    add: ({ instance_type, region }: Placed): void => {
      const key = JSON.stringify([instance_type, region]);
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, { place: { instance_type, region }, count: 1 });
      else known.count += 1;
    },
    all: (): readonly (readonly [Placed, number])[] => [...byKey.values()].map(({ place, count }) => [place, count]),
  };
}

/** Creates the counts of the journal's events. `state` has the rows that the events are about. */
export function createEventCounts(state: () => ConsoleState) {
  const [bids, instances, losses] = [createPlaceCounts(), createPlaceCounts(), createPlaceCounts()];
  const [changes, ruleActions] = [createTally(), createTally()];
  const rules = new Set<string>();
  /** Returns where a row is or was; of an unknown one neither its type nor its region is known. */
  const placeOf = (list: ServiceList, fid: string): Placed => {
    const { rows, removing } = state().lists[list];
    const row: object = rows.get(fid)?.row ?? removing.get(fid)?.listed.row ?? {};
    const text = (key: 'instance_type' | 'region'): string | null => {
      const value: unknown = key in row ? Reflect.get(row, key) : null;
      return typeof value === 'string' ? value : null;
    };
    return { instance_type: text('instance_type'), region: text('region') };
  };
  const ruleLabel = (name: string): string => {
    if (rules.size < MAX_RULES) rules.add(name);
    return rules.has(name) ? labelValue(name) : 'other';
  };
  const counts: EventCounts = {
    preemptions: { bids: bids.all, instances: instances.all },
    losses: losses.all,
    changes: changes.samples,
    ruleActions: ruleActions.samples,
  };
  return {
    counts,
    add: (events: readonly JournalEvent[]): void => {
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
        if (action === null || outcome === 'sent') continue;
        const { verb, list, rule } = action;
        changes.add({
          list: resources[list].words.list,
          verb: labelValue(verb),
          outcome,
          by: rule === undefined ? 'operator' : 'rule',
        });
        if (rule !== undefined) ruleActions.add({ rule: ruleLabel(rule), verb: labelValue(verb), outcome });
      }
    },
  };
}
