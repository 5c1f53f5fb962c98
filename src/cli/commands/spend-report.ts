import type { BidRecord, Interval } from '../../money/bid-step.ts';
import { periodsIn, wallClock } from '../../money/periods.ts';
import type { BidSpend } from '../../money/spend.ts';
import { type Spend, type SpendGroup, spendBy, spendIn } from '../../money/spend-groups.ts';
import type { Aliases } from '../../resources/context.ts';
import { aliasOr } from '../../resources/parts/aliases.ts';

/** What costs are listed by. */
export const SPEND_BY = ['day', 'hour', 'bid', 'type', 'region', 'project'] as const;
export type Grouping = (typeof SPEND_BY)[number];

/** A part of the costs: of a period, or of the bids that have something in common. */
export type SpendLine =
  | { readonly kind: 'period'; readonly label: string; readonly time: Interval; readonly spend: Spend }
  | { readonly kind: 'group'; readonly label: string; readonly group: SpendGroup };

export type SpendReport = {
  readonly time: Interval;
  readonly zone: string;
  readonly by: Grouping;
  readonly aliases: Aliases;
  readonly projects: readonly string[];
  /** Since when costs are known in all projects, in milliseconds since 1970; null when they are in none. */
  readonly knownSince: number | null;
  readonly whole: Spend;
  readonly lines: readonly SpendLine[];
};

type Wanted = Pick<SpendReport, 'time' | 'by' | 'zone' | 'aliases'>;

/** Returns what bids cost at most over a time, divided as wanted. */
export function spendReport(records: readonly BidRecord[], wanted: Wanted): SpendReport {
  const { time, by } = wanted;
  const starts = records.flatMap(({ observed: [first] }) => first?.from ?? []);
  const knownSince = starts.length === 0 ? null : Math.max(...starts);
  return {
    ...wanted,
    projects: records.map(({ project }) => project),
    knownSince,
    whole: spendIn(records, time),
    lines: by === 'day' || by === 'hour' ? periodLines(records, by, wanted, starts) : groupLines(records, by, wanted),
  };
}

/** Returns a line for each day or hour, from the first one of which anything is known. */
function periodLines(
  records: readonly BidRecord[],
  unit: 'day' | 'hour',
  { time, zone }: Wanted,
  starts: readonly number[],
): readonly SpendLine[] {
  const from = Math.max(time.from, Math.min(...starts));
  if (!(from < time.to)) return [];
  return periodsIn({ from, to: time.to }, unit, zone).map((period) => {
    const { date, time: clock, offset } = wallClock(period.from, zone);
    // Where the clock is set back an hour has the name of the one before it.
    const label = unit === 'day' ? date : `${date} ${clock} ${offset}`;
    return { kind: 'period', label, time: period, spend: spendIn(records, period) };
  });
}

const KEYS: { readonly [By in Exclude<Grouping, 'day' | 'hour'>]: (spend: BidSpend) => string } = {
  bid: ({ project, traits }) => JSON.stringify([project, traits.bid]),
  type: ({ traits }) => traits.type,
  region: ({ traits }) => traits.region,
  project: ({ project }) => project,
};

function groupLines(
  records: readonly BidRecord[],
  by: keyof typeof KEYS,
  { time, aliases }: Wanted,
): readonly SpendLine[] {
  const names = new Map(
    records.flatMap(({ project, bids }) =>
      bids.map(({ traits }) => [JSON.stringify([project, traits.bid]), traits.name || traits.bid] as const),
    ),
  );
  return spendBy(records, time, KEYS[by]).map((group) => ({
    kind: 'group',
    label: by === 'bid' ? (names.get(group.key) ?? group.key) : aliasOr(group.key, aliases),
    group,
  }));
}
