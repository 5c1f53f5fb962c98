import type { Bid } from '../../../contract/bid.ts';
import { formatMoneyGrouped, type Money } from '../../../lib/money.ts';
import { widthOf, wrapped } from '../../../lib/width.ts';
import { bids as bidsResource } from '../../../resources/bids/bids.ts';
import {
  amountIn,
  BUDGET_WARNING,
  budgetUsed,
  type ExposureShare,
  exposureShareOf,
  exposureSharesBy,
  isOverBudget,
} from '../../../resources/bids/exposure.ts';
import type { Tone } from '../../../resources/cell.ts';
import type { Context } from '../../../resources/context.ts';
import { aliasOr } from '../../../resources/parts/aliases.ts';
import { blankLine, type DialogLine, textLine, textLines } from '../../../screen/dialogs/line.ts';
import { contextOf } from '../../../store/row-context.ts';
import { type ConsoleState, drawnLists } from '../../../store/state.ts';
import { countsIn } from '../../../store/totals.ts';
import { spendBudgetsOf, spendBudgetWords } from '../spend-budgets.ts';
import { columnsIn, type Headers, headerLine, type Row, rowLines } from './exposure-table.ts';

const HEADERS: Headers = { count: 'RUN', amount: 'NOW/H', more: 'COMMITTED', share: 'SHARE' };

/** The highest hourly cost, running and committed: in total, against the budgets, and by type, region, project and bid. */
export function exposureLines(state: ConsoleState, width: number): readonly DialogLine[] {
  const { glyphs } = state;
  const context = contextOf(state);
  const bids = [...context.rowsOf('bids').values()].map(({ row }) => row);
  const { running, wanted, withoutBid } = countsIn(drawnLists(state));
  const total = { ...exposureShareOf('Everything', bids, context), running, wanted };
  const named = (identifier: string | null): string => aliasOr(identifier ?? glyphs.none, context.aliases);
  const part = (title: string, titleOf: (bid: Bid) => string) => ({
    title,
    shares: exposureSharesBy(titleOf, bids, context),
  });
  const parts = [
    part('By type', ({ instance_type }) => named(instance_type)),
    part('By region', ({ region }) => named(region)),
    ...(context.projects.length > 1 ? [part('By project', ({ project }) => named(project))] : []),
    part('By bid', bidsResource.labelOf),
  ].filter(({ shares }) => shares.length > 0);
  const titles = parts.flatMap(({ shares }) => shares.map(({ title }) => widthOf(title)));
  const columns = columnsIn(width, Math.max(0, ...titles), HEADERS);
  const rowOf = ({ title, running, wanted, now, committed }: ExposureShare, whole: ExposureShare | null): Row => ({
    title,
    count: `${running}/${wanted}`,
    amounts: now,
    more: committed,
    total: whole?.now ?? null,
  });
  return [
    headerLine('', columns, glyphs),
    ...rowLines(rowOf(total, null), columns, glyphs),
    ...budgetLines(total, context, width),
    ...spendBudgetLines(state, width),
    ...parts.flatMap(({ title, shares }) => [
      blankLine,
      headerLine(title, columns, glyphs),
      ...shares.flatMap((share) => rowLines(rowOf(share, total), columns, glyphs)),
    ]),
    blankLine,
    ...(withoutBid === 0
      ? []
      : textLines(
          `${withoutBid} running ${withoutBid === 1 ? 'instance has' : 'instances have'} no bid here, so what ${withoutBid === 1 ? 'it costs is' : 'they cost is'} in no amount.`,
          width,
          'warn',
        )),
    ...textLines(
      `Max cost = limit price ${glyphs.times} instances. Committed counts open bids as filled. The service charges the spot price, which is never higher.`,
      width,
      'dim',
    ),
  ];
}

function budgetLines(total: ExposureShare, { budget, glyphs }: Context, width: number): readonly DialogLine[] {
  if (budget === null) return [];
  const lines = (amount: Money, when: string): readonly DialogLine[] => {
    const used = budgetUsed(amount, budget) ?? 0;
    const over = isOverBudget(amount, budget);
    const tone: Tone = over ? 'bad' : used >= BUDGET_WARNING ? 'warn' : 'plain';
    const text = `${tone === 'plain' ? '' : `${glyphs.warn} `}${when} ${used} % of the budget of ${formatMoneyGrouped(budget)}`;
    return wrapped(text, width).map((one) => textLine(one, tone));
  };
  return [
    ...lines(amountIn(total.now, budget.sign), 'Running:'),
    ...lines(amountIn(total.committed, budget.sign), 'Committed:'),
  ];
}

const TONES = { fine: 'plain', warned: 'warn', over: 'bad' } as const;

/** The use of the budgets per day and per month. */
export function spendBudgetLines(state: ConsoleState, width: number): readonly DialogLine[] {
  return spendBudgetsOf(state).flatMap((use) =>
    textLines(
      `${use.level === 'fine' ? '' : `${state.glyphs.warn} `}${spendBudgetWords(use)}`,
      width,
      TONES[use.level],
    ),
  );
}
