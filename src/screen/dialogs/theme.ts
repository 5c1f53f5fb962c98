import { printableLine } from '../../lib/sanitize.ts';
import type { Tone } from '../../resources/cell.ts';
import type { Colours, ThemeName } from '../../store/defaults.ts';
import type { Segment } from './line.ts';

export type Background = 'plain' | 'cursor' | 'dimmed';

export type Emphasis = { readonly changed: boolean; readonly found: boolean };

/** Of the 256 colours; no terminal's palette changes these. */
export type Canvas = { readonly text: number; readonly background: number };

/** `sgr` begins a tone on a background. It resets the one before, so texts need no end marks. */
export type Theme = {
  /** Null leaves the terminal's own colours. */
  readonly canvas: Canvas | null;
  readonly sgr: (tone: Tone, background?: Background, stands?: Emphasis) => string;
  readonly reset: string;
  /** The name alone is a few bytes a step, for a slow line. */
  readonly cursorOn: 'row' | 'name';
};

const sgr = (...codes: readonly number[]): string => `\u001b[${[0, ...codes].join(';')}m`;

const BOLD = 1;
const DIM = 2;
const INVERSE = 7;
const UNDERLINE = 4;

const USUAL: Emphasis = { changed: false, found: false };

type Tones = Readonly<Record<Tone, readonly number[]>>;

/** The terminal's sixteen colours, as its palette has them. */
const PLAIN: Tones = {
  plain: [],
  dim: [90],
  strong: [BOLD],
  good: [32],
  busy: [36],
  warn: [33],
  bad: [91, BOLD],
  accent: [36, BOLD],
};

/** Each sets both colours, so it is readable on any background. */
const CURSOR_16: Tones = {
  plain: [44, 97],
  dim: [44, 37],
  strong: [44, 97, BOLD],
  good: [44, 92],
  busy: [44, 96],
  warn: [44, 93],
  bad: [44, 93, BOLD],
  accent: [44, 96, BOLD],
};

export type Themes = Readonly<Record<ThemeName, Theme>>;

type ThemeColours = { readonly plain: Tones; readonly cursor: Tones; readonly canvas: Canvas | null };

/** A number among the 256 colours for each tone. */
type Palette = Readonly<Record<Exclude<Tone, 'plain'> | 'text', number>>;

/** Tones of a palette; `base` sets the background first. */
function tonesOf({ text, dim, strong, good, busy, warn, bad, accent }: Palette, base: readonly number[] = []): Tones {
  const colour = (number: number, ...more: readonly number[]): readonly number[] => [...base, 38, 5, number, ...more];
  return {
    plain: colour(text),
    dim: colour(dim),
    strong: colour(strong, BOLD),
    good: colour(good),
    busy: colour(busy),
    warn: colour(warn),
    bad: colour(bad, BOLD),
    accent: colour(accent, BOLD),
  };
}

const coloursOf = (palette: Palette, background: number, cursor: number, onCursor: Palette): ThemeColours => ({
  canvas: { text: palette.text, background },
  plain: tonesOf(palette),
  cursor: tonesOf(onCursor, [48, 5, cursor]),
});

/** No palette changes these; with sixteen colours, blue and green can be too close. */
const CURSOR_256 = tonesOf(
  { text: 255, dim: 250, strong: 231, good: 120, busy: 123, warn: 222, bad: 217, accent: 159 },
  [48, 5, 24],
);

const DARK: Palette = { text: 252, dim: 245, strong: 231, good: 114, busy: 80, warn: 221, bad: 210, accent: 117 };
const LIGHT: Palette = { text: 236, dim: 242, strong: 16, good: 22, busy: 24, warn: 94, bad: 124, accent: 25 };
const BRIGHT: Palette = { text: 231, dim: 255, strong: 231, good: 120, busy: 123, warn: 226, bad: 224, accent: 159 };
const BLUE_ORANGE: Palette = {
  text: 252,
  dim: 246,
  strong: 231,
  good: 75,
  busy: 117,
  warn: 220,
  bad: 208,
  accent: 153,
};
const MUTED: Palette = { text: 247, dim: 243, strong: 230, good: 106, busy: 37, warn: 136, bad: 203, accent: 39 };
const PALE: Palette = { text: 230, dim: 187, strong: 231, good: 192, busy: 159, warn: 229, bad: 224, accent: 195 };

const BLACK = 16;
const WHITE = 231;
const DARK_GREY = 234;

/** With fewer colours the terminal's own replace them. */
const THEME_COLOURS: Readonly<Record<Exclude<ThemeName, 'terminal' | 'thin' | 'mono'>, ThemeColours>> = {
  dark: coloursOf(DARK, DARK_GREY, 24, BRIGHT),
  light: coloursOf(LIGHT, WHITE, 195, LIGHT),
  'high-contrast': coloursOf(BRIGHT, BLACK, 18, BRIGHT),
  'colour-blind': coloursOf(BLUE_ORANGE, DARK_GREY, 24, { ...BRIGHT, good: 159, bad: 223 }),
  solarized: coloursOf(MUTED, DARK_GREY, 23, PALE),
};

function coloursFor(colours: Colours, name: ThemeName): ThemeColours | null {
  if (colours === 'none' || name === 'mono') return null;
  if (name === 'terminal' || name === 'thin' || colours === '16')
    return { plain: PLAIN, cursor: colours === '256' ? CURSOR_256 : CURSOR_16, canvas: null };
  return THEME_COLOURS[name];
}

/** Without colours the cursor is inverse, errors are bold, and words carry the rest. */
export function themeFor(colours: Colours, name: ThemeName = 'terminal'): Theme {
  const themeColours = coloursFor(colours, name);
  const open = (tone: Tone, background: Background = 'plain', { changed, found }: Emphasis = USUAL): string => {
    const line = found ? [UNDERLINE] : [];
    if (themeColours === null)
      return background === 'dimmed'
        ? sgr(DIM)
        : sgr(...mono(tone, background), ...(changed || found ? [UNDERLINE] : []));
    if (background === 'dimmed') return sgr(...themeColours.plain.dim);
    return sgr(
      ...(background === 'cursor' ? themeColours.cursor : themeColours.plain)[tone],
      ...(changed ? [INVERSE] : []),
      ...line,
    );
  };
  return {
    sgr: open,
    reset: sgr(),
    canvas: themeColours?.canvas ?? null,
    cursorOn: name === 'thin' ? 'name' : 'row',
  };
}

export function themesFor(colours: Colours): Themes {
  return {
    terminal: themeFor(colours, 'terminal'),
    thin: themeFor(colours, 'thin'),
    dark: themeFor(colours, 'dark'),
    light: themeFor(colours, 'light'),
    'high-contrast': themeFor(colours, 'high-contrast'),
    'colour-blind': themeFor(colours, 'colour-blind'),
    solarized: themeFor(colours, 'solarized'),
    mono: themeFor(colours, 'mono'),
  };
}

function mono(tone: Tone, background: Background): readonly number[] {
  const weight = tone === 'bad' || tone === 'strong' || tone === 'accent' || tone === 'warn' ? [BOLD] : [];
  if (background === 'cursor') return [INVERSE, ...weight];
  return tone === 'dim' ? [DIM] : weight;
}

/** Exactly as wide as its texts. Every text of the screen passes here, so no control character reaches the terminal. */
export function paint(segments: readonly Segment[], theme: Theme, background: Background = 'plain'): string {
  return (
    segments
      .map(({ text, tone = 'plain', changed = false, found = false }) =>
        text === '' ? '' : theme.sgr(tone, background, { changed, found }) + printableLine(text),
      )
      .join('') + theme.reset
  );
}
