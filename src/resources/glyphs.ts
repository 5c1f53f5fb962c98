import type { BoxGlyphs } from '../lib/bars.ts';

/** The signs are for unknown, nothing, less than half, half or more, and all. */
export type TrendGlyphs =
  | { readonly kind: 'braille' | 'none' }
  | { readonly kind: 'signs'; readonly signs: readonly [string, string, string, string, string] };

export type Glyphs = {
  readonly on: string;
  readonly open: string;
  readonly busy: string;
  readonly warn: string;
  readonly bad: string;
  readonly rest: string;
  readonly mark: string;
  readonly cursor: string;
  readonly related: string;
  /** Something is under way, or there are further items. */
  readonly more: string;
  /** In place of the rest of a text. */
  readonly cut: string;
  readonly up: string;
  readonly down: string;
  readonly arrow: string;
  readonly into: string;
  readonly none: string;
  readonly times: string;
  readonly atMost: string;
  readonly atLeast: string;
  readonly dot: string;
  readonly frozen: string;
  readonly fresh: string;
  /** After the label of a required field, and its explanation. */
  readonly required: { readonly mark: string; readonly legend: string };
  readonly group: string;
  /** From the lowest to the highest. */
  readonly bars: readonly string[];
  /** From the least part of a cell to the whole. */
  readonly fills: readonly string[];
  /** Between two bounds, and on the known side of a single one. */
  readonly shade: string;
  readonly lines: { readonly full: string; readonly broken: string; readonly dotted: string };
  readonly trend: TrendGlyphs;
  readonly box: BoxGlyphs;
};

export const unicodeGlyphs: Glyphs = {
  on: '●',
  open: '○',
  busy: '◐',
  warn: '▲',
  bad: '✖',
  rest: '‖',
  mark: '•',
  cursor: '▌',
  related: '▏',
  more: '…',
  cut: '…',
  up: '↑',
  down: '↓',
  arrow: '→',
  into: '▸',
  none: '–',
  times: '×',
  atMost: '≤',
  atLeast: '≥',
  dot: '·',
  frozen: '‖',
  fresh: '+',
  required: { mark: '*', legend: '* required' },
  group: '▾',
  bars: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
  // Half as high as a line, so that bars in neighbouring lines do not merge.
  fills: ['▖', '▄'],
  shade: '░',
  lines: { full: '━', broken: '╌', dotted: '·' },
  trend: { kind: 'braille' },
  box: { topLeft: '╭', topRight: '╮', bottomLeft: '╰', bottomRight: '╯', across: '─', down: '│', tick: '┴' },
};

export const asciiGlyphs: Glyphs = {
  on: '*',
  open: 'o',
  busy: '~',
  warn: '!',
  bad: 'x',
  rest: '=',
  mark: '+',
  cursor: '>',
  related: '|',
  more: '...',
  cut: '~',
  up: '^',
  down: 'v',
  arrow: '->',
  into: '>',
  none: '-',
  times: 'x',
  atMost: '<=',
  atLeast: '>=',
  dot: '-',
  frozen: '=',
  fresh: '+',
  required: { mark: '*', legend: '* required' },
  group: 'v',
  bars: ['_', '.', '-', '=', '+', '*', '#'],
  fills: ['-', '='],
  shade: '.',
  lines: { full: '=', broken: '-', dotted: ':' },
  trend: { kind: 'signs', signs: [' ', '_', '-', '=', '#'] },
  box: { topLeft: '+', topRight: '+', bottomLeft: '+', bottomRight: '+', across: '-', down: '|', tick: '+' },
};

/** For a screen reader: words for marks, and no frames to be read aloud. */
export const spokenGlyphs: Glyphs = {
  ...asciiGlyphs,
  required: { mark: ' (required)', legend: '' },
  atMost: 'at most ',
  atLeast: 'at least ',
  trend: { kind: 'none' },
  box: { topLeft: ' ', topRight: ' ', bottomLeft: ' ', bottomRight: ' ', across: ' ', down: ' ', tick: ' ' },
};

/** No glyphs, only words: for spreadsheets. */
export const noGlyphs: Glyphs = {
  ...asciiGlyphs,
  on: '',
  open: '',
  busy: '',
  warn: '',
  bad: '',
  rest: '',
  dot: '',
  none: '',
};
