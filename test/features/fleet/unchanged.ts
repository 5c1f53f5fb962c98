import { expect } from 'vitest';
import { parseFleet } from '../../../src/features/fleet/file/read-file.ts';
import { fleetText } from '../../../src/features/fleet/file/write-file.ts';
import { isAllowed } from '../../../src/features/fleet/plan/change.ts';
import { planOf } from '../../../src/features/fleet/plan/plan.ts';
import { exactName, liveBids } from '../../../src/features/fleet/rows.ts';
import { printableBlock } from '../../../src/lib/sanitize.ts';
import type { Context } from '../../../src/resources/context.ts';
import { TOKEN } from './odd-project.ts';

const EVERYTHING = { prune: true, replace: true, rules: true };

/** Exports a project and plans the whole file with all that `apply` may do: nothing is to be done, and the names are those of the rows. */
export function expectUnchanged(context: Context): void {
  const bids = liveBids(context);
  const text = fleetText({ context, bids, filter: null, token: TOKEN, scriptFile: () => null });
  expect(printableBlock(text)).toBe(text);
  const { scripts: _, ...file } = parseFleet('fleet.toml', text);
  const { changes, problems } = planOf(file, context, EVERYTHING, new Map(), TOKEN);
  expect([problems, changes.filter((change) => isAllowed(change, EVERYTHING))]).toEqual([[], []]);
  const left = changes.flatMap((change) => (change.kind === 'other-bid' ? change.bid : []));
  const kept = bids.filter((bid) => !left.includes(bid)).map((bid) => exactName('bids', bid, context));
  expect(file.bids.map(({ name }) => name).toSorted()).toEqual(kept.toSorted());
}
