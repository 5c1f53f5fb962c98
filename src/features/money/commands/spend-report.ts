import { periodsIn, wallClock } from '../../../lib/calendar.ts';
import type { Interval } from '../../../lib/intervals.ts';
import type { Aliases } from '../../../resources/context.ts';
import { aliasOr } from '../../../resources/parts/aliases.ts';
import type { BidRecords } from '../bid-record.ts';
import type { BidSpend } from '../spend.ts';
import { type Spend, type SpendGroup, spendGroups, spendOver } from '../spend-over.ts';

/** What costs are listed by. */
export type Grouping = 'day' | 'hour' | 'bid' | 'type' | 'region' | 'project';

/** A part of the costs: of a period, or of the bids that have something in common. */
export type SpendLine =
  | { readonly kind: 'period'; readonly label: string; readonly spend: Spend }
  | { readonly kind: 'group'; readonly label: string; readonly group: SpendGroup };

export type SpendReport = {
  readonly zone: string;
  readonly by: Grouping;
  readonly aliases: Aliases;
  readonly projects: readonly string[];
  readonly whole: Spend;
  readonly lines: readonly SpendLine[];
};

type ReportRequest = Pick<SpendReport, 'by' | 'zone' | 'aliases'> & { readonly time: Interval };

/** What bids cost at most over a time, divided as wanted. */
export function spendReport(known: BidRecords, { time, ...wanted }: ReportRequest): SpendReport {
  const { by } = wanted;
  const whole = spendOver(known, time);
  return {
    ...wanted,
    projects: known.records.map(({ project }) => project),
    whole,
    lines:
      by === 'day' || by === 'hour' ? periodLines(known, by, wanted.zone, whole) : groupLines(known, by, wanted, whole),
  };
}

/** A line for each day or hour, from the first one of which anything is known. */
function periodLines(
  known: BidRecords,
  unit: 'day' | 'hour',
  zone: string,
  { time, firstReads }: Spend,
): readonly SpendLine[] {
  const from = Math.max(time.from, Math.min(...firstReads.flatMap(({ at }) => at ?? [])));
  if (!(from < time.to)) return [];
  return periodsIn({ from, to: time.to }, unit, zone).map((period) => {
    const { date, time: clock, offset } = wallClock(period.from, zone);
    // Where the clock is set back an hour has the name of the one before it.
    const label = unit === 'day' ? date : `${date} ${clock} ${offset}`;
    return { kind: 'period', label, spend: spendOver(known, period) };
  });
}

const KEYS: { readonly [By in Exclude<Grouping, 'day' | 'hour'>]: (spend: BidSpend) => string } = {
  bid: ({ project, traits }) => JSON.stringify([project, traits.bid]),
  type: ({ traits }) => traits.type,
  region: ({ traits }) => traits.region,
  project: ({ project }) => project,
};

function groupLines(
  { records }: BidRecords,
  by: keyof typeof KEYS,
  { aliases }: Pick<ReportRequest, 'aliases'>,
  { bids }: Spend,
): readonly SpendLine[] {
  const names = new Map(
    records.flatMap((record) =>
      record.bids.map(
        ({ traits }) => [JSON.stringify([record.project, traits.bid]), traits.name || traits.bid] as const,
      ),
    ),
  );
  return spendGroups(bids, KEYS[by]).map((group) => ({
    kind: 'group',
    label: by === 'bid' ? (names.get(group.key) ?? group.key) : aliasOr(group.key, aliases),
    group,
  }));
}
