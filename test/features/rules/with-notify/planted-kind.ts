/** A sixth kind: it pauses bids that have more running instances than they may. */
export const files = {
  'src/features/rules/kinds/trim.ts': `
import * as z from 'zod';
import type { RuleLogic } from '../engine/decision.ts';
import { ruleKind } from '../engine/kind.ts';
import { BID_MS, INSTANCES_MS, LISTS_MS } from '../engine/needs.ts';
import { type CommonRule, type Selection, selectedText } from '../engine/rule.ts';
import { bidsSelected } from '../engine/view.ts';
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
  atOdds: { schedule: 'one would resume what the other pauses' },
  hindrances,
  bids: ({ bids }: TrimRule) => bids,
  lines: ({ bids, most }) => [
    { label: 'Bids', text: selectedText(bids) },
    { label: 'Most', text: most + ' running instances' },
  ],
  logic,
});
`,
};
export const lines = [
  {
    file: 'src/features/rules/kinds.ts',
    after: "./kinds/spread.ts';\n",
    text: "import { trim } from './kinds/trim.ts';\n",
  },
  { file: 'src/features/rules/kinds.ts', after: 'spread, idle, budget', text: ', trim' },
];
