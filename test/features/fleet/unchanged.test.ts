import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFleet } from '../../../src/features/fleet/file/read-file.ts';
import { isAllowed } from '../../../src/features/fleet/plan/change.ts';
import { planOf } from '../../../src/features/fleet/plan/plan.ts';
import { exactName, liveBids } from '../../../src/features/fleet/rows.ts';
import { printableBlock } from '../../../src/lib/sanitize.ts';
import type { Context } from '../../../src/resources/context.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { exportedText } from './console-with.ts';
import { oddProject, TOKEN } from './odd-project.ts';
import { applied, madeFleet, marketWith } from './world.ts';

const EMPTY = { volumes: [], bids: [] };
const RUNS = Number(process.env['SPOTDECK_FLEET_RUNS'] ?? 25);

test('a fleet that is exported, applied to an empty project and exported again has the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(madeFleet(), async (made) => {
      const text = await (await marketWith(made)).exported();
      const other = await marketWith(EMPTY);
      const { code } = await applied(other, text);
      expect(code).toBe(0);
      expect(await other.exported()).toBe(text);
      expect((await applied(other, text)).plan.changes).toEqual([]);
    }),
    { numRuns: Math.ceil(RUNS / 5) },
  );
});

const EVERYTHING = { prune: true, replace: true, rules: true };

/** Exports a project and plans all of it: nothing is to be done, and names are exact. */
function expectUnchanged(context: Context): void {
  const bids = liveBids(context);
  const text = exportedText(context, TOKEN);
  expect(printableBlock(text)).toBe(text);
  const { scripts: _, ...file } = parseFleet('fleet.toml', text);
  const { changes, problems } = planOf(file, context, EVERYTHING, new Map(), TOKEN);
  expect([problems, changes.filter((change) => isAllowed(change, EVERYTHING))]).toEqual([[], []]);
  const left = changes.flatMap((change) => (change.kind === 'other-bid' ? change.bid : []));
  const kept = bids.filter((bid) => !left.includes(bid)).map((bid) => exactName('bids', bid, context));
  expect(file.bids.map(({ name }) => name).toSorted()).toEqual(kept.toSorted());
}

test('a project with any names, scripts, doubles and statuses is not changed by its own export', () => {
  fc.assert(fc.property(oddProject, expectUnchanged), { numRuns: RUNS * 10 });
});

test('hidden characters of names and scripts are escaped in the file', () => {
  const context = contextOf(
    consoleWith({
      bids: [
        bid('b1', { name: '\ufefftrain\u202e' }),
        bid('b2', { name: 'a\u2028b' }),
        bid('b3', {
          name: 'c',
          launch_specification: { volumes: [], ssh_keys: [], startup_script: '\ufeffa\r\n\u001b[1m\f\n' },
        }),
      ],
    }),
  );
  const text = exportedText(context);
  expect(text.match(/^name = .*$/gm)).toEqual(['name = "a\\u2028b"', 'name = "c"', 'name = "\\ufefftrain\\u202e"']);
  expect(text).toContain('startup_script = """\n\\ufeffa\\r\n\\u001b[1m\\f\n"""\n');
});
