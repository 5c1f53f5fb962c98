import { expect } from 'vitest';
import type { TrackedFields } from '../../src/changes/diff-rows.ts';
import type { ServiceList } from '../../src/contract/lists.ts';
import { serviceLists, serviceResources } from '../../src/resources/index.ts';
import type { ServiceResource } from '../../src/resources/resource.ts';
import type { Rows } from '../../src/resources/rows.ts';
import type { List } from '../../src/store/list.ts';
import type { Fixture } from './fixture.ts';

type KnownFields = Map<string, Map<string, string | null>>;
const known = (facts: TrackedFields): Map<string, string | null> => new Map(Object.entries(facts));

function factsIn<Name extends ServiceList>(
  name: Name,
  lists: { readonly [Each in ServiceList]: List<Rows[Each]> },
  now: number,
): KnownFields {
  const list: List<Rows[Name]> = lists[name];
  const { trackedFields }: ServiceResource<Name> = serviceResources[name];
  return new Map([...list.rows].map(([fid, { row }]) => [fid, known(trackedFields(row, now))]));
}

/**
 * Follows the journal of a fixture from the first snapshot of each list. Returns a check: applied in order, its
 * events lead from the first rows to those that the console shows now, each starting where the one before ended, and
 * the operator's writes are there with the same outcome as on screen.
 */
export function followJournal({ store, journal, scope, clock }: Fixture): () => void {
  const first = new Map<string, KnownFields>();
  const stop = store.subscribe(({ lists }, before) => {
    for (const name of serviceLists)
      if (before.lists[name].fetchedAt === null && lists[name].fetchedAt !== null)
        first.set(name, factsIn(name, lists, clock.now()));
  });
  return () => {
    stop();
    const { lists } = store.getState();
    const events = journal.after([scope], 0);
    for (const name of serviceLists) {
      const rows = first.get(name) ?? new Map();
      for (const { payload } of events) {
        if (payload.kind !== 'seen' || payload.list !== name) continue;
        const row = rows.get(payload.fid);
        const what = `${name} ${payload.fid} ${payload.change} ${payload.field}`;
        expect(row === undefined, what).toBe(payload.change === 'appeared');
        if (payload.field !== null && row?.has(payload.field) === true)
          expect(row.get(payload.field), what).toBe(payload.from);
        const next = row ?? new Map();
        if (payload.field !== null) next.set(payload.field, payload.to);
        rows.set(payload.fid, next);
        if (payload.change === 'gone' || (payload.change === 'lost' && payload.to === null)) rows.delete(payload.fid);
      }
      const now = factsIn(name, lists, clock.now());
      expect([...rows.keys()].toSorted(), `${name} that the journal knows of`).toEqual([...now.keys()].toSorted());
      for (const [fid, row] of rows)
        for (const [field, value] of row) expect(value, `${name} ${fid} ${field}`).toBe(now.get(fid)?.get(field));
    }
    const noted = events.flatMap(({ payload }) =>
      payload.kind === 'noted' ? [`${payload.outcome}: ${payload.what}`] : [],
    );
    // A group is one more row over its events.
    const activities = [...lists.activity.rows.values()].flatMap(({ row }) =>
      row.from === 'here' && row.events.length === 0 ? [`${row.outcome}: ${row.what}`] : [],
    );
    expect(noted.toSorted()).toEqual(activities.toSorted());
  };
}
