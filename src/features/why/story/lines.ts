import type { Bid } from '../../../contract/bid.ts';
import { stepLine } from '../../../lib/bars.ts';
import { clockTime, moment } from '../../../lib/duration.ts';
import { cut, widthOf } from '../../../lib/width.ts';
import { rowsOfEvents } from '../../../resources/activity-groups.ts';
import type { Tone } from '../../../resources/cell.ts';
import type { Glyphs } from '../../../resources/glyphs.ts';
import { runningOf } from '../../../resources/parts/joins.ts';
import { statusCell } from '../../../resources/parts/status.ts';
import type { ActivityRow } from '../../../resources/rows.ts';
import type { Room } from '../../../screen/dialogs/dialog.ts';
import { blankLine, type DialogLine, type Segment } from '../../../screen/dialogs/line.ts';
import type { RowEvents } from '../../../store/dialog-state.ts';
import { contextOf } from '../../../store/row-context.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { axisOf, hasPictures, legendIn } from '../../money/picture.ts';
import { type JournalEntry, kindOfChange, kindOfVerb, matchHistory } from '../match-history.ts';
import { CLOCK_SLACK_MS, type ServiceEvent, serviceEventWords, serviceHistories } from '../service-history.ts';
import { type History, type HistorySlot, historyOf } from './history.ts';

const LABEL = 9;
/** In lines; a screen of less than `TALL` lines has one. */
const HEIGHT = 5;
const TALL = 30;
/** Greatest age of events without a date, in milliseconds. */
const DATELESS_MS = 12 * 3_600_000;

export type StoryEvent = { readonly at: number; readonly what: string; readonly tone: Tone };

/** Events of the last `spanMs`, in groups, newest first; of a bid also those that the service tells. */
export function storyEvents(
  state: ConsoleState,
  { events }: RowEvents,
  spanMs: number,
  bid: string | null,
): readonly StoryEvent[] {
  const words = { into: state.glyphs.arrow, fieldWords: state.features.fieldWords };
  const groups = rowsOfEvents(events, words);
  // Actions stand beside their effects.
  const rows = groups.flatMap((row) => [row, ...row.events.filter(({ seen }) => seen === null)]);
  const serviceEvents = bid === null ? [] : (serviceHistories(state).get(bid)?.events ?? []);
  const { byEntry, others } = matchHistory(
    groups.flatMap((row) => entriesOf(row, bid)),
    serviceEvents,
  );
  const whoOf = (row: ActivityRow): string =>
    [...byEntry].flatMap(([entry, one]) => (entry.row === row ? whoWords(one, row) : [])).join('');
  return [
    ...rows.map(
      (row): StoryEvent => ({
        at: row.at,
        what: `${row.what}${whoOf(row)}`,
        tone: row.outcome === 'lost' ? 'bad' : 'plain',
      }),
    ),
    ...others.map(
      (one): StoryEvent => ({
        at: one.at,
        what: serviceEventWords(one),
        tone: one.kind === 'preempted' ? 'bad' : one.kind === null ? 'dim' : 'plain',
      }),
    ),
  ]
    .filter(({ at }) => at > state.now - spanMs)
    .toSorted((a, b) => b.at - a.at);
}

type RowEntry = JournalEntry & { readonly row: ActivityRow };

/** What a line says of the bid itself. */
const entriesOf = (row: ActivityRow, bid: string | null): readonly RowEntry[] =>
  (row.events.length === 0 ? [row] : row.events).flatMap(({ at, since, seen, kind, about }): RowEntry | readonly [] => {
    if (seen === null)
      return kind?.kind === 'noted' ? { row, at, since, kind: kindOfVerb(kind.verb), isOwn: true } : [];
    if (about?.fid !== bid || seen.list !== 'bids') return [];
    const price = seen.field === 'limit_price' ? seen.to : null;
    return { row, at, since, kind: kindOfChange(seen), isOwn: false, price };
  });

/** `, by Ada`, with the time where the line is of a long one. */
function whoWords(serviceEvent: ServiceEvent, { at, events }: ActivityRow): string {
  if (serviceEvent.by === null) return '';
  const time = at - serviceEvent.at <= CLOCK_SLACK_MS ? '' : ` at ${whenOf(serviceEvent.at, at)}`;
  const what = serviceEventWords(serviceEvent);
  return events.length === 0
    ? `, by ${serviceEvent.by}${time}`
    : `; ${what.charAt(0).toLowerCase()}${what.slice(1)}${time}`;
}

const whenOf = (at: number, now: number): string => (now - at < DATELESS_MS ? clockTime(at) : moment(at).slice(5, 16));

export function eventLine({ at, what, tone }: StoryEvent, now: number, cursor: boolean): DialogLine {
  return {
    kind: 'text',
    cursor,
    segments: [
      { text: `${whenOf(at, now)}  `, tone: 'dim' },
      { text: what, tone },
    ],
  };
}

/** States, running instances, and limit prices over time. A screen reader has the events for it. */
export function stripLines(
  state: ConsoleState,
  bid: Bid,
  rowEvents: RowEvents,
  spanMs: number,
  { width, height }: Room,
): readonly DialogLine[] {
  const { glyphs, now } = state;
  if (!hasPictures(glyphs)) return [];
  const columns = Math.max(10, width - LABEL);
  const history = historyOf(bid, runningOf(bid.fid, contextOf(state)), rowEvents, now, spanMs, columns);
  const counts = history.slots.map(({ running }) => running);
  const max = Math.max(1, bid.instance_quantity ?? 0, ...counts.map((count) => count ?? 0));
  const lines = height < TALL ? 1 : HEIGHT;
  const line = stepLine(counts, max, lines, glyphs.box);
  const axis = (text: string): Segment => ({ text: text.padEnd(LABEL), tone: 'dim' });
  const picture = (label: string, segments: readonly Segment[]): DialogLine => ({
    kind: 'text',
    segments: [axis(label), ...segments],
  });
  return [
    picture('status', bandOf(history.slots, glyphs)),
    ...line.map((row, n) =>
      picture(n === 0 ? `run ${max}`.slice(0, LABEL - 1) : n === lines - 1 ? '0'.padStart(LABEL - 2) : '', [
        { text: row, tone: 'good' },
      ]),
    ),
    picture('limit', pricesOf(history, columns, glyphs)),
    ...axisOf(now - spanMs, now, columns, glyphs).map((text) => picture('', [{ text, tone: 'dim' }])),
    ...legendLines(history.slots, glyphs, columns + LABEL),
    blankLine,
  ];
}

/** A bid changed and no console looked. */
const UNKNOWN = ':';

function glyphOf(status: HistorySlot['status'], glyphs: Glyphs): Segment {
  if (status.kind !== 'known') return { text: status.kind === 'unsure' ? UNKNOWN : ' ', tone: 'dim' };
  const { text, tone = 'plain' } = statusCell('bid', status.status, glyphs);
  return { text: [...text][0] ?? ' ', tone };
}

/** The states over time, each with its glyph, and with its name given room. */
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
  if (status.kind !== 'known') return status.kind === 'unsure' ? 'unknown' : '';
  return [...statusCell('bid', status.status, glyphs).text].slice(1).join('').trim();
}

const GAPS = { unsure: 'changed while not observed', none: 'before the first poll, or not placed yet' };

function legendLines(slots: readonly HistorySlot[], glyphs: Glyphs, width: number): readonly DialogLine[] {
  const met = new Map(slots.map(({ status }) => [nameOf(status, glyphs), status]));
  const items = [...met].map(([name, status]): readonly Segment[] => {
    const sign = status.kind === 'none' ? { text: 'blank:', tone: 'dim' as const } : glyphOf(status, glyphs);
    return [sign, { text: ` ${status.kind === 'known' ? name : GAPS[status.kind]}   `, tone: 'dim' }];
  });
  const hasGap = slots.some(({ status, running }) => running === null && status.kind !== 'none');
  if (hasGap) items.push([{ text: `gap in running: ${GAPS.unsure}`, tone: 'dim' }]);
  return legendIn(items, width);
}

/** At their columns; a price without room is only marked. */
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
