import { bar } from '../../../lib/bars.ts';
import { localZone, momentName } from '../../../lib/calendar.ts';
import { HOUR_MS, shortDuration } from '../../../lib/duration.ts';
import { memoizeLast } from '../../../lib/memoize.ts';
import type { Money } from '../../../lib/money.ts';
import { inCents, leastIn, leastOf, type Sum } from '../../../lib/sum.ts';
import { widthOf } from '../../../lib/width.ts';
import { capitalized, percentText } from '../../../lib/words.ts';
import type { Glyphs } from '../../../resources/glyphs.ts';
import { aliasOr } from '../../../resources/parts/aliases.ts';
import { isNothing, upTo } from '../../../resources/parts/amounts.ts';
import { blankLine, type DialogLine, type Segment, textLine, textLines } from '../../../screen/dialogs/line.ts';
import { refusedWithoutService } from '../../../store/read-only.ts';
import type { ConnectionState, ConsoleState } from '../../../store/state.ts';
import { projectsOf } from '../../../store/state.ts';
import { spentWords } from '../charge-words.ts';
import type { CostPeriod, CostSlot, PeriodCost } from '../known-money.ts';
import { knownIn } from '../known-money.ts';
import { hasPictures } from '../picture.ts';
import type { BidSpend, RunningCost } from '../spend.ts';
import {
  bidKey,
  chargedAndRest,
  isAllCharged,
  knownSince,
  notKnownWords,
  observedShare,
  observedWords,
  spendGroups,
  spentIn,
  unpricedWords,
} from '../spend.ts';
import { spendBudgetLines } from './exposure-lines.ts';
import { unitOf } from './periods.ts';
import { type Columns, columnsIn, type Headers, headerLine, rowLines, shareOf } from './table.ts';

/** Unobserved time, as in the history of a bid. */
const UNOBSERVED = ':';

const SLOTS: Headers = { count: 'OBSERVED', amount: 'MAX COST', more: 'UNOBSERVED', share: null };
const GROUPS: Headers = { count: 'HOURS', amount: 'MAX COST', more: null, share: 'SHARE' };
const CHARGED: Headers = { ...GROUPS, more: 'CHARGED' };

/** A period in all, by hour or day, and by type, region, project and bid. */
export function costLines(state: ConsoleState, period: CostPeriod, width: number): readonly DialogLine[] {
  const { connected, glyphs } = state;
  const found = knownIn(state, ({ costs }) => costs);
  if (found.kind === 'none' || state.shownInstead !== null)
    return textLines(refusedWithoutService(state, 'costs over time are not known.') ?? '', width, 'dim');
  if (found.kind === 'reading') return textLines(`${glyphs.busy} Reading the journal.`, width, 'busy');
  const cost = found.known[period];
  if (knownSince(cost.spend) === null)
    return textLines(
      'Nothing was observed yet. Costs are known from the first refresh of bids and instances on.',
      width,
      'dim',
    );
  return [
    ...observedLines(cost, connected, glyphs, width),
    ...spendBudgetLines(state, width),
    ...tableLines(cost, connected, glyphs, width),
  ];
}

function observedLines(
  { spend }: PeriodCost,
  { aliases }: ConnectionState,
  glyphs: Glyphs,
  width: number,
): readonly DialogLine[] {
  const moment = (at: number): string => momentName(at, localZone(at));
  const isCharged = spend.charged.some(({ microMs }) => microMs > 0n);
  const said = [
    ...(isCharged && spend.chargedTo !== null
      ? [
          `${capitalized(spentWords(chargedAndRest(spend)))}; the service said charges until ${moment(spend.chargedTo)}.`,
        ]
      : []),
    ...observedWords(spend),
    ...notKnownWords(spend, (project) => aliasOr(project, aliases), moment),
  ];
  const { gapMs, most } = spend;
  const could = isNothing(most)
    ? 'No bid was known that can have run then.'
    : `Not included: ${upTo(inCents(most))} for bids that were known.`;
  const unobserved =
    gapMs === 0 ? [] : textLines(`${glyphs.warn} Not observed: ${shortDuration(gapMs)}. ${could}`, width, 'warn');
  return [...textLines(said.join(' '), width), ...unobserved];
}

/** The same lines while costs, names and size are unchanged. */
const tableLines = memoizeLast(
  (cost: PeriodCost, connected: ConnectionState, glyphs: Glyphs, width: number): readonly DialogLine[] => {
    const named = (identifier: string): string => aliasOr(identifier || glyphs.none, connected.aliases);
    const { spend } = cost;
    const names = new Map(spend.bids.map((bid) => [bidKey(bid), bid.traits.name || bid.traits.bid]));
    const part = (title: string, titleOf: (bid: BidSpend) => string) => ({
      title,
      groups: spendGroups(spend.bids, titleOf).map((group) => ({ ...group, title: group.key })),
    });
    const parts = [
      part('By type', ({ traits }) => named(traits.type)),
      part('By region', ({ traits }) => named(traits.region)),
      ...(projectsOf(connected).length > 1 ? [part('By project', ({ project }) => named(project))] : []),
      { title: 'By bid', groups: cost.byBid.map((group) => ({ ...group, title: names.get(group.key) ?? group.key })) },
    ].filter(({ groups }) => groups.length > 0);
    const longest = Math.max(0, ...parts.flatMap(({ groups }) => groups.map(({ title }) => widthOf(title))));
    const isCharged = spend.chargedTo !== null;
    const columns = columnsIn(width, longest, isCharged ? CHARGED : GROUPS);
    const whole = inCents(spentIn(spend));
    const rowOf = (title: string, cost: RunningCost, total: Sum<unknown> | null) =>
      rowLines(
        {
          ...{ title, count: hours(cost.runningMs), amounts: inCents(spentIn(cost)), total },
          more: { kind: 'known', amounts: chargedAndRest(cost).charged },
        },
        columns,
        glyphs,
      );
    return [
      headerLine('', columns, glyphs),
      ...rowOf('Everything', spend, null),
      ...(spend.bids.length === 0 ? [textLine('No bid ran while the lists were read.', 'dim')] : []),
      ...unpricedWords(spend).flatMap((text) => textLines(`${glyphs.warn} ${text}`, width, 'warn')),
      blankLine,
      ...slotLines(cost, glyphs, width),
      ...parts.flatMap(({ title, groups }) => [
        blankLine,
        headerLine(title, columns, glyphs),
        ...groups.flatMap((group) => rowOf(group.title, group, whole)),
      ]),
      blankLine,
      ...textLines(
        isCharged
          ? `Max cost = what is charged, and limit price ${glyphs.times} running instances for what is not yet.`
          : `Max cost = limit price ${glyphs.times} running instances ${glyphs.times} observed time. The service charges the spot price, which is never higher.`,
        width,
        'dim',
      ),
    ];
  },
);

const hours = (ms: number): string =>
  ms < HOUR_MS ? shortDuration(ms) : `${ms < 10 * HOUR_MS ? (ms / HOUR_MS).toFixed(1) : Math.round(ms / HOUR_MS)}h`;

/** `share`: the observed part of the known time. */
type DrawnSlot = {
  readonly name: string;
  readonly share: string;
  readonly cost: Sum<number>;
  readonly most: Sum<number>;
};

function drawnSlot({ name, spend }: CostSlot, glyphs: Glyphs): DrawnSlot {
  const share = observedShare(spend);
  const text = isAllCharged(spend) ? 'charged' : share === null ? glyphs.none : percentText(share);
  return { name, share: text, cost: inCents(spentIn(spend)), most: inCents(spend.most) };
}

function slotLines({ period, ...own }: PeriodCost, glyphs: Glyphs, width: number): readonly DialogLine[] {
  const slots = own.slots.map((slot) => drawnSlot(slot, glyphs));
  const columns = columnsIn(width, Math.max(0, ...slots.map(({ name }) => widthOf(name))), SLOTS);
  const wholes = new Map<string, bigint>();
  for (const { cost, most } of slots) {
    for (const { sign } of [...leastOf(cost), ...leastOf(most)]) {
      const micros = leastIn(cost, sign).micros + leastIn(most, sign).micros;
      if (micros > (wholes.get(sign) ?? 0n)) wholes.set(sign, micros);
    }
  }
  const lineOf = (slot: DrawnSlot) =>
    rowLines(
      {
        title: slot.name,
        count: slot.share,
        amounts: slot.cost,
        more: slot.most,
        total: null,
        bar: (sign) => slotBar(slot, { sign, micros: wholes.get(sign) ?? 0n, text: '' }, columns, glyphs),
      },
      columns,
      glyphs,
    );
  const isDrawn = columns.bar > 0 && hasPictures(glyphs) && slots.some(({ most }) => leastOf(most).length > 0);
  return [
    headerLine(unitOf(period) === 'hour' ? 'By hour' : 'By day', columns, glyphs),
    ...slots.flatMap(lineOf),
    ...(isDrawn ? textLines(`${UNOBSERVED} unobserved time: the most that it can have cost`, width, 'dim') : []),
  ];
}

/** The cost, then the most possible in gaps. */
function slotBar(slot: DrawnSlot, whole: Money, columns: Columns, { fills }: Glyphs): readonly Segment[] {
  const cost = bar(shareOf(leastIn(slot.cost, whole.sign), whole), columns.bar, fills);
  const gap = bar(shareOf(leastIn(slot.most, whole.sign), whole), columns.bar, [UNOBSERVED]);
  return [
    { text: cost, tone: 'accent' },
    { text: gap.slice(0, columns.bar - widthOf(cost)), tone: 'warn' },
  ];
}
