import { compareRows } from '../../../src/features/fleet/console/compare-rows.ts';
import { holdFleetIn } from '../../../src/features/fleet/console/console-hold.ts';
import { comparisonIn } from '../../../src/features/fleet/console/known-fleet.ts';
import { parseFleet } from '../../../src/features/fleet/file/read-file.ts';
import { fleetText } from '../../../src/features/fleet/file/write-file.ts';
import { type Change, keyOfChange } from '../../../src/features/fleet/plan/change.ts';
import { labelOf } from '../../../src/features/fleet/plan/words.ts';
import { liveBids } from '../../../src/features/fleet/rows.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import { ask } from '../../../src/screen/keymap/key-to-write.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { type Fixture, openFixture } from '../../faults/fixture.ts';
import { agree } from '../../faults/operator.ts';

/** A console on a market that stands still, whose lists are read. */
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

/** Gives the console a fleet file: what is there, with changes that a person makes. */
export function withFile({ store, state }: Fixture, changes: Readonly<Record<string, string>>): void {
  const context = contextOf(state());
  const exported = fleetText({ context, bids: liveBids(context), filter: null, token: null, scriptFile: () => null });
  const text = Object.entries(changes).reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`There is no ${from} in ${now}`);
    return now.replace(from, to);
  }, exported);
  const { scripts: _, ...file } = parseFleet('fleet.toml', text);
  store.setState({
    pausedByRules: new Map(),
    knownFleet: { kind: 'read', path: 'fleet.toml', text, file, compare: compareRows },
  });
}

export const changesIn = ({ state }: Fixture): readonly Change[] => {
  const comparison = comparisonIn({ state: state(), lists: state().lists });
  if (comparison.kind !== 'compared') throw new Error(JSON.stringify(comparison));
  return comparison.changes;
};

/** Begins to apply the first changes, and returns at once. */
export function beginFirst(fixture: Fixture, count: number): readonly string[] {
  const keys = changesIn(fixture).map(keyOfChange).slice(0, count);
  ask(fixture.controller, { kind: 'fleet', keys }, 'Enter');
  agree(fixture);
  return keys;
}

/** Time passes until what is applied has ended. */
export const ended = (fixture: Fixture): Promise<void> =>
  fixture.passUntil(() => fixture.state().fleetRun?.isRunning === false, 200_000);

/** Applies the changes with these labels, or all of them, and waits until that has ended. */
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
