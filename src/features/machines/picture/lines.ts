import { fittingSteps } from '../../../lib/width.ts';
import { counted } from '../../../lib/words.ts';
import type { Tone } from '../../../resources/cell.ts';
import type { Glyphs } from '../../../resources/glyphs.ts';
import type { Room } from '../../../screen/dialogs/dialog.ts';
import {
  blankLine,
  type DialogLine,
  type Segment,
  tabLine,
  textLine,
  textLines,
  widthOfAll,
} from '../../../screen/dialogs/line.ts';
import type { DialogState } from '../../../store/dialog-state.ts';
import { contextOf } from '../../../store/row-context.ts';
import { type ConsoleState, keyNamed } from '../../../store/state.ts';
import { AT_REST } from '../reading.ts';
import { fleetIn, type KnownUse } from './fleet.ts';
import { clickedAt, type HeatView, heatView, rowOfCell } from './view.ts';
import { cellWords, labelOf, spokenGroup, summaryOf } from './words.ts';

/** Joins neighbours of one tone: a line is written in few pieces. */
function merged(segments: readonly Segment[]): readonly Segment[] {
  const runs: Segment[] = [];
  for (const segment of segments) {
    const last = runs.at(-1);
    if (last !== undefined && last.tone === segment.tone)
      runs[runs.length - 1] = { ...last, text: last.text + segment.text };
    else runs.push(segment);
  }
  return runs;
}

/** A part of a line, and its first column. */
type Piece = { readonly column: number; readonly segments: readonly Segment[] };

function lineOf(pieces: readonly Piece[]): readonly Segment[] {
  const line: Segment[] = [];
  let end = 0;
  for (const { column, segments } of pieces) {
    if (column > end) line.push({ text: ' '.repeat(column - end), tone: 'plain' });
    line.push(...segments);
    end = Math.max(end, column) + widthOfAll(segments);
  }
  return merged(line);
}

function pictureLines(state: ConsoleState, { groups, cells, layout, at, top, page }: HeatView): readonly DialogLine[] {
  const context = contextOf(state);
  const { glyphs } = state;
  const { size } = layout.density;
  const under = layout.cells[at]?.group;
  const pieces = new Map<number, Piece[]>();
  const add = (line: number, piece: Piece): void => {
    if (line < top || line >= top + page) return;
    const others = pieces.get(line);
    if (others === undefined) pieces.set(line, [piece]);
    else others.push(piece);
  };
  for (const { group, line, column, width } of layout.labels) {
    const of = groups[group];
    if (of !== undefined && line >= top && line < top + page)
      add(line, { column, segments: labelOf(of, context, width, group === under) });
  }
  for (const { at: n, line, column } of layout.cells) {
    const cell = cells[n];
    if (cell === undefined) continue;
    const { text, tone } = signOf(cell.use, glyphs);
    add(line, { column, segments: [n === at ? cursorSign(size, glyphs) : { text: text.repeat(size), tone }] });
  }
  return Array.from({ length: page }, (_, n): DialogLine => {
    const line = top + n;
    return {
      kind: 'text',
      segments: lineOf((pieces.get(line) ?? []).toSorted((a, b) => a.column - b.column)),
      click: clickedAt(line),
    };
  });
}

/** Counts GPUs above and below the shown lines; empty if all are shown. */
export function beyondWords(state: ConsoleState, own: DialogState<'gpu-picture'>): string {
  if (messageOf(state) !== null || state.glyphs.trend.kind === 'none') return '';
  const { cells, layout, top, page } = heatView(state, own);
  const { up, down } = state.glyphs;
  const beyond = (sign: string, where: string, isBeyond: (line: number) => boolean): readonly string[] => {
    const there = layout.cells.flatMap(({ at, line }) => (isBeyond(line) ? (cells[at] ?? []) : []));
    if (there.length === 0) return [];
    const known = there.filter(({ gpu }) => gpu !== null).length;
    const more = known < there.length ? '+' : '';
    const gpus =
      known === 0 ? counted(there.length, 'machine') : `${known}${more} GPU${known === 1 && more === '' ? '' : 's'}`;
    return [`${sign} ${gpus} ${where}`];
  };
  return [...beyond(up, 'above', (line) => line < top), ...beyond(down, 'below', (line) => line >= top + page)].join(
    '  ',
  );
}

/** Why there is no picture; null if there is one. */
const messageOf = (state: ConsoleState): string | null =>
  fleetIn(state).length > 0
    ? null
    : `No instance runs, so there is no GPU to show. Go back with Esc: ${keyNamed(state, 'place-bid', 'n')} in Bids places a bid, ${keyNamed(state, 'resume-bid', 'r')} resumes a paused one.`;

function cursorLine(state: ConsoleState, { cells, at }: HeatView, width: number): DialogLine {
  const cell = cells[at];
  if (cell === undefined) return textLine('The machine under the cursor no longer runs. Move to another one.', 'warn');
  return { kind: 'text', segments: cellWords(cell, rowOfCell(state, cell), contextOf(state), width) };
}

/** The picture in words, for a screen reader. */
function spokenLines(
  state: ConsoleState,
  own: DialogState<'gpu-picture'>,
  { width, height }: Room,
): readonly DialogLine[] {
  const view = heatView(state, own);
  const context = contextOf(state);
  const under = view.layout.cells[view.at]?.group ?? -1;
  const lines = view.groups.flatMap((group, n) =>
    textLines(spokenGroup(group, context), width).map((line) => ({ ...line, cursor: n === under })),
  );
  const page = Math.max(1, height - 3);
  const at = Math.max(
    0,
    lines.findIndex(({ cursor }) => cursor),
  );
  const from = Math.max(0, Math.min(at - Math.floor(page / 2), lines.length - page));
  return [
    { kind: 'text', segments: summaryOf(view.groups, context, width) },
    ...lines.slice(from, from + page),
    cursorLine(state, view, width),
  ];
}

export function heatLines(state: ConsoleState, own: DialogState<'gpu-picture'>, room: Room): readonly DialogLine[] {
  const message = messageOf(state);
  const tabs = tabLine(['Table', 'Picture'], 1);
  if (message !== null) return [tabs, blankLine, ...textLines(message, room.width)];
  if (state.glyphs.trend.kind === 'none') return [tabs, ...spokenLines(state, own, room)];
  const view = heatView(state, own);
  return [
    ...(view.legend ? [tabs] : []),
    { kind: 'text', segments: summaryOf(view.groups, contextOf(state), room.width) },
    ...(view.legend ? [{ kind: 'text' as const, segments: legendOf(state.glyphs, room.width) }] : []),
    ...(view.blank ? [blankLine] : []),
    ...pictureLines(state, view),
    ...(view.blank ? [blankLine] : []),
    cursorLine(state, view, room.width),
  ];
}

/** Each kind of use has its own sign, readable without colours. */
type Sign = { readonly text: string; readonly tone: Tone };

/** Tones of quarters: below half a GPU has one colour, in two shades. */
const TONES: readonly [Tone, Tone, Tone, Tone] = ['warn', 'warn', 'good', 'good'];

type Signs = {
  readonly rest: string;
  /** Quarters of use, from the least. */
  readonly levels: readonly [string, string, string, string];
  readonly stale: string;
  readonly unread: string;
  /** The cell under the cursor, in one column and in two. */
  readonly cursor: readonly [string, string];
};

const SIGNS: Signs = {
  rest: '·',
  levels: ['░', '▒', '▓', '█'],
  stale: '~',
  unread: '?',
  cursor: ['◆', '[]'],
};
const ASCII_SIGNS: Signs = { rest: '.', levels: ['-', '=', '*', '#'], stale: '~', unread: '?', cursor: ['@', '[]'] };

const signsOf = ({ trend }: Glyphs): Signs => (trend.kind === 'braille' ? SIGNS : ASCII_SIGNS);

const quarterOf = (percent: number): 0 | 1 | 2 | 3 => (percent < 25 ? 0 : percent < 50 ? 1 : percent < 75 ? 2 : 3);

/** A GPU at rest is a hole among the others. */
function signOf(use: KnownUse, glyphs: Glyphs): Sign {
  const signs = signsOf(glyphs);
  switch (use.kind) {
    case 'current': {
      if (use.percent <= AT_REST) return { text: signs.rest, tone: 'dim' };
      const quarter = quarterOf(use.percent);
      return { text: signs.levels[quarter], tone: TONES[quarter] };
    }
    case 'stale':
      return { text: signs.stale, tone: 'dim' };
    case 'waiting':
    case 'unknown':
      return { text: signs.unread, tone: 'dim' };
    case 'trouble':
      return { text: glyphs.bad, tone: 'bad' };
  }
}

const cursorSign = (size: 1 | 2, glyphs: Glyphs): Segment => ({
  text: signsOf(glyphs).cursor[size - 1] ?? '',
  tone: 'accent',
});

/** The legend, with as many signs as fit. */
function legendOf(glyphs: Glyphs, width: number): readonly Segment[] {
  const { rest, levels, stale, unread } = signsOf(glyphs);
  const item = (sign: Sign, meaning: string): readonly Segment[] => [sign, { text: ` ${meaning}   `, tone: 'dim' }];
  const quarters = levels.map((text, n) => ({ text, tone: TONES[n] ?? 'plain' }));
  const ends = ['under 25%', 'under 50%', 'under 75%', 'to 100%'];
  const others = [
    item({ text: stale, tone: 'dim' }, 'old'),
    item({ text: unread, tone: 'dim' }, 'not known'),
    item({ text: glyphs.bad, tone: 'bad' }, 'not readable'),
  ];
  const long = [
    item({ text: rest, tone: 'dim' }, 'at rest'),
    ...quarters.map((sign, n) => item(sign, ends[n] ?? '')),
    ...others,
  ];
  if (widthOfAll(long.flat()) <= width) return long.flat();
  const short = [
    item({ text: rest, tone: 'dim' }, 'at rest'),
    [...quarters, { text: ' in quarters   ', tone: 'dim' as const }],
    ...others,
  ];
  return fittingSteps(short, width, (some) => widthOfAll(some.flat())).flat();
}
