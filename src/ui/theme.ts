import type { Tone } from '../resources/resource.ts';

/** Where a text stands: it decides the ground that its tone is seen against. */
export type Ground = 'plain' | 'cursor' | 'dimmed';

/**
 * How tones look. `open` is the escape sequence (SGR) that begins a tone on a ground; every one first takes back
 * what was before, so that texts can follow each other without end marks.
 */
export type Theme = {
  readonly open: (tone: Tone, ground?: Ground, changed?: boolean) => string;
  readonly close: string;
};

const sgr = (...codes: readonly number[]): string => `\u001b[${[0, ...codes].join(';')}m`;

const BOLD = 1;
const DIM = 2;
const INVERSE = 7;
const UNDERLINE = 4;

/** The terminal's own sixteen colours, so that its palette is respected. */
const PLAIN: Readonly<Record<Tone, readonly number[]>> = {
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
const CURSOR: Readonly<Record<Tone, readonly number[]>> = {
  plain: [44, 97],
  dim: [44, 37],
  strong: [44, 97, BOLD],
  good: [44, 92],
  busy: [44, 96],
  warn: [44, 93],
  bad: [44, 93, BOLD],
  accent: [44, 96, BOLD],
};

/** Sixteen colours, or none: without colour the cursor is inverse, trouble is bold, and signs and words tell the rest. */
export function themeFor(colours: boolean): Theme {
  const open = (tone: Tone, ground: Ground = 'plain', changed = false): string => {
    const more = changed ? [INVERSE] : [];
    if (ground === 'dimmed') return colours ? sgr(90) : sgr(DIM);
    if (!colours) return sgr(...mono(tone, ground), ...(changed ? [UNDERLINE] : []));
    return sgr(...(ground === 'cursor' ? CURSOR : PLAIN)[tone], ...more);
  };
  return { open, close: sgr() };
}

function mono(tone: Tone, ground: Ground): readonly number[] {
  const weight = tone === 'bad' || tone === 'strong' || tone === 'accent' || tone === 'warn' ? [BOLD] : [];
  if (ground === 'cursor') return [INVERSE, ...weight];
  return tone === 'dim' ? [DIM] : weight;
}
