import { clockTime, moment, shortDuration } from '../lib/duration.ts';
import { stepLine } from '../lib/step-line.ts';
import { cut, widthOf } from '../lib/width.ts';
import { activityRowOf } from '../resources/activity-text.ts';
import type { Glyphs } from '../resources/parts/glyphs.ts';
import { runningOf } from '../resources/parts/joins.ts';
import { statusCell } from '../resources/parts/status.ts';
import { type History, type HistorySlot, historyOf } from '../state/dialogs/bid-history.ts';
import type { DialogState } from '../state/dialogs/dialog-state.ts';
import { contextOf } from '../state/row-context.ts';
import type { ConsoleState } from '../state/state.ts';
import type { Segment } from './line.ts';
import { blankLine, type DialogLine, textLine } from './line.ts';

/** Width of the label before a picture, in cells. */
const LABEL = 9;
/** Height of the chart of running instances, in lines. */
const HEIGHT = 5;
/** Age up to which an event is shown without its date, in milliseconds. */
const DATELESS_MS = 12 * 3_600_000;

/** Returns the history of a bid: its states as a band, its running instances as a chart, its limit prices as marks, and its events in words. */
export function historyLines(
  state: ConsoleState,
  { fid, bidEvents, spanMs }: DialogState<'history'>,
  width: number,
): readonly DialogLine[] {
  const bid = state.lists.bids.rows.get(fid)?.row ?? state.lists.bids.removing.get(fid)?.listed.row;
  if (bid === undefined) return [textLine('It is gone from the list.', 'dim')];
  const { glyphs, now } = state;
  const columns = Math.max(10, width - LABEL);
  const running = runningOf(bid.fid, contextOf(state));
  const history = historyOf(bid, running, bidEvents, now, spanMs, columns);
  const events = bidEvents.events.filter(({ at }) => at > now - spanMs).toReversed();
  // A screen reader has no use for pictures; the events contain the same data.
  const pictures =
    glyphs.box.across.trim() === '' ? [] : picturesOf(history, bid.instance_quantity, columns, glyphs, spanMs);
  return [
    ...pictures,
    textLine(events.length === 0 ? `No changes seen in the last ${shortDuration(spanMs)}.` : 'Events', 'strong'),
    ...events.map((event): DialogLine => {
      const { what, outcome } = activityRowOf(event, glyphs.arrow);
      const when = now - event.at < DATELESS_MS ? clockTime(event.at) : moment(event.at).slice(5, 16);
      return {
        kind: 'text',
        segments: [
          { text: `${when}  `, tone: 'dim' },
          { text: what, tone: outcome === 'lost' ? 'bad' : 'plain' },
        ],
      };
    }),
  ];
}

function picturesOf(
  history: History,
  wanted: number | null,
  columns: number,
  glyphs: Glyphs,
  spanMs: number,
): readonly DialogLine[] {
  const counts = history.slots.map(({ running }) => running);
  const max = Math.max(1, wanted ?? 0, ...counts.map((count) => count ?? 0));
  const line = stepLine(counts, max, HEIGHT, glyphs.box);
  const axis = (text: string): Segment => ({ text: text.padEnd(LABEL), tone: 'dim' });
  const picture = (label: string, segments: readonly Segment[]): DialogLine => ({
    kind: 'text',
    segments: [axis(label), ...segments],
  });
  const begin = `-${shortDuration(spanMs)}`;
  return [
    picture('status', bandOf(history.slots, glyphs)),
    ...line.map((row, n) =>
      picture(n === 0 ? `running ${max}`.slice(0, LABEL - 1) : n === HEIGHT - 1 ? '0'.padStart(LABEL - 2) : '', [
        { text: row, tone: 'good' },
      ]),
    ),
    picture('price', pricesOf(history, columns, glyphs)),
    picture('', [
      { text: begin, tone: 'dim' },
      { text: 'now'.padStart(Math.max(0, columns - widthOf(begin))), tone: 'dim' },
    ]),
    {
      kind: 'text',
      segments: [
        ...legendOf(history.slots, glyphs),
        ...(history.slots.some(({ status }) => status.kind === 'none')
          ? [{ text: 'blank: no data', tone: 'dim' as const }]
          : []),
      ],
    },
    blankLine,
  ];
}

const NOBODY = ':';

function glyphOf(status: HistorySlot['status'], glyphs: Glyphs): Segment {
  if (status.kind !== 'known') return { text: status.kind === 'unsure' ? NOBODY : ' ', tone: 'dim' };
  const { text, tone = 'plain' } = statusCell('bid', status.status, glyphs);
  return { text: [...text][0] ?? ' ', tone };
}

/** Returns the states over time, each with its glyph, and with its name where there is room. */
function bandOf(moments: readonly HistorySlot[], glyphs: Glyphs): readonly Segment[] {
  const runs: { readonly status: HistorySlot['status']; length: number }[] = [];
  for (const { status } of moments) {
    const last = runs.at(-1);
    if (last !== undefined && nameOf(last.status, glyphs) === nameOf(status, glyphs)) last.length += 1;
    else runs.push({ status, length: 1 });
  }
  return runs.map(({ status, length }) => {
    const { text, tone } = glyphOf(status, glyphs);
    const name = ` ${nameOf(status, glyphs)} `;
    const room = length - widthOf(name) - 1;
    const band = room < 1 || status.kind !== 'known' ? text.repeat(length) : `${text}${name}${text.repeat(room)}`;
    return tone === undefined ? { text: band } : { text: band, tone };
  });
}

function nameOf(status: HistorySlot['status'], glyphs: Glyphs): string {
  if (status.kind !== 'known') return status.kind === 'unsure' ? 'no data' : '';
  return [...statusCell('bid', status.status, glyphs).text].slice(1).join('').trim();
}

function legendOf(moments: readonly HistorySlot[], glyphs: Glyphs): readonly Segment[] {
  const met = new Map(moments.map(({ status }) => [nameOf(status, glyphs), status]));
  return [...met].flatMap(([name, status]) =>
    name === '' ? [] : [glyphOf(status, glyphs), { text: ` ${name}   `, tone: 'dim' as const }],
  );
}

/** Returns the limit prices, each at the column where it was first seen; a price without room before the next is only marked. */
function pricesOf({ firstPrice, prices }: History, columns: number, glyphs: Glyphs): readonly Segment[] {
  const marks = [
    { column: 0, price: firstPrice ?? '', first: true },
    ...prices.map((mark) => ({ ...mark, first: false })),
  ];
  return marks.flatMap(({ column, price, first }, n): Segment[] => {
    const room = (marks[n + 1]?.column ?? columns) - column;
    if (room <= 0) return [];
    const text = cut(`${first ? '' : glyphs.mark}${price}`, room, '');
    return [{ text: text.padEnd(room), tone: first ? 'plain' : 'accent' }];
  });
}
