import { cut, widthOf } from '../../lib/width.ts';
import { barParts } from './bar-columns.ts';
import type { BarKind } from './bars.ts';
import type { Card, Tick } from './card.ts';
import { type Figure, figuresOf, periodText } from './card-words.ts';

/** Size of the picture in pixels, which is that of previews in chats, and its margin. */
const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 48];
const INNER = WIDTH - 2 * MARGIN;
/** Left edge of the bars, and their width. */
const BARS_X = 260;
const BARS_WIDTH = WIDTH - MARGIN - BARS_X;
/** Width of a column of the bars, and their number. */
const COLUMN = 2;
const COLUMNS = BARS_WIDTH / COLUMN;
/** Where the bars begin and end, and the largest distance of two. */
const BARS_TOP = 240;
const BARS_BOTTOM = 510;
const ROW_MAX = 34;
/** Width of a character as a part of its height, in the fonts that are asked for. */
const ADVANCE = 0.61;

/** The picture has a ground of its own, so that it is read the same on light and dark pages. */
const INK = {
  ground: '#0f1621',
  edge: '#33415a',
  panel: '#1a2433',
  text: '#f2f5fa',
  dim: '#a9b6c9',
  warn: '#ffc857',
  good: '#4fd1a5',
  bad: '#ff7a6b',
} as const;

/** How each kind of time is drawn: a colour, a height as a part of a row, and its word. What is not known is neither filled nor left out. */
const KINDS: Readonly<Record<BarKind, { readonly fill: string; readonly height: number; readonly word: string }>> = {
  running: { fill: '#2fa58a', height: 0.34, word: 'running' },
  partly: { fill: '#f0b429', height: 0.56, word: 'partly out' },
  out: { fill: '#f4604f', height: 0.78, word: 'out' },
  paused: { fill: '#6f8fd8', height: 0.2, word: 'paused' },
  unknown: { fill: '#2b3648', height: 0.78, word: 'not known' },
};
const LEGEND: readonly BarKind[] = ['running', 'partly', 'out', 'paused', 'unknown'];

type Attributes = Readonly<Record<string, string | number>>;

/** Characters with a meaning in XML, and those that it can't have. */
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (found) => REFERENCES[found] ?? '').replace(/[\ufffe\uffff]/g, '\ufffd');

function element(name: string, attributes: Attributes, content = ''): string {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return content === '' ? `<${name}${words.join('')}/>` : `<${name}${words.join('')}>${content}</${name}>`;
}

const rect = (x: number, y: number, width: number, height: number, more: Attributes): string =>
  element('rect', { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height), ...more });

const rounded = (pixels: number): number => Math.round(pixels * 10) / 10;

type Style = {
  readonly size: number;
  readonly fill?: string;
  readonly bold?: true;
  readonly end?: true;
  /** Most pixels that it takes: what is longer is cut. */
  readonly width: number;
};

/** A line of text; without any characters nothing. */
function text(x: number, y: number, content: string, { size, fill = INK.text, bold, end, width }: Style): string {
  const shown = cut(content, Math.floor(width / (size * ADVANCE)));
  if (shown === '') return '';
  const attributes = {
    x: rounded(x),
    y: rounded(y),
    'font-size': size,
    fill,
    ...(bold === true ? { 'font-weight': 700 } : {}),
    ...(end === true ? { 'text-anchor': 'end' } : {}),
  };
  return element('text', attributes, escaped(shown));
}

/** A card as a picture: shapes and texts alone, without anything that a viewer would run, follow or load. */
export function cardSvg(card: Card): string {
  const name = `spotdeck: ${card.title}, ${periodText(card.time)}${card.isSimulated ? ', SIMULATED' : ''}`;
  const parts = [
    element('title', {}, escaped(cut(name, 200))),
    rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, { rx: 14, fill: INK.ground, stroke: INK.edge }),
    ...head(card),
    ...(card.known === null ? [] : [...figuresOf(card.known).flatMap(figure), ...bars(card)]),
    ...foot(card),
  ];
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: WIDTH,
      height: HEIGHT,
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'font-family': "'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
    },
    `\n${parts.filter((part) => part !== '').join('\n')}\n`,
  )}\n`;
}

const PILL = 150;

function head({ title, time, isSimulated }: Card): readonly string[] {
  const room = isSimulated ? INNER - PILL - 20 : INNER;
  const left = WIDTH - MARGIN - PILL;
  return [
    text(MARGIN, 66, title, { size: 32, bold: true, width: room }),
    text(MARGIN, 98, periodText(time), { size: 19, fill: INK.dim, width: room }),
    ...(isSimulated
      ? [
          rect(left, 40, PILL, 34, { rx: 17, fill: 'none', stroke: INK.warn, 'stroke-width': 2 }),
          text(left + 25, 63, 'SIMULATED', { size: 18, fill: INK.warn, bold: true, width: PILL }),
        ]
      : []),
  ];
}

const FIGURES = 4;
const GAP = 16;
const PANEL = { top: 120, width: (INNER - (FIGURES - 1) * GAP) / FIGURES, height: 98, margin: 16 };

function figure({ label, value, note, tone }: Figure, n: number): readonly string[] {
  const left = MARGIN + n * (PANEL.width + GAP);
  const x = left + PANEL.margin;
  const width = PANEL.width - 2 * PANEL.margin;
  // A long amount is written smaller before it is cut.
  const size = Math.max(14, Math.min(28, Math.floor(width / (widthOf(value) * ADVANCE))));
  return [
    rect(left, PANEL.top, PANEL.width, PANEL.height, { rx: 10, fill: INK.panel }),
    text(x, PANEL.top + 27, label, { size: 15, fill: INK.dim, width }),
    text(x, PANEL.top + 60, value, { size, fill: tone === 'plain' ? INK.text : INK[tone], bold: true, width }),
    text(x, PANEL.top + 84, note, { size: 15, fill: INK.dim, width }),
  ];
}

function bars({ bars: { shown, more }, barTime, ticks }: Card): readonly string[] {
  if (shown.length === 0)
    return [text(MARGIN, BARS_TOP + 40, 'No bid was seen in this time.', { size: 19, fill: INK.dim, width: INNER })];
  const row = Math.min(ROW_MAX, (BARS_BOTTOM - BARS_TOP) / shown.length);
  const bottom = BARS_TOP + row * shown.length;
  const size = Math.min(17, Math.floor(row * 0.7));
  return [
    ...ticks.flatMap((tick) => axis(tick, bottom)),
    ...shown.flatMap(({ name, stretches }, n) => {
      const middle = BARS_TOP + row * (n + 0.5);
      return [
        text(MARGIN, middle + size * 0.35, name, { size, width: BARS_X - MARGIN - 16 }),
        element(
          'g',
          {},
          barParts(stretches, barTime, COLUMNS)
            .map(({ from, to, kind }) => stretch(BARS_X + from * COLUMN, middle, (to - from) * COLUMN, row, kind))
            .join(''),
        ),
      ];
    }),
    ...(more > 0
      ? [text(MARGIN, bottom + 20, `and ${more} more`, { size: 15, fill: INK.dim, width: BARS_X - MARGIN - 16 })]
      : []),
  ];
}

/** A time in which a bid stood in one way; what is not known has a broken line in its middle. */
function stretch(x: number, middle: number, width: number, row: number, kind: BarKind): string {
  const { fill, height } = KINDS[kind];
  const shape = rect(x, middle - (row * height) / 2, width, row * height, { fill });
  if (kind !== 'unknown') return shape;
  const line = { x1: rounded(x), x2: rounded(x + width), y1: rounded(middle), y2: rounded(middle) };
  return shape + element('line', { ...line, stroke: INK.dim, 'stroke-dasharray': '3 5' });
}

const TICK_SIZE = 14;

/** A time below the bars, where it has room, and a line through them. */
function axis({ at, label }: Tick, bottom: number): readonly string[] {
  const x = rounded(BARS_X + at * BARS_WIDTH);
  const half = (label.length * TICK_SIZE * ADVANCE) / 2;
  return [
    element('line', { x1: x, x2: x, y1: BARS_TOP, y2: rounded(bottom), stroke: INK.panel }),
    x - half < BARS_X - 20 || x + half > WIDTH - MARGIN + 8
      ? ''
      : text(x - half, bottom + 20, label, { size: TICK_SIZE, fill: INK.dim, width: 100 }),
  ];
}

/** What the kinds of bars mean, in a line. */
function legend(): readonly string[] {
  let x = BARS_X;
  return LEGEND.flatMap((kind) => {
    const { word } = KINDS[kind];
    const left = x;
    const width = word.length * LEGEND_SIZE * ADVANCE + 1;
    x += 32 + width + 32;
    return [stretch(left, 551, 24, 22, kind), text(left + 32, 556, word, { size: LEGEND_SIZE, fill: INK.dim, width })];
  });
}

const LEGEND_SIZE = 15;

function foot({ known, bars: { shown }, notes }: Card): readonly string[] {
  return [
    ...(shown.length === 0 ? [] : legend()),
    ...(known === null
      ? [text(MARGIN, 320, notes.join(' '), { size: 26, width: INNER })]
      : [notes.slice(0, 1), notes.slice(1)].map((line, n) =>
          text(MARGIN, 584 + n * 20, line.join(' '), { size: 14, fill: INK.dim, width: INNER - 130 }),
        )),
    text(WIDTH - MARGIN, 604, 'spotdeck', { size: 17, fill: INK.dim, bold: true, end: true, width: 200 }),
  ];
}
