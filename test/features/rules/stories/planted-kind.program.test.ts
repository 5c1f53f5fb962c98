import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type PlantedCopy, plant } from '../../../architecture/planted-copy.ts';
import { node } from '../../../driver/built.ts';
import { closeAfterTest, openMarket } from '../../../driver/console.ts';
import { freshHome } from '../../../driver/environment.ts';
import { runUntil } from '../../../driver/run-until.ts';
import { openTerminal } from '../../../driver/terminal.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { evidenceOf } from '../../../stories/evidence.ts';
import { ranAs } from '../../../stories/ran-as.ts';
import { STILL } from '../../../stories/service.ts';

/** A sixth kind: it pauses bids that have more running instances than they may. */
const files = {
  'src/features/rules/kinds/trim.ts': `
import * as z from 'zod';
import type { RuleLogic } from '../engine/decision.ts';
import { ruleKind } from '../engine/kind.ts';
import { BID_MS, INSTANCES_MS, LISTS_MS } from '../engine/needs.ts';
import type { CommonRule, Selection } from '../engine/rule.ts';
import { bidsSelected } from '../engine/view.ts';
import { selectedText } from '../engine/words.ts';
import { common, commonOf, type FilterSchema, selected, selectionOf, table, written, wrongBids } from '../engine/written.ts';

type TrimRule = CommonRule & { readonly kind: 'trim'; readonly bids: Selection; readonly most: number };

const Memory = z.object({ said: z.array(z.string()) });
type Memory = z.output<typeof Memory>;

const hindrances = { 'too-wide': { isSaid: true, help: 'Its filter finds no bid.' } } as const;

const logic: RuleLogic<TrimRule, Memory, keyof typeof hindrances> = {
  memory: Memory,
  empty: { said: [] },
  selects: ({ bids }, _, view) => bidsSelected(bids, view).map(({ fid }) => fid),
  decide: (rule, memory, view) => {
    const found = bidsSelected(rule.bids, view);
    const due = found.filter(({ fid, running, isBusy }) => running > rule.most && !isBusy && !memory.said.includes(fid));
    return {
      memory,
      actions: due.map(({ fid, name, running }) => ({
        kind: 'pause',
        fid, name,
        reason: running + ' running, ' + rule.most + ' at most',
      })),
      next: null,
      hindered: found.length === 0 ? [{ reason: 'too-wide', why: 'Its filter finds no bid' }] : [],
    };
  },
  finished: ({ said }, action) => ({ said: action.kind === 'pause' ? [...said, action.fid] : said }),
};

/** Pauses bids with too many running instances. */
export const trim = ruleKind({
  kind: 'trim',
  schema: (filter: FilterSchema) => written(
    z
      .strictObject({
        kind: z.literal('trim'),
        ...common, ...selected(filter),
        most: z.int().min(1).meta({ allowed: 'a whole number of running instances' }),
      })
      .meta(table),
    (given): TrimRule => {
      return { ...commonOf(given), kind: given.kind, bids: selectionOf(given), most: given.most, maxCost: null };
    },
    wrongBids,
  ),
  needs: { bidMs: BID_MS, instancesMs: INSTANCES_MS, listsMs: 2 * LISTS_MS },
  reads: () => ({ prices: false, machines: false }),
  atOdds: { schedule: 'one would resume what the other pauses' },
  hindrances,
  ends: false,
  bids: ({ bids }: TrimRule) => bids,
  places: () => null,
  lines: ({ bids, most }) => [
    { label: 'Bids', text: selectedText(bids) },
    { label: 'Most', text: most + ' running instances' },
  ],
  logic,
});
`,
};
const lines = [
  {
    file: 'src/features/rules/kinds.ts',
    after: "./kinds/spread.ts';\n",
    text: "import { trim } from './kinds/trim.ts';\n",
  },
  { file: 'src/features/rules/kinds.ts', after: 'spread, idle, budget', text: ', trim' },
];

let planted: PlantedCopy;
beforeAll(async () => {
  planted = await plant(files, lines);
  return planted.remove;
});

const RULE = '[[rules]]\nname = "narrow"\nkind = "trim"\nbids = "train"\nmost = 1\n';

/** A home whose config file has a text. */
function homeWith(config: string) {
  const path = newPath();
  writeFileSync(path, config, { mode: 0o600 });
  const home = freshHome({ SPOTDECK_CONFIG: path });
  onTestFinished(home.remove);
  return home;
}

const spotdeck = (config: string, ...words: readonly string[]) =>
  ranAs(node, [planted.program, ...words], homeWith(config));

describe('a kind of rule is one file and its line in the table', () => {
  test('its types fit without any other change', () => planted.checkTypes());

  test('the config file may have it, and a wrong key or value is explained', async () => {
    expect((await spotdeck(RULE, 'config', 'check')).code).toBe(0);
    const refused = async (text: string) => (await spotdeck(text, 'config', 'check')).err;
    expect(await refused(RULE.replace('= 1', '= 0'))).toMatch(
      /, line 5: most is invalid\.\nAllowed: a whole number of running instances\. See docs\/rules\.md\./,
    );
    expect(await refused(RULE.replace('most', 'msot'))).toMatch(
      /, line 5: there is no key msot in this kind of rule\.\nDid you mean most\?/,
    );
    expect(await refused(RULE.replace('trim', 'cut'))).toMatch(
      /, line 3: kind is invalid\.\nAllowed: schedule, ladder, spread, idle, budget or trim\./,
    );
    expect(await refused(RULE.replace('bids = "train"\n', ''))).toContain('a rule has either bids, a filter, or set');
  });

  test('the JSON schema of the config file and the tables of the docs know it', async () => {
    const { out } = await spotdeck('', 'config', 'schema');
    expect(out).toMatch(/"const": "trim"/);
    expect(out).toMatch(/"most": \{/);
    await planted.script('scripts/docs.ts');
    const page = readFileSync(join(planted.folder, 'docs/rules.md'), 'utf8');
    expect(page).toContain('| `trim` | 15s | 30s | 20m |');
    expect(page).toContain('- `too-wide` (trim): Its filter finds no bid.');
  });

  test('a rehearsal at a service says what it would do, and sends nothing', async () => {
    const evidence = await evidenceOf(await openMarket(STILL));
    const { env } = homeWith(RULE);
    const words = ['autopilot', '--dry-run'];
    const { code, out, err } = await runUntil(3, words, { ...env, ...evidence.env }, planted.program);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^narrow: trim, rehearses\.$/m);
    expect(out).toMatch(/narrow: would pause train-\S+: \d+ running, 1 at most$/m);
    expect(evidence.writes()).toEqual([]);
  });

  test('two rules at odds over a bid are named', async () => {
    const night =
      '[[rules]]\nname = "night"\nkind = "schedule"\nbids = "train"\npause = "0 20 * * *"\nmax_cost = "$50"\n';
    const market = await openMarket(STILL);
    const { folder, env } = homeWith(`${RULE}${night}`);
    const { code, err } = await ranAs(
      node,
      [planted.program, 'autopilot', '--dry-run'],
      {
        folder,
        env: env,
        remove: () => undefined,
      },
      market.env,
    );
    expect(code).toBe(2);
    expect(err).toMatch(
      /The rules narrow and night both change train-\S+, and one would resume what the other pauses\./,
    );
  });

  test('the pane shows it with its settings', async () => {
    const { env } = homeWith(RULE);
    const terminal = openTerminal({
      command: node,
      args: [planted.program, 'demo', '--db', ':memory:', '--seed', '7', '--speed', '0'],
      columns: 160,
      rows: 45,
      env,
    });
    closeAfterTest(terminal);
    await terminal.see('14 bids', { timeout: 20_000 });
    terminal.press('A');
    await terminal.see(/narrow +trim +· rehearses/);
    terminal.press('Enter');
    await terminal.see(/Most +1 running instances/);
    terminal.press('Esc', 'q');
    expect(await terminal.ended()).toEqual({ code: 0, signal: null });
  });
});
