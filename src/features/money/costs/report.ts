import { inColumns, type Printed } from '../../../command/format.ts';
import {
  amount,
  cost,
  identity,
  list,
  number,
  objectOf,
  objects,
  type Shape,
  text,
  time,
} from '../../../command/json.ts';
import { periodsIn, wallClock } from '../../../lib/calendar.ts';
import { HOUR_MS, MINUTE_MS, shortDuration } from '../../../lib/duration.ts';
import type { Interval } from '../../../lib/intervals.ts';
import type { Sum } from '../../../lib/sum.ts';
import { inCents } from '../../../lib/sum.ts';
import { capitalized, counted, percentText } from '../../../lib/words.ts';
import type { Aliases } from '../../../resources/context.ts';
import { asciiGlyphs } from '../../../resources/glyphs.ts';
import { aliasOr } from '../../../resources/parts/aliases.ts';
import { atMostWords, isNothing, tableAmount } from '../../../resources/parts/amounts.ts';
import type { BidRecords } from '../bid-record.ts';
import { chargedText, spentWords } from '../charge-words.ts';
import {
  type BidSpend,
  bidKey,
  chargedAndRest,
  knownSince,
  mostOf,
  notKnownWords,
  observedShare,
  observedWords,
  type RunningCost,
  type Spend,
  type SpendGroup,
  spendGroups,
  spendOver,
  spentIn,
  unpricedWords,
} from '../spend.ts';

export type Grouping = 'day' | 'hour' | keyof typeof KEYS;

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

export function spendReport(
  known: BidRecords,
  { time, ...wanted }: Pick<SpendReport, 'by' | 'zone' | 'aliases'> & { readonly time: Interval },
): SpendReport {
  const { by, zone, aliases } = wanted;
  const whole = spendOver(known, time);
  const lines = by === 'day' || by === 'hour' ? periodLines(known, by, zone, whole) : groupLines(by, aliases, whole);
  return { ...wanted, projects: known.records.map(({ project }) => project), whole, lines };
}

/** A line for each day or hour, from the first known one. */
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
    // A clock set back repeats the name of an hour.
    const label = unit === 'day' ? date : `${date} ${clock} ${offset}`;
    return { kind: 'period', label, spend: spendOver(known, period) };
  });
}

const KEYS = {
  bid: bidKey,
  type: ({ traits }: BidSpend) => traits.type,
  region: ({ traits }: BidSpend) => traits.region,
  project: ({ project }: BidSpend) => project,
};

function groupLines(by: keyof typeof KEYS, aliases: Aliases, { bids }: Spend): readonly SpendLine[] {
  const names = new Map(bids.map((bid) => [bidKey(bid), bid.traits.name || bid.traits.bid]));
  return spendGroups(bids, KEYS[by]).map((group) => ({
    kind: 'group',
    label: by === 'bid' ? (names.get(group.key) ?? group.key) : aliasOr(group.key, aliases),
    group,
  }));
}

/** Most named gaps, the longest ones, and the shortest of these in milliseconds. */
const MAX_GAPS = 5;
const NAMED_GAP_MS = MINUTE_MS;

const { none: NONE, times: TIMES } = asciiGlyphs;
/** Rounded up to the cent; `>=$4.00` and `?` while partly unknown. */
const shownAmounts = (cost: Sum<unknown>): string => (isNothing(cost) ? NONE : tableAmount(inCents(cost), asciiGlyphs));
const exactly = (cost: Sum<unknown>): string => (isNothing(cost) ? '' : tableAmount(cost, { atLeast: '>=' }));
const hours = (ms: number): string => (ms / HOUR_MS).toFixed(1);
const lengthOf = ({ from, to }: Interval): number => to - from;

/** A line for each part; in a table and CSV the sum is the last line. */
export function printedSpend(report: SpendReport): Printed {
  const { by, lines, whole } = report;
  const isPeriods = by === 'day' || by === 'hour';
  const isCharged = whole.chargedTo !== null;
  const rowOf = (label: string, ran: RunningCost, spend: Spend | null) => {
    const share = spend === null ? null : observedShare(spend);
    const textsOf = (amount: typeof exactly, none: string): readonly string[] => [
      ...[label, amount(spentIn(ran))],
      ...(isCharged ? [chargedText(chargedAndRest(ran).charged) || none] : []),
      hours(ran.runningMs),
      ...(spend === null ? [] : [share === null ? none : percentText(share), amount(spend.most)]),
    ];
    return { cells: textsOf(shownAmounts, NONE), words: textsOf(exactly, ''), object: () => ({}) };
  };
  const right = [
    'AT MOST',
    ...(isCharged ? ['CHARGED'] : []),
    'INSTANCE HOURS',
    ...(isPeriods ? ['OBSERVED', 'IN GAPS AT MOST'] : []),
  ];
  const columns = inColumns({
    headers: [{ text: by.toUpperCase(), align: 'left' }, ...right.map((text) => ({ text, align: 'right' as const }))],
    rows: [
      ...lines.map((line) =>
        line.kind === 'period'
          ? rowOf(line.label, line.spend, line.spend)
          : rowOf(line.label || 'unknown', line.group, null),
      ),
      rowOf('total', whole, isPeriods ? whole : null),
    ],
  });
  const parts = () => lines.map((line) => partOf(by, line));
  return {
    ...columns,
    objects: parts,
    whole: () => ({ ...objectOf(reportShape, report), ...objectOf(spendShape, whole), parts: parts() }),
  };
}

export function spendNotes({ zone, whole, projects, aliases }: SpendReport): readonly string[] {
  const at = (moment: number): string => {
    const { date, time: clock } = wallClock(moment, zone);
    return `${date} ${clock}`;
  };
  const notKnown = notKnownWords(whole, (project) => aliasOr(project, aliases), at);
  if (knownSince(whole) === null) return notKnown;
  const { time, most, gapMs, unpricedMs } = whole;
  const named = projects.map((project) => aliasOr(project, aliases)).join(', ');
  const cost = spentWords(chargedAndRest(whole));
  const how = `limit price ${TIMES} running instances over observed time`;
  const gaps = whole.gaps.toSorted((a, b) => lengthOf(b.time) - lengthOf(a.time));
  const longest = gaps.filter((gap) => lengthOf(gap.time) >= NAMED_GAP_MS).slice(0, MAX_GAPS);
  return [
    `${named}, ${at(time.from)} to ${at(time.to)} (${zone}): ${cost}${whole.charged.length === 0 ? `, ${how}` : `; ${whole.chargedTo === null ? '' : `charged as the service says until ${at(whole.chargedTo)}, `}at most is ${how}`}.`,
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

const ranShape: Shape<RunningCost> = {
  ...cost((ran: RunningCost) => spentIn(ran)),
  charged: amount((ran) => chargedAndRest(ran).charged[0] ?? null),
  instance_seconds: number(({ runningMs }) => seconds(runningMs)),
  unpriced_instance_seconds: number(({ unpricedMs }) => seconds(unpricedMs)),
};

const gapShape: Shape<Spend['gaps'][number]> = {
  from: time((gap) => gap.time.from),
  to: time((gap) => gap.time.to),
  ...cost((gap: Spend['gaps'][number]) => mostOf([gap])),
};

const NOT_KNOWN: Sum<number> = { kind: 'unknown', without: [] };

const spendShape: Shape<Spend> = {
  from: time((spend) => spend.time.from),
  to: time((spend) => spend.time.to),
  ...ranShape,
  ...cost((spend: Spend) => (knownSince(spend) === null ? NOT_KNOWN : spentIn(spend))),
  observed_seconds: number(({ observedMs }) => seconds(observedMs)),
  gap_seconds: number(({ gapMs }) => seconds(gapMs)),
  not_known_seconds: number(({ unknownMs }) => seconds(unknownMs)),
  charged_until: time(({ chargedTo }) => chargedTo),
  unobserved: objects(gapShape, ({ gaps }) => gaps),
};

const reportShape: Shape<SpendReport> = {
  by: text(({ by }) => by),
  time_zone: text(({ zone }) => zone),
  projects: list(({ projects }) => projects),
  known_since: time(({ whole }) => knownSince(whole)),
};

type Part = { readonly by: Grouping; readonly line: SpendLine };

const keyBy = (wanted: Grouping, { by, line }: Part): string | null =>
  line.kind === 'group' && by === wanted ? line.group.key : null;

function bidOf(part: Part): readonly [project: string | null, bid: string | null] {
  const key = keyBy('bid', part);
  if (key === null) return [null, null];
  const [project, bid]: readonly unknown[] = JSON.parse(key);
  return [String(project), String(bid)];
}

const partShape: Shape<Part> = {
  ...identity((part: Part) => ({ fid: bidOf(part)[1], name: part.line.label })),
  project: text((part) => bidOf(part)[0] ?? keyBy('project', part)),
  instance_type: text((part) => keyBy('type', part)),
  region: text((part) => keyBy('region', part)),
};

const partOf = (by: Grouping, line: SpendLine): object => ({
  ...objectOf(partShape, { by, line }),
  ...(line.kind === 'period' ? objectOf(spendShape, line.spend) : objectOf(ranShape, line.group)),
});
