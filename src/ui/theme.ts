import type { Tone } from '../resources/resource.ts';

/** Where a text stands: it decides the ground that its tone is seen against. */
export type Ground = 'plain' | 'cursor' | 'dimmed';

/** What makes a text stand out for a moment: it has changed, or a filter looks for it. */
export type Standing = { readonly changed: boolean; readonly found: boolean };

/**
 * How tones look. `open` is the escape sequence (SGR) that begins a tone on a ground; every one first takes back
 * what was before, so that texts can follow each other without end marks.
 */
export type Theme = {
  readonly open: (tone: Tone, ground?: Ground, stands?: Standing) => string;
  readonly close: string;
};

const sgr = (...codes: readonly number[]): string => `\u001b[${[0, ...codes].join(';')}m`;

const BOLD = 1;
const DIM = 2;
const INVERSE = 7;
const UNDERLINE = 4;

const USUAL: Standing = { changed: false, found: false };

type Tones = Readonly<Record<Tone, readonly number[]>>;

/** The terminal's own sixteen colours, so that its palette is respected. */
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

/** On the cursor's blue every colour is set, so that it can be read whatever the terminal's ground is. */
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

/** The same in colours that no terminal's palette changes, where there are 256: in a light palette blue and green are too near. */
const GROUND_256 = [48, 5, 24];
const CURSOR_256: Tones = {
  plain: [...GROUND_256, 38, 5, 255],
  dim: [...GROUND_256, 38, 5, 250],
  strong: [...GROUND_256, 38, 5, 231, BOLD],
  good: [...GROUND_256, 38, 5, 120],
  busy: [...GROUND_256, 38, 5, 123],
  warn: [...GROUND_256, 38, 5, 222],
  bad: [...GROUND_256, 38, 5, 217, BOLD],
  accent: [...GROUND_256, 38, 5, 159, BOLD],
};

/** How many colours the terminal is to be given. */
export type Colours = 'none' | '16' | '256';

/** Sixteen colours, or none: without colour the cursor is inverse, trouble is bold, and signs and words tell the rest. */
export function themeFor(colours: Colours): Theme {
  const cursor = colours === '256' ? CURSOR_256 : CURSOR_16;
  const open = (tone: Tone, ground: Ground = 'plain', { changed, found }: Standing = USUAL): string => {
    const line = found ? [UNDERLINE] : [];
    if (ground === 'dimmed') return colours === 'none' ? sgr(DIM) : sgr(90);
    if (colours === 'none') return sgr(...mono(tone, ground), ...(changed || found ? [UNDERLINE] : []));
    return sgr(...(ground === 'cursor' ? cursor : PLAIN)[tone], ...(changed ? [INVERSE] : []), ...line);
  };
  return { open, close: sgr() };
}

function mono(tone: Tone, ground: Ground): readonly number[] {
  const weight = tone === 'bad' || tone === 'strong' || tone === 'accent' || tone === 'warn' ? [BOLD] : [];
  if (ground === 'cursor') return [INVERSE, ...weight];
  return tone === 'dim' ? [DIM] : weight;
}
