import type { Color } from '../driver/cells.ts';

/** Colours as `#rrggbb`. */
export type Palette = {
  readonly background: string;
  readonly foreground: string;
  readonly edge: string;
  /** Black, red, green, yellow, blue, magenta, cyan, white, and the bright eight. */
  readonly ansi: readonly string[];
};

export const palettes = {
  dark: {
    background: '#14171f',
    foreground: '#d3d8e2',
    edge: '#323846',
    ansi: [
      ...['#2b303c', '#ef7079', '#8ecb7c', '#e5be6b', '#3b6fc0', '#c288ee', '#5cc8ce', '#c4cad6'],
      ...['#6d7689', '#ff8e96', '#a7e296', '#f4d689', '#91beff', '#d7a6ff', '#82e0e5', '#ffffff'],
    ],
  },
  light: {
    background: '#fbfbf8',
    foreground: '#2d323b',
    edge: '#d4d6da',
    ansi: [
      ...['#2d323b', '#c3333e', '#3a8226', '#976900', '#2962c2', '#8b3db6', '#0b7983', '#d8dadf'],
      ...['#7a808b', '#d74953', '#4a9a34', '#ad7b09', '#3d78de', '#9f53cd', '#19919c', '#ffffff'],
    ],
  },
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;

/** Levels of the 6 × 6 × 6 cube. */
const levels = [0, 95, 135, 175, 215, 255];

function hex(...parts: readonly number[]): string {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** `inherited` is the terminal's own colour. */
export function paint(color: Color, palette: Palette, inherited: string): string {
  if (color === 'default') return inherited;
  if (typeof color === 'string') return color;
  if (color < 16) return palette.ansi[color] ?? inherited;
  if (color >= 232) return hex(...Array<number>(3).fill(8 + (color - 232) * 10));
  const cube = color - 16;
  const [red = 0, green = 0, blue = 0] = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(
    (part) => levels[part] ?? 0,
  );
  return hex(red, green, blue);
}

/** `share` of one colour and the rest of the other. */
export function blend(one: string, other: string, share: number): string {
  const channel = (color: string, place: number): number =>
    Number.parseInt(color.slice(1 + place * 2, 3 + place * 2), 16);
  return hex(...[0, 1, 2].map((place) => channel(one, place) * share + channel(other, place) * (1 - share)));
}
