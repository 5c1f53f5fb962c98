import type { PrintedRows } from '../../../command/format.ts';
import { wallClock } from '../../../lib/calendar.ts';
import { HOUR_MS, isoTime, MINUTE_MS, shortDuration } from '../../../lib/duration.ts';
import type { Interval } from '../../../lib/intervals.ts';
import type { Sum } from '../../../lib/sum.ts';
import { capitalized, counted, percentText } from '../../../lib/words.ts';
import { asciiGlyphs } from '../../../resources/glyphs.ts';
import { aliasOr } from '../../../resources/parts/aliases.ts';
import { atMostWords, isNothing, tableAmount } from '../../../resources/parts/amounts.ts';
import { inCents } from '../cost.ts';
import type { RunningCost } from '../spend.ts';
import { knownSince, mostOf, observedShare, type Spend, spentIn } from '../spend-over.ts';
import { boundJson, notKnownWords, observedWords, unpricedWords } from '../spend-words.ts';
import type { SpendLine, SpendReport } from './spend-report.ts';

/** Gaps that are named, the longest ones, and the shortest of these in milliseconds. */
const MAX_GAPS = 5;
const NAMED_GAP_MS = MINUTE_MS;

const { none: NONE, times: TIMES } = asciiGlyphs;
/** Costs for people, rounded up to the cent as on the screen; `>=$4.00` and `?` while some of it is not known. */
const amounts = (cost: Sum<unknown>): string => (isNothing(cost) ? NONE : tableAmount(inCents(cost), asciiGlyphs));
/** Costs for spreadsheets, to the millionth. */
const exactly = (cost: Sum<unknown>): string => (isNothing(cost) ? '' : tableAmount(cost, { atLeast: '>=' }));
const hours = (ms: number): string => (ms / HOUR_MS).toFixed(1);
const lengthOf = ({ from, to }: Interval): number => to - from;

const right = (text: string) => ({ text, align: 'right' as const });

/** The costs as a table: a line for each part, and the sum. */
export function printedSpend({ by, lines, whole }: SpendReport): PrintedRows {
  const isPeriods = by === 'day' || by === 'hour';
  const rowOf = (label: string, cost: RunningCost, spend: Spend | null) => {
    const { runningMs } = cost;
    const share = spend === null ? null : observedShare(spend);
    const percent = share === null ? null : percentText(share);
    return {
      cells: [
        label,
        amounts(spentIn(cost)),
        hours(runningMs),
        ...(spend === null ? [] : [percent ?? NONE, amounts(spend.most)]),
      ],
      words: [
        label,
        exactly(spentIn(cost)),
        hours(runningMs),
        ...(spend === null ? [] : [percent ?? '', exactly(spend.most)]),
      ],
      raw: '',
    };
  };
  return {
    headers: [
      { text: by.toUpperCase(), align: 'left' },
      ...['AT MOST', 'INSTANCE HOURS', ...(isPeriods ? ['OBSERVED', 'IN GAPS AT MOST'] : [])].map(right),
    ],
    rows: [
      ...lines.map((line) =>
        line.kind === 'period'
          ? rowOf(line.label, line.spend, line.spend)
          : rowOf(line.label || 'unknown', line.group, null),
      ),
      rowOf('total', whole, isPeriods ? whole : null),
    ],
  };
}

/** What has to be known about the costs, in sentences. */
export function spendNotes({ zone, whole, projects, aliases }: SpendReport): readonly string[] {
  const at = (moment: number): string => {
    const { date, time: clock } = wallClock(moment, zone);
    return `${date} ${clock}`;
  };
  const notKnown = notKnownWords(whole, (project) => aliasOr(project, aliases), at);
  if (knownSince(whole) === null) return notKnown;
  const { time, most, gapMs, unpricedMs } = whole;
  const named = projects.map((project) => aliasOr(project, aliases)).join(', ');
  const spent = spentIn(whole);
  const cost = isNothing(spent) ? 'nothing' : atMostWords(inCents(spent));
  const gaps = whole.gaps.toSorted((a, b) => lengthOf(b.time) - lengthOf(a.time));
  const longest = gaps.filter((gap) => lengthOf(gap.time) >= NAMED_GAP_MS).slice(0, MAX_GAPS);
  return [
    `${named}, ${at(time.from)} to ${at(time.to)} (${zone}): ${cost}, limit price ${TIMES} running instances over observed time.`,
    ...observedWords(whole),
    ...notKnown,
    ...unpricedWords(whole),
    ...(unpricedMs > 0
      ? [`Instances without a price that can be read are in no sum: ${hours(unpricedMs)} instance hours.`]
      : []),
    ...(longest.length === 0
      ? []
      : [
          `Not observed: ${shortDuration(gapMs)} in ${counted(gaps.length, 'gap')}, in no sum. ${isNothing(most) ? 'No known bid can have run then.' : `${capitalized(atMostWords(inCents(most)))} more, if all known bids were filled.`}`,
        ]),
    ...longest.map(
      (gap) =>
        `  ${at(gap.time.from)} to ${at(gap.time.to)} (${shortDuration(lengthOf(gap.time))}): ${amounts(mostOf([gap]))}`,
    ),
    ...(longest.length === MAX_GAPS && gaps.length > MAX_GAPS ? [`  and ${gaps.length - MAX_GAPS} shorter ones`] : []),
  ];
}

const seconds = (ms: number): number => Math.floor(ms / 1000);
const measured = (spend: RunningCost) => ({
  ...boundJson(spentIn(spend)),
  instance_seconds: seconds(spend.runningMs),
  unpriced_instance_seconds: seconds(spend.unpricedMs),
});

const observation = ({ observedMs, gapMs, unknownMs, gaps }: Spend) => ({
  observed_seconds: seconds(observedMs),
  gap_seconds: seconds(gapMs),
  not_known_seconds: seconds(unknownMs),
  unobserved: gaps.map((gap) => ({
    from: isoTime(gap.time.from),
    to: isoTime(gap.time.to),
    ...boundJson(mostOf([gap])),
  })),
});

/** The costs as an object of `-o json`, with the service's own identifiers. */
export function spendJson({ zone, by, projects, whole, lines }: SpendReport) {
  const since = knownSince(whole);
  return {
    from: isoTime(whole.time.from),
    to: isoTime(whole.time.to),
    time_zone: zone,
    projects,
    known_since: since === null ? null : isoTime(since),
    ...measured(whole),
    ...observation(whole),
    by,
    parts: lines.map((line: SpendLine) =>
      line.kind === 'period'
        ? {
            period: line.label,
            from: isoTime(line.spend.time.from),
            to: isoTime(line.spend.time.to),
            ...measured(line.spend),
            ...observation(line.spend),
          }
        : { ...keyed(by, line), ...measured(line.group) },
    ),
  };
}

/** What the bids of a group have in common; a bid has a name and an identifier. */
function keyed(by: SpendReport['by'], { group, label }: Extract<SpendLine, { kind: 'group' }>) {
  if (by !== 'bid') return { [by]: group.key };
  const [project, bid]: readonly unknown[] = JSON.parse(group.key);
  return { name: label, bid, project };
}
