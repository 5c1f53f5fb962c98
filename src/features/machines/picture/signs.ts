import { fittingSteps } from '../../../lib/width.ts';
import type { Tone } from '../../../resources/cell.ts';
import type { Glyphs } from '../../../resources/glyphs.ts';
import { type Segment, widthOfAll } from '../../../screen/dialogs/line.ts';
import type { KnownUse } from '../machine-words.ts';
import { AT_REST } from '../reading.ts';

/** A use as it is drawn: each kind has a sign of its own, so that it is read without colours too. */
export type Sign = { readonly text: string; readonly tone: Tone };

/** The tones of the quarters of a use: a GPU that works less than half of the time is one colour, and its shade says how much less. */
const TONES: readonly [Tone, Tone, Tone, Tone] = ['warn', 'warn', 'good', 'good'];

type Signs = {
  readonly rest: string;
  /** Quarters of a use, from the least. */
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

/** The quarter of a use, from 0. */
const quarterOf = (percent: number): 0 | 1 | 2 | 3 => (percent < 25 ? 0 : percent < 50 ? 1 : percent < 75 ? 2 : 3);

/** The sign of a use: a GPU at rest is a hole among the others. */
export function signOf(use: KnownUse, glyphs: Glyphs): Sign {
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

/** The cell under the cursor, in a number of columns. */
export const cursorSign = (size: 1 | 2, glyphs: Glyphs): Segment => ({
  text: signsOf(glyphs).cursor[size - 1] ?? '',
  tone: 'accent',
});

/** What the signs mean, as much of it as a width has room for. */
export function legendOf(glyphs: Glyphs, width: number): readonly Segment[] {
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
