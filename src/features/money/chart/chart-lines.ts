import { shortDuration } from '../../../lib/duration.ts';
import { widthOf, wrapped } from '../../../lib/width.ts';
import type { Room } from '../../../screen/dialogs/dialog.ts';
import { blankLine, type DialogLine, textLine, textLines } from '../../../screen/dialogs/line.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { pastPricesOf } from '../../extras/price-history.ts';
import { chartOf, knownIn } from '../known-money.ts';
import { axisOf, hasPictures, legendIn } from '../picture.ts';
import type { MarkKey, PairChart, PairPrice, PriceMark, PriceSlot, WantedPair } from '../price.ts';
import { boundsSentence, pairName, priceSentences, serviceSentence } from '../price-sentence.ts';
import { foldedSlots } from '../prices/slots.ts';
import { priceWithService, type ServicePrice, saysPrices, servicePrice, slotsOfPast } from '../service-prices.ts';
import { endsOf, endsWidth, lastLimits } from './limits.ts';
import { markAt } from './pair-chart.ts';
import { type Chart, type ChartMark, limitLine, type PictureRoom, pictureOf, type Range, rangeOf } from './picture.ts';
import { bidSentences, countWords, markSentences } from './words.ts';

export type Shown = { readonly pair: WantedPair; readonly spanMs: number; readonly at: MarkKey | null };

/** In lines: the picture, and the least with times of the axis or a legend. */
const HEIGHTS = { most: 24, least: 3, withTimes: 4, withLegend: 6 };
const SCALE = { usual: 9, narrow: 7 };
const NARROW = 50;
/** Least width for a sentence of one line; greatest height without a third one. */
const WIDE = 100;
const LOW = 8;
/** Part free above and below, to show on which side of a limit the price was. */
const FREE = 1 / 12;
/** A limit price so many times a bound would squeeze the price: it is named at the edge. */
const FAR = 2;

/** The picture, the event at its cursor, and the legend; words for a screen reader. */
export function chartLines(state: ConsoleState, shown: Shown, room: Room): readonly DialogLine[] {
  const { glyphs, connected, now } = state;
  const { pair, spanMs } = shown;
  const { width } = room;
  const name = pairName(pair, connected.aliases);
  const found = knownIn(state, (money) => chartOf(money, pair, spanMs));
  if (found.kind === 'none') return textLines('A recording has no prices of earlier days.', width, 'dim');
  if (found.kind === 'reading')
    return textLines(`${glyphs.busy} Reading the prices of ${name}${glyphs.more}`, width, 'busy');
  const said = saidOf(state, pair, found.known, spanMs);
  const chart = { ...found.known, sign: said.sign };
  const { recent, now: service } = said;
  const isSeen = chart.slots.length > 0 || said.slots.length > 0;
  if (!isSeen && chart.bids.length === 0)
    return [
      ...(service === null ? [] : textLines(serviceSentence(service, name), width)),
      ...textLines(nothingSeen(name, spanMs), width),
    ];
  const mark = markAt(chart, shown.at);
  if (!hasPictures(glyphs)) {
    const price =
      service !== null
        ? serviceSentence(service, name)
        : !isSeen || recent === null
          ? nothingSeen(name, spanMs)
          : boundsSentence(recent, name, now, saysPrices(state));
    const [happened] = mark === null ? [countWords(chart, spanMs)] : markSentences(mark, chart.sign, now);
    return [price, happened, ...bidSentences(chart, now)].flatMap((text) => textLines(text, width));
  }
  const texts =
    service === null && (!isSeen || recent === null)
      ? [nothingSeen(name, spanMs)]
      : priceSentences(recent, { limit: mark?.limit ?? null, now, name, service, isBeside: saysPrices(state) });
  return pictureLines(
    state,
    { ...chart, said },
    mark,
    shown,
    room,
    texts.find((one) => widthOf(one) <= width) ?? texts.at(-1) ?? '',
  );
}

const nothingSeen = (name: string, spanMs: number): string =>
  `No bid of ${name} was seen in the last ${shortDuration(spanMs)}, so its price is not known. Each bid that is filled while a console or spotdeck watch runs shows something of it; - looks further back.`;

/** What the service says of a pair and the time of its chart, in the currency of the chart. */
type Said = {
  readonly sign: string;
  readonly slots: readonly PriceSlot[];
  readonly now: ServicePrice | null;
  readonly recent: PairPrice | null;
};

type SaidChart = PairChart & { readonly said: Said };

function saidOf(state: ConsoleState, pair: WantedPair, { sign: own, recent }: PairChart, spanMs: number): Said {
  const known = own === '' ? pair.sign : own;
  const now = servicePrice(state, pair, known);
  const past = pastPricesOf(state, pair, spanMs);
  const pastSign = past?.prices.find(({ price }) => price !== null)?.price?.sign ?? null;
  const sign = known ?? now?.price.sign ?? pastSign ?? '';
  return {
    sign,
    slots: past !== null && pastSign === sign ? slotsOfPast(past) : [],
    now,
    recent: priceWithService(state, pair, { sign: sign === '' ? null : sign, own: recent }),
  };
}

function chartIn(
  { slots, bids, marks, time, said }: SaidChart,
  mark: PriceMark | null,
  sign: string,
  columns: number,
): Chart {
  const columnOf = (at: number): number =>
    Math.max(0, Math.min(columns - 1, Math.floor(((at - time.from) / (time.to - time.from)) * columns)));
  const drawn = ({ at, limit, kind }: PriceMark): ChartMark => ({
    column: columnOf(at),
    value: Number(limit),
    cell: kind,
  });
  return {
    most: foldedSlots(slots, time, columns).map(({ high }) => (high === null ? null : Number(high))),
    said: [
      ...foldedSlots(said.slots, time, columns - 1).map(({ high }) => (high === null ? null : Number(high))),
      said.now === null ? null : Number(said.now.price.micros),
    ],
    lines: bids.map((one) => limitLine(one, sign, time, columns)),
    marks: marks.map(drawn),
    cursor: mark === null ? null : drawn(mark),
  };
}

/** All of the price, and limit prices not far from it. */
function scaleOf({ most, said, lines, marks }: Chart, limits: readonly number[]): Range | null {
  const bounds = [...most, ...said].filter((bound) => bound !== null);
  const price = rangeOf(bounds);
  const asked = [
    ...lines.flatMap((line) => line.flatMap((point) => point?.value ?? [])),
    ...marks.map(({ value }) => value),
    ...limits,
  ];
  const near = price === null ? asked : asked.filter((one) => one <= price.to * FAR && one >= price.from / FAR);
  const range = rangeOf([...bounds, ...near]);
  if (range === null) return null;
  const free = (range.to - range.from) * FREE;
  return { from: Math.max(0, range.from - free), to: range.to + free };
}

function pictureLines(
  state: ConsoleState,
  chart: SaidChart,
  mark: PriceMark | null,
  { spanMs }: Shown,
  { width, height }: Room,
  words: string,
): readonly DialogLine[] {
  const { glyphs } = state;
  const { sign } = chart;
  const label = width < NARROW ? SCALE.narrow : SCALE.usual;
  const limits = lastLimits(chart.bids, sign);
  const ends = endsWidth(limits, sign, width);
  const columns = Math.max(10, width - label - ends);
  const drawn = chartIn(chart, mark, sign, columns);
  const range = scaleOf(
    drawn,
    limits.map(({ micros }) => Number(micros)),
  );
  const sentence = sentenceLines(state, chart, mark, { sign, spanMs, width, height });
  const said = textLines(words, width, 'dim');
  if (range === null) return [...sentence, ...said];
  const picture = (room: PictureRoom) =>
    pictureOf(
      drawn,
      range,
      sign,
      room,
      glyphs,
      endsOf(limits, range, sign, { width: ends, height: room.height }, glyphs),
    );
  // Any height has the same signs, but for those covering each other.
  const legend = legendIn(picture({ label, columns, height: HEIGHTS.most }).legend, width);
  const axis = axisOf(chart.time.from, chart.time.to, columns, glyphs, drawn.cursor?.column ?? null).map(
    (text): DialogLine => ({ kind: 'text', segments: [{ text: ' '.repeat(label) }, { text, tone: 'dim' }] }),
  );
  const below = [
    { lines: axis.slice(0, 1), least: HEIGHTS.least },
    { lines: axis.slice(1), least: HEIGHTS.withTimes },
    { lines: sentence, least: 0 },
    { lines: [...(sentence.length > 1 ? [] : [blankLine]), ...legend], least: HEIGHTS.withLegend },
    { lines: said, least: HEIGHTS.withLegend },
  ];
  let left = height - sentence.length;
  const shown = below.filter(({ lines, least }) => {
    if (least === 0) return true;
    const fits = left - lines.length >= least;
    if (fits) left -= lines.length;
    return fits;
  });
  const room = { label, columns, height: Math.max(HEIGHTS.least, Math.min(HEIGHTS.most, left)) };
  return [...picture(room).lines, ...shown.flatMap(({ lines }) => lines)];
}

/** The event at the cursor, else the number of events. A fixed count of lines keeps the picture still. */
function sentenceLines(
  { now }: ConsoleState,
  chart: PairChart,
  mark: PriceMark | null,
  { sign, spanMs, width, height }: Room & { readonly sign: string; readonly spanMs: number },
): readonly DialogLine[] {
  const most = width >= WIDE ? 1 : width < NARROW && height > LOW ? 3 : 2;
  const texts = mark === null ? [countWords(chart, spanMs)] : markSentences(mark, sign, now);
  const forms = texts.map((text) => wrapped(text, width));
  const lines = (forms.find((one) => one.length <= most) ?? forms.at(-1) ?? []).slice(0, most);
  const tone = mark === null ? 'dim' : mark.kind === 'lost' ? 'bad' : 'good';
  return Array.from({ length: most }, (_, n) => (lines[n] === undefined ? blankLine : textLine(lines[n], tone)));
}
