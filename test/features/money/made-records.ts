import type { BidRecords, BidState, BidSteps } from '../../../src/features/money/bid-record.ts';
import { pairPriceOf } from '../../../src/features/money/prices/rows.ts';
import { DAY_MS } from '../../../src/lib/duration.ts';
import { formatMoney } from '../../../src/lib/money.ts';
import type { Share } from '../../../src/resources/context.ts';
import { NOON } from '../../store/hand-clock.ts';

type RecordInput = {
  readonly type?: string;
  readonly region?: string;
  readonly sign?: string;
  /** Since when it stands so, in milliseconds before noon; by default for eight days. */
  readonly before?: number;
};

/** The steps of a bid that has stood in one state at one limit price, in dollars, ever since. */
export function standing(
  bid: string,
  state: BidState,
  dollars: number,
  { type = '8xh100', region = 'eu-n1', sign = '$', before = 8 * DAY_MS }: RecordInput = {},
): BidSteps {
  const at = NOON - before;
  const running = state === 'allocated' ? 4 : 0;
  const limit = { sign, micros: BigInt(Math.round(dollars * 1e6)) };
  return {
    traits: { bid, name: bid, type, region },
    steps: [{ at, since: at, state, limit, quantity: 4, running }],
  };
}

/** The records of one project that was observed for eight days until a time, by default noon. */
export function recordsOf(bids: readonly BidSteps[], until: number = NOON): BidRecords {
  const observed = [{ from: NOON - 8 * DAY_MS, to: until }];
  return { records: [{ project: 'proj_demo', bids, observed }], readAt: NOON };
}

/** One with its instances at $11.50, and one that waits at $11.20. */
export const steadyBids: readonly BidSteps[] = [
  standing('filled', 'allocated', 11.5),
  standing('outbid', 'open', 11.2),
];

export const steadyRecords = recordsOf(steadyBids);

/** The limit price that would have held a share of the time in `eu-n1`, as the console writes it. */
export function suggested(share: Share, records: BidRecords = steadyRecords): string {
  const micros = pairPriceOf(records, { type: '8xh100', region: 'eu-n1' }, '$')?.holding[share] ?? null;
  if (micros === null) throw new Error('not enough seen');
  return formatMoney({ sign: '$', micros, text: '' });
}
