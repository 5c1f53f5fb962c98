import { fittingSteps } from '../lib/fit-steps.ts';
import { widthOf } from '../lib/width.ts';
import { type HeaderPart, type HeaderText, headerTexts, type Part } from './header-parts.ts';
import type { ConsoleState } from './state.ts';

/** The parts of the header from left to right. */
const ORDER: readonly HeaderPart[] = [
  'name',
  'badges',
  'place',
  'connection',
  'preempting',
  'counts',
  'cost',
  'idle',
  'rules',
  'committed',
];

/** A part of the header as it is shown: `left` is its first column, counted from 0. */
export type PlacedPart = { readonly part: HeaderPart; readonly left: number; readonly texts: readonly HeaderText[] };

type Length = keyof Part;

/** Columns between parts. Name and badges follow each other directly. */
const GAPS: Readonly<Record<Length, number>> = { short: 1, medium: 2, long: 3 };
const WIDEST_GAP_TO_PLACE = 2;

/**
 * What the header shows as it gets wider, most important first: each step gives a part, or the gaps between parts, a length.
 * The first four fit on 40 columns, and the first six on 60.
 */
const STEPS: readonly (readonly [HeaderPart | 'gaps', Length])[] = [
  ['badges', 'short'],
  ['connection', 'short'],
  ['preempting', 'short'],
  ['cost', 'short'],
  // Counts and costs are as old as the rest.
  ['connection', 'medium'],
  ['name', 'long'],
  ['counts', 'short'],
  ['idle', 'short'],
  ['rules', 'short'],
  ['badges', 'long'],
  ['preempting', 'long'],
  ['connection', 'long'],
  ['gaps', 'medium'],
  ['cost', 'medium'],
  ['counts', 'medium'],
  ['place', 'short'],
  ['idle', 'medium'],
  ['cost', 'long'],
  ['gaps', 'long'],
  ['counts', 'long'],
  ['idle', 'long'],
  ['place', 'long'],
  ['rules', 'long'],
  ['committed', 'long'],
];

/** Returns the parts of the header that fit a width, from left to right, and whether nothing had to be shortened. */
export function headerParts(
  state: ConsoleState,
  width: number,
): { readonly parts: readonly PlacedPart[]; readonly isWhole: boolean } {
  const all = headerTexts(state);
  const place = (steps: typeof STEPS): readonly PlacedPart[] => placed(all, new Map(steps));
  const steps = fittingSteps(STEPS, width, (taken) => endOf(place(taken)));
  // The connection and the badges stay where not even they fit; the line is then cut.
  const taken = steps.length < 2 ? STEPS.slice(0, 2) : steps;
  return { parts: place(taken), isWhole: taken.length === STEPS.length };
}

function placed(
  all: Readonly<Record<HeaderPart, Part>>,
  lengths: ReadonlyMap<HeaderPart | 'gaps', Length>,
): readonly PlacedPart[] {
  const gap = GAPS[lengths.get('gaps') ?? 'short'];
  let left = 0;
  return ORDER.flatMap((part): readonly PlacedPart[] => {
    const length = lengths.get(part);
    const texts = length === undefined ? [] : all[part][length];
    const width = widthOfTexts(texts);
    if (width === 0) return [];
    const at =
      left + (part === 'name' || part === 'badges' ? 0 : part === 'place' ? Math.min(gap, WIDEST_GAP_TO_PLACE) : gap);
    left = at + width;
    return [{ part, left: at, texts }];
  });
}

const widthOfTexts = (texts: readonly HeaderText[]): number => texts.reduce((sum, { text }) => sum + widthOf(text), 0);

/** Returns the column after the last part. */
export function endOf(parts: readonly PlacedPart[]): number {
  const last = parts.at(-1);
  return last === undefined ? 0 : last.left + widthOfTexts(last.texts);
}
