import { counted } from '../../../lib/words.ts';
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
import { fleetIn } from './fleet.ts';
import { clickedAt } from './moves.ts';
import { cursorSign, legendOf, signOf } from './signs.ts';
import { rowOfCell } from './state.ts';
import { type HeatView, heatView } from './view.ts';
import { cellWords, labelOf, spokenGroup, summaryOf } from './words.ts';

/** Joins neighbours of one tone, so that a line is written in few pieces. */
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

/** A part of a line of the picture, and where it begins. */
type Piece = { readonly column: number; readonly segments: readonly Segment[] };

/** Parts of a line with blanks between them. */
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

/** The lines of the picture that are shown. */
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

/** The GPUs above and below the lines that are shown; empty when all are. */
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

/** Why there is no picture, and what to do; null when there is one. */
const messageOf = (state: ConsoleState): string | null =>
  fleetIn(state).length > 0
    ? null
    : `No instance runs, so there is no GPU to show. Go back with Esc: ${keyNamed(state, 'place-bid', 'n')} in Bids places a bid, ${keyNamed(state, 'resume-bid', 'r')} resumes a paused one.`;

/** The line of the cursor. */
function cursorLine(state: ConsoleState, { cells, at }: HeatView, width: number): DialogLine {
  const cell = cells[at];
  if (cell === undefined) return textLine('The machine under the cursor no longer runs. Move to another one.', 'warn');
  return { kind: 'text', segments: cellWords(cell, rowOfCell(state, cell), contextOf(state), width) };
}

/** The map in words: a line for each group, or as many as it needs. */
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

/** The lines of the map: numbers, legend, picture, and what the cursor is on. */
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
