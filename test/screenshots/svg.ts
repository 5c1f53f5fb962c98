import type { Cell } from '../driver/cells.ts';
import type { Screen } from '../driver/screen.ts';
import type { Wire } from '../driver/wire.ts';
import { familyFor } from './fonts.ts';
import { blend, type Palette, paint } from './palette.ts';
import { shapesOf } from './shapes.ts';

/** JetBrains Mono is 0.6 em wide and 1.32 em high: at 15 units a cell has whole units. */
const FONT_SIZE = 15;
const CELL = { width: 9, height: 20 };
const BASELINE = 15.5;
const PADDING = 16;

export type Drawing = {
  readonly svg: string;
  /** Characters without a font; their cells stay empty. */
  readonly missing: readonly string[];
};

type Looks = { readonly fg: string; readonly bg: string };

function looksOf({ style }: Cell, palette: Palette): Looks {
  const own = { fg: paint(style.fg, palette, palette.foreground), bg: paint(style.bg, palette, palette.background) };
  const { fg, bg } = style.inverse ? { fg: own.bg, bg: own.fg } : own;
  return { fg: style.dim ? blend(fg, bg, 0.55) : fg, bg };
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));
}

/** Pieces by attributes, each written once. */
class Pieces {
  readonly #byAttributes = new Map<string, string[]>();

  add(attributes: string, piece: string): void {
    const known = this.#byAttributes.get(attributes);
    if (known === undefined) this.#byAttributes.set(attributes, [piece]);
    else known.push(piece);
  }

  map<T>(draw: (attributes: string, pieces: readonly string[]) => T): T[] {
    return [...this.#byAttributes].map(([attributes, pieces]) => draw(attributes, pieces));
  }
}

type ShownScreen = Pick<Screen, 'size' | 'cells' | 'cursor'> & Pick<Wire, 'modes'>;

/** Draws rows one by one, so that unchanged ones stay. */
export function drawRows(
  screen: ShownScreen,
  palette: Palette,
): { readonly rows: readonly string[]; readonly missing: readonly string[] } {
  const missing = new Set<string>();
  const rows = Array.from({ length: screen.size().rows }, (_, row) => drawRow(screen, row, palette, missing));
  return { rows, missing: [...missing] };
}

function drawRow(screen: ShownScreen, row: number, palette: Palette, missing: Set<string>): string {
  const grounds = new Pieces();
  const paths = new Pieces();
  const letters = new Pieces();
  const texts: string[] = [];
  const top = PADDING + row * CELL.height;
  for (const cell of screen.cells(row)) {
    const box = { x: PADDING + cell.column * CELL.width, y: top, width: CELL.width * cell.width, height: CELL.height };
    const looks = looksOf(cell, palette);
    if (looks.bg !== palette.background)
      grounds.add(looks.bg, `M${box.x} ${top}h${box.width}v${box.height}h${-box.width}z`);
    if (cell.style.underline) paths.add(`fill="${looks.fg}"`, `M${box.x} ${top + 17.5}h${box.width}v1h${-box.width}z`);
    if (cell.style.strikethrough)
      paths.add(`fill="${looks.fg}"`, `M${box.x} ${top + 10}h${box.width}v1h${-box.width}z`);
    if (cell.text.trim() === '') continue;
    const shapes = shapesOf(cell.text, box);
    if (shapes !== null) {
      for (const { path, stroke, dashes, opacity } of shapes) {
        const faint = opacity === undefined ? '' : ` opacity="${opacity}"`;
        const dashed = dashes === undefined ? '' : ` stroke-dasharray="${dashes}"`;
        const line = `fill="none" stroke="${looks.fg}" stroke-width="${stroke}"${dashed}`;
        paths.add(stroke === undefined ? `fill="${looks.fg}"${faint}` : line, path);
      }
      continue;
    }
    const family = familyFor(cell.text);
    if (family === null) {
      missing.add(cell.text);
      continue;
    }
    const attributes = `fill="${looks.fg}"${cell.style.bold ? ' font-weight="700"' : ''}${cell.style.italic ? ' font-style="italic"' : ''}`;
    if (family === 'JetBrains Mono' && [...cell.text].length === 1) letters.add(attributes, `${box.x} ${cell.text}`);
    else texts.push(single(cell.text, family, box.x + box.width / 2, top + BASELINE, attributes));
  }
  return [
    ...grounds.map((fill, pieces) => `<path fill="${fill}" d="${pieces.join('')}"/>`),
    ...paths.map((attributes, pieces) => `<path ${attributes} d="${pieces.join('')}"/>`),
    ...letters.map((attributes, pieces) => line(pieces, top + BASELINE, attributes)),
    ...texts,
    ...cursor(screen, row, palette),
  ].join('\n');
}

/** A window with rounded corners around rows. */
export function windowOf(
  { columns, rows }: { readonly columns: number; readonly rows: number },
  palette: Palette,
  content: readonly string[],
): string {
  const width = columns * CELL.width + 2 * PADDING;
  const height = rows * CELL.height + 2 * PADDING;
  const window = `x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="JetBrains Mono, monospace" font-size="${FONT_SIZE}">`,
    `<rect ${window} fill="${palette.background}" stroke="${palette.edge}"/>`,
    ...content,
    '</svg>',
  ].join('\n');
}

export function drawScreen(screen: ShownScreen, palette: Palette): Drawing {
  const { rows, missing } = drawRows(screen, palette);
  return { svg: windowOf(screen.size(), palette, rows), missing };
}

/** Letters of one look in a row. Places keep columns exact, without ligatures for `->` or `!=`. */
function line(pieces: readonly string[], y: number, attributes: string): string {
  const places = pieces.map((piece) => piece.slice(0, piece.indexOf(' '))).join(' ');
  const letters = pieces.map((piece) => piece.slice(piece.indexOf(' ') + 1)).join('');
  return `<text x="${places}" y="${y}" ${attributes}>${escaped(letters)}</text>`;
}

/** Other fonts and combining marks stand in the middle of their cell. */
function single(text: string, family: string, middle: number, y: number, attributes: string): string {
  return `<text x="${middle}" y="${y}" text-anchor="middle" font-family="${family}" ${attributes}>${escaped(text)}</text>`;
}

function cursor(screen: ShownScreen, at: number, palette: Palette): string[] {
  const { row, column } = screen.cursor();
  if (!screen.modes().cursorVisible || row !== at) return [];
  const place = `x="${PADDING + column * CELL.width}" y="${PADDING + row * CELL.height}"`;
  return [`<rect ${place} width="${CELL.width}" height="${CELL.height}" fill="${palette.foreground}" opacity="0.6"/>`];
}
