import { holdFleetIn } from '../../../src/features/fleet/console/fleet-run.ts';
import { comparisonIn } from '../../../src/features/fleet/console/known-fleet.ts';
import { type Change, keyOfChange } from '../../../src/features/fleet/plan/change.ts';
import { labelOf } from '../../../src/features/fleet/plan/words.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import { ask } from '../../../src/screen/keymap/key-to-write.ts';
import { type Fixture, openFixture } from '../../faults/fixture.ts';
import { agree } from '../../faults/operator.ts';
import { fleetOf, textWith } from './console-with.ts';

/** On a market that stands still, with lists read. */
export async function openRead(): Promise<Fixture> {
  const fixture = await openFixture();
  fixture.poller.start();
  await fixture.passUntil(
    () => Object.values(fixture.state().lists).every(({ fetchedAt }, n) => n > 4 || fetchedAt !== null),
    60_000,
  );
  const { controller, journal, scope, clock } = fixture;
  const holdFleet = holdFleetIn(sameThread(journal), { scope: () => scope, clock });
  return {
    ...fixture,
    controller: { ...controller, journal: { rowEvents: async () => ({ events: [], knownSince: null }), holdFleet } },
  };
}

export function withFile({ store, state }: Fixture, changes: Readonly<Record<string, string>>): void {
  const knownFleet = fleetOf(textWith(changes, state()), 'fleet.toml');
  store.setState({ pausedByRules: new Map(), knownFleet });
}

export const changesIn = ({ state }: Fixture): readonly Change[] => {
  const comparison = comparisonIn({ state: state(), lists: state().lists });
  if (comparison.kind !== 'compared') throw new Error(JSON.stringify(comparison));
  return comparison.changes;
};

/** Begins to apply the first changes. */
export function beginFirst(fixture: Fixture, count: number): readonly string[] {
  const keys = changesIn(fixture).map(keyOfChange).slice(0, count);
  ask(fixture.controller, { kind: 'fleet', keys }, 'Enter');
  agree(fixture);
  return keys;
}

export const ended = (fixture: Fixture): Promise<void> =>
  fixture.passUntil(() => fixture.state().fleetRun?.isRunning === false, 200_000);

export async function apply(fixture: Fixture, labels: readonly string[] | null = null): Promise<void> {
  const keys = changesIn(fixture)
    .filter((change) => labels?.includes(labelOf(change)) !== false)
    .map(keyOfChange);
  ask(fixture.controller, { kind: 'fleet', keys }, 'Enter');
  agree(fixture);
  await ended(fixture);
}

export const writes = ({ wire }: Fixture): readonly string[] =>
  wire.reached
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace(/(?:bid|vol)_\w+/, 'ID')}`);
