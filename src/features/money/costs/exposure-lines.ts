import type { Bid } from '../../../contract/bid.ts';
import { formatMoneyGrouped } from '../../../lib/money.ts';
import { widthOf, wrapped } from '../../../lib/width.ts';
import { capitalized } from '../../../lib/words.ts';
import { bids as bidsResource } from '../../../resources/bids/bids.ts';
import {
  BUDGET_WARNING,
  budgetUse,
  type ExposureShare,
  exposureSharesBy,
  usedPart,
} from '../../../resources/bids/exposure.ts';
import type { Tone } from '../../../resources/cell.ts';
import type { Context } from '../../../resources/context.ts';
import { aliasOr } from '../../../resources/parts/aliases.ts';
import { unknownCost } from '../../../resources/parts/amounts.ts';
import type { Exposure } from '../../../resources/resource.ts';
import { blankLine, type DialogLine, textLine, textLines } from '../../../screen/dialogs/line.ts';
import { contextOf } from '../../../store/row-context.ts';
import { type ConsoleState, drawnLists } from '../../../store/state.ts';
import { committedIn, countsIn, exposureIn } from '../../../store/totals.ts';
import { spendBudgetsOf, spendBudgetWords } from '../spend-budgets.ts';
import { columnsIn, type Headers, headerLine, type Row, rowLines } from './table.ts';

const HEADERS: Headers = { count: 'RUN', amount: 'NOW/H', more: 'COMMITTED', share: 'SHARE' };

/** The highest hourly cost: in total, against budgets, and by type, region, project and bid. */
export function exposureLines(state: ConsoleState, width: number): readonly DialogLine[] {
  const context = contextOf(state);
  const { glyphs } = context;
  const bids = [...context.rowsOf('bids').values()].map(({ row }) => row);
  const lists = drawnLists(state);
  const { running, wanted, withoutBid } = countsIn(lists);
  const total = { title: 'Everything', running, wanted, now: exposureIn(lists), committed: committedIn(lists) };
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
    ...(withoutBid === 0
      ? []
      : textLines(
          `${withoutBid} running ${withoutBid === 1 ? 'instance has' : 'instances have'} no bid here: all costs, and the parts below, are without ${withoutBid === 1 ? 'it' : 'them'}.`,
          width,
          'warn',
        )),
    ...budgetLines(total, context, width),
    ...spendBudgetLines(state, width),
    ...parts.flatMap(({ title, shares }) => [
      blankLine,
      headerLine(title, columns, glyphs),
      ...shares.flatMap((share) => rowLines(rowOf(share, total), columns, glyphs)),
    ]),
    blankLine,
    ...unknownLines(total, context, width),
    ...textLines(
      `Max cost = limit price ${glyphs.times} instances that run, or are being preempted or stopped. Committed counts open bids as filled. The service charges the spot price, which is never higher.`,
      width,
      'dim',
    ),
  ];
}

function unknownLines(
  { committed }: Pick<ExposureShare, 'committed'>,
  { glyphs }: Context,
  width: number,
): readonly DialogLine[] {
  if (committed.kind === 'known') return [];
  const why = 'a limit price or quantity can not be read, or the bid is not listed. The sums are at least as shown';
  return textLines(`${glyphs.warn} ${capitalized(unknownCost(committed))}: ${why}.`, width, 'warn');
}

function budgetLines(
  total: Pick<ExposureShare, 'now' | 'committed'>,
  { budget, glyphs }: Context,
  width: number,
): readonly DialogLine[] {
  if (budget === null) return [];
  const lines = (cost: Exposure, when: string): readonly DialogLine[] => {
    const { percent, standing } = budgetUse(cost, budget);
    const isWarned = percent >= BUDGET_WARNING || standing === 'not-known';
    const tone: Tone = standing === 'over' ? 'bad' : isWarned ? 'warn' : 'plain';
    const text = `${tone === 'plain' ? '' : `${glyphs.warn} `}${when} ${usedPart(cost, budget)} of the budget of ${formatMoneyGrouped(budget)}`;
    const unknown = standing === 'not-known' ? '; whether it is kept is not known' : '';
    return wrapped(`${text}${unknown}`, width).map((one) => textLine(one, tone));
  };
  return [...lines(total.now, 'Running:'), ...lines(total.committed, 'Committed:')];
}

const TONES = { fine: 'plain', 'not-known': 'warn', warned: 'warn', over: 'bad' } as const;

export function spendBudgetLines(state: ConsoleState, width: number): readonly DialogLine[] {
  return spendBudgetsOf(state).flatMap((use) =>
    textLines(
      `${use.level === 'fine' ? '' : `${state.glyphs.warn} `}${spendBudgetWords(use)}`,
      width,
      TONES[use.level],
    ),
  );
}
