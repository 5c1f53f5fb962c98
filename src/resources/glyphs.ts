import type { BoxGlyphs } from '../lib/step-line.ts';

/** How the small history of a row is drawn. The signs are for unknown, nothing, less than half, half or more, and all. */
export type TrendGlyphs =
  | { readonly kind: 'braille' | 'none' }
  | { readonly kind: 'signs'; readonly signs: readonly [string, string, string, string, string] };

/** The glyphs beside words. Each has a plain form for terminals and readers with ASCII only. */
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
  /** At the end of a text that goes on: something under way, or further items. */
  readonly more: string;
  /** In place of the rest of a text that is cut. */
  readonly cut: string;
  readonly up: string;
  readonly down: string;
  readonly arrow: string;
  readonly into: string;
  readonly none: string;
  readonly times: string;
  /** Before an upper limit, and before a lower one. */
  readonly atMost: string;
  readonly atLeast: string;
  readonly dot: string;
  readonly frozen: string;
  readonly fresh: string;
  /** After the label of a required field, and the text that explains it once. */
  readonly required: { readonly mark: string; readonly legend: string };
  /** Before the title of a group of rows. */
  readonly group: string;
  /** Bars from the lowest to the highest. */
  readonly bars: readonly string[];
  /** A cell of a bar that is filled from the left, from the least part to the whole. */
  readonly fills: readonly string[];
  /** A cell between two bounds, and one on the known side of a single one. */
  readonly shades: { readonly both: string; readonly one: string };
  /** Lines of a picture that are told from each other without colours. */
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
  // Half as high as a line, so that bars in neighbouring lines do not merge; no narrower block has that height.
  fills: ['▖', '▄'],
  shades: { both: '▒', one: '░' },
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
  shades: { both: '%', one: '.' },
  lines: { full: '=', broken: '-', dotted: ':' },
  trend: { kind: 'signs', signs: [' ', '_', '-', '=', '#'] },
  box: { topLeft: '+', topRight: '+', bottomLeft: '+', bottomRight: '+', across: '-', down: '|', tick: '+' },
};

/** Glyphs for a screen reader: ASCII, words for marks, and no frames to be read aloud. */
export const spokenGlyphs: Glyphs = {
  ...asciiGlyphs,
  required: { mark: ' (required)', legend: '' },
  atMost: 'at most ',
  atLeast: 'at least ',
  trend: { kind: 'none' },
  box: { topLeft: ' ', topRight: ' ', bottomLeft: ' ', bottomRight: ' ', across: ' ', down: ' ', tick: ' ' },
};

/** Glyphs for spreadsheets: words alone. */
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
