import { inColumns, type Printed } from '../../../command/format.ts';
import { cost, identity, list, number, objectOf, objects, type Shape, text, time } from '../../../command/json.ts';
import { wallClock } from '../../../lib/calendar.ts';
import { HOUR_MS, MINUTE_MS, shortDuration } from '../../../lib/duration.ts';
import type { Interval } from '../../../lib/intervals.ts';
import type { Sum } from '../../../lib/sum.ts';
import { capitalized, counted, percentText } from '../../../lib/words.ts';
import { asciiGlyphs } from '../../../resources/glyphs.ts';
import { aliasOr } from '../../../resources/parts/aliases.ts';
import { atMostWords, isNothing, tableAmount } from '../../../resources/parts/amounts.ts';
import { inCents } from '../cost.ts';
import type { RunningCost } from '../spend.ts';
import { knownSince, mostOf, observedShare, type Spend, spentIn } from '../spend-over.ts';
import { notKnownWords, observedWords, unpricedWords } from '../spend-words.ts';
import type { SpendLine, SpendReport } from './spend-report.ts';

/** Gaps that are named, the longest ones, and the shortest of these in milliseconds. */
const MAX_GAPS = 5;
const NAMED_GAP_MS = MINUTE_MS;

const { none: NONE, times: TIMES } = asciiGlyphs;
/** Costs for people, rounded up to the cent as on the screen; `>=$4.00` and `?` while some of it is not known. */
const shownAmounts = (cost: Sum<unknown>): string => (isNothing(cost) ? NONE : tableAmount(inCents(cost), asciiGlyphs));
/** Costs for spreadsheets, to the millionth. */
const exactly = (cost: Sum<unknown>): string => (isNothing(cost) ? '' : tableAmount(cost, { atLeast: '>=' }));
const hours = (ms: number): string => (ms / HOUR_MS).toFixed(1);
const lengthOf = ({ from, to }: Interval): number => to - from;

const right = (text: string) => ({ text, align: 'right' as const });

/** The costs: a line for each part, and the sum, which a table and CSV have as the last line. */
export function printedSpend(report: SpendReport): Printed {
  const { by, lines, whole } = report;
  const isPeriods = by === 'day' || by === 'hour';
  const rowOf = (label: string, ran: RunningCost, spend: Spend | null) => {
    const { runningMs } = ran;
    const share = spend === null ? null : observedShare(spend);
    const percent = share === null ? null : percentText(share);
    return {
      cells: [
        label,
        shownAmounts(spentIn(ran)),
        hours(runningMs),
        ...(spend === null ? [] : [percent ?? NONE, shownAmounts(spend.most)]),
      ],
      words: [
        label,
        exactly(spentIn(ran)),
        hours(runningMs),
        ...(spend === null ? [] : [percent ?? '', exactly(spend.most)]),
      ],
      object: () => ({}),
    };
  };
  const columns = inColumns({
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
  });
  return {
    ...columns,
    objects: () => lines.map((line) => partOf(by, line)),
    whole: () => ({
      ...objectOf(reportShape, report),
      ...objectOf(spendShape, whole),
      parts: lines.map((line) => partOf(by, line)),
    }),
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
        `  ${at(gap.time.from)} to ${at(gap.time.to)} (${shortDuration(lengthOf(gap.time))}): ${shownAmounts(mostOf([gap]))}`,
    ),
    ...(longest.length === MAX_GAPS && gaps.length > MAX_GAPS ? [`  and ${gaps.length - MAX_GAPS} shorter ones`] : []),
  ];
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** What ran, and what it cost at most. */
const ranShape: Shape<RunningCost> = {
  ...cost((ran: RunningCost) => spentIn(ran)),
  instance_seconds: number(({ runningMs }) => seconds(runningMs)),
  unpriced_instance_seconds: number(({ unpricedMs }) => seconds(unpricedMs)),
};

/** A time that was not observed, and the most that can be in it. */
const gapShape: Shape<Spend['gaps'][number]> = {
  from: time((gap) => gap.time.from),
  to: time((gap) => gap.time.to),
  ...cost((gap: Spend['gaps'][number]) => mostOf([gap])),
};

/** What a time cost of which nothing is known. */
const NOT_KNOWN: Sum<number> = { kind: 'unknown', without: [] };

/** What is known of a time. */
const spendShape: Shape<Spend> = {
  from: time((spend) => spend.time.from),
  to: time((spend) => spend.time.to),
  ...ranShape,
  ...cost((spend: Spend) => (knownSince(spend) === null ? NOT_KNOWN : spentIn(spend))),
  observed_seconds: number(({ observedMs }) => seconds(observedMs)),
  gap_seconds: number(({ gapMs }) => seconds(gapMs)),
  not_known_seconds: number(({ unknownMs }) => seconds(unknownMs)),
  unobserved: objects(gapShape, ({ gaps }) => gaps),
};

/** What is known of the whole time, beside its parts. */
const reportShape: Shape<SpendReport> = {
  by: text(({ by }) => by),
  time_zone: text(({ zone }) => zone),
  projects: list(({ projects }) => projects),
  known_since: time(({ whole }) => knownSince(whole)),
};

/** What a part is of: a period, a bid, or what bids have in common. */
const partShape: Shape<{ readonly by: SpendReport['by']; readonly line: SpendLine }> = {
  ...identity(({ by, line }: { readonly by: SpendReport['by']; readonly line: SpendLine }) => ({
    fid: line.kind === 'group' && by === 'bid' ? bidOf(line).bid : null,
    name: line.label,
  })),
  project: text(({ by, line }) =>
    line.kind !== 'group' ? null : by === 'bid' ? bidOf(line).project : by === 'project' ? line.group.key : null,
  ),
  instance_type: text(({ by, line }) => (line.kind === 'group' && by === 'type' ? line.group.key : null)),
  region: text(({ by, line }) => (line.kind === 'group' && by === 'region' ? line.group.key : null)),
};

const partOf = (by: SpendReport['by'], line: SpendLine): object => ({
  ...objectOf(partShape, { by, line }),
  ...(line.kind === 'period' ? objectOf(spendShape, line.spend) : objectOf(ranShape, line.group)),
});

/** The bid of a group by bids. */
function bidOf({ group }: Extract<SpendLine, { kind: 'group' }>): { readonly project: string; readonly bid: string } {
  const [project, bid]: readonly unknown[] = JSON.parse(group.key);
  return { project: String(project), bid: String(bid) };
}
