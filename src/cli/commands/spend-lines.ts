import { HOUR_MS, MINUTE_MS, shortDuration } from '../../lib/duration.ts';
import { formatMoneyGrouped } from '../../lib/money.ts';
import type { Interval } from '../../money/bid-step.ts';
import { wallClock } from '../../money/periods.ts';
import { type Cost, type Gap, moneyOf, sumCosts } from '../../money/spend.ts';
import type { Spend } from '../../money/spend-groups.ts';
import { aliasOr } from '../../resources/parts/aliases.ts';
import type { Printed } from '../format.ts';
import type { SpendLine, SpendReport } from './spend-report.ts';

/** Gaps that are named, the longest ones, and the shortest of these in milliseconds. */
const MAX_GAPS = 5;
const NAMED_GAP_MS = MINUTE_MS;

const amounts = (costs: readonly Cost[]): string =>
  costs.length === 0 ? '–' : costs.map((cost) => formatMoneyGrouped(moneyOf(cost))).join(' + ');
const hours = (ms: number): string => (ms / HOUR_MS).toFixed(1);
const lengthOf = ({ from, to }: Interval): number => to - from;
const percent = (part: number, whole: number): string => {
  // Rounded down, so that 100 % is all of it.
  const share = whole === 0 ? 0 : Math.floor((part / whole) * 100);
  return share === 0 && part > 0 ? '<1 %' : `${share} %`;
};
const mostIn = (gaps: readonly Gap[]): readonly Cost[] => sumCosts(gaps.flatMap(({ most }) => most));

const right = (text: string) => ({ text, align: 'right' as const });

/** Returns the costs as a table: a line for each part, and the sum. */
export function printedSpend({ by, lines, whole, time }: SpendReport): Printed {
  const isPeriods = by === 'day' || by === 'hour';
  const cellsOf = (label: string, spend: Omit<Spend, 'observedMs' | 'gaps'>, more: readonly string[]) => {
    const cells = [label, amounts(spend.costs), hours(spend.runningMs), ...more];
    return { cells, words: cells.map((cell) => (cell === '–' ? '' : cell)), raw: '' };
  };
  const observed = ({ observedMs, gaps }: Spend, period: Interval): readonly string[] =>
    isPeriods ? [percent(observedMs, lengthOf(period)), amounts(mostIn(gaps))] : [];
  return {
    headers: [
      { text: by.toUpperCase(), align: 'left' },
      ...['AT MOST', 'INSTANCE HOURS', ...(isPeriods ? ['OBSERVED', 'IN GAPS AT MOST'] : [])].map(right),
    ],
    rows: [
      ...lines.map((line) =>
        line.kind === 'period'
          ? cellsOf(line.label, line.spend, observed(line.spend, line.time))
          : cellsOf(line.label || 'unknown', line.group, []),
      ),
      cellsOf('total', whole, observed(whole, time)),
    ],
  };
}

/** Returns what has to be known about the costs, in sentences. */
export function spendNotes({ time, zone, knownSince, whole, projects, aliases }: SpendReport): readonly string[] {
  const named = projects.map((project) => aliasOr(project, aliases)).join(', ');
  if (knownSince === null) return [`No data for ${named}: no console or "spotdeck watch" has run.`];
  const at = (moment: number): string => {
    const { date, time: clock } = wallClock(moment, zone);
    return `${date} ${clock}`;
  };
  const length = lengthOf(time);
  const cost = whole.costs.length === 0 ? 'nothing' : `at most ${amounts(whole.costs)}`;
  const gaps = whole.gaps.toSorted((a, b) => lengthOf(b.time) - lengthOf(a.time));
  const longest = gaps.filter((gap) => lengthOf(gap.time) >= NAMED_GAP_MS).slice(0, MAX_GAPS);
  const gapMs = gaps.reduce((sum, gap) => sum + lengthOf(gap.time), 0);
  return [
    `${named}, ${at(time.from)} to ${at(time.to)} (${zone}): ${cost}, limit price × running instances over observed time.`,
    `Observed: ${percent(whole.observedMs, length)}, ${shortDuration(whole.observedMs)} of ${shortDuration(length)}.`,
    ...(knownSince > time.from ? [`No data before ${at(knownSince)}.`] : []),
    ...(whole.unpricedMs > 0
      ? [`Instances without a price that can be read are in no sum: ${hours(whole.unpricedMs)} instance hours.`]
      : []),
    ...(longest.length === 0
      ? []
      : [
          `Not observed: ${shortDuration(gapMs)} in ${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'}, in no sum. At most ${amounts(mostIn(gaps))} more, if all known bids were filled.`,
        ]),
    ...longest.map(
      (gap) =>
        `  ${at(gap.time.from)} to ${at(gap.time.to)} (${shortDuration(lengthOf(gap.time))}): ${amounts(gap.most)}`,
    ),
    ...(longest.length === MAX_GAPS && gaps.length > MAX_GAPS ? [`  and ${gaps.length - MAX_GAPS} shorter ones`] : []),
  ];
}

const iso = (at: number): string => new Date(at).toISOString();
const seconds = (ms: number): number => Math.floor(ms / 1000);
const texts = (costs: readonly Cost[]): readonly string[] => costs.map((cost) => moneyOf(cost).text);

const measured = (spend: Pick<Spend, 'costs' | 'runningMs' | 'unpricedMs'>) => ({
  at_most: texts(spend.costs),
  instance_seconds: seconds(spend.runningMs),
  unpriced_instance_seconds: seconds(spend.unpricedMs),
});

const observation = ({ observedMs, gaps }: Spend) => ({
  observed_seconds: seconds(observedMs),
  unobserved: gaps.map(({ time, most }) => ({ from: iso(time.from), to: iso(time.to), at_most: texts(most) })),
});

/** Returns the costs as an object of `-o json`, with the service's own identifiers. */
export function spendJson({ time, zone, by, projects, knownSince, whole, lines }: SpendReport) {
  return {
    ...{ from: iso(time.from), to: iso(time.to), time_zone: zone, projects },
    known_since: knownSince === null ? null : iso(knownSince),
    ...measured(whole),
    ...observation(whole),
    by,
    parts: lines.map((line: SpendLine) =>
      line.kind === 'period'
        ? {
            ...{ period: line.label, from: iso(line.time.from), to: iso(line.time.to) },
            ...measured(line.spend),
            ...observation(line.spend),
          }
        : { ...keyed(by, line), ...measured(line.group) },
    ),
  };
}

/** Returns what the bids of a group have in common; a bid has a name and an identifier. */
function keyed(by: SpendReport['by'], { group, label }: Extract<SpendLine, { kind: 'group' }>) {
  if (by !== 'bid') return { [by]: group.key };
  const [project, bid]: readonly unknown[] = JSON.parse(group.key);
  return { name: label, bid, project };
}
