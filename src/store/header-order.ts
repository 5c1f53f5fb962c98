import type { Tone } from '../resources/cell.ts';
import type { ConsoleState } from './state.ts';

/** A text of the header with its tone. */
export type HeaderText = { readonly text: string; readonly tone?: Tone };

/** A text in three lengths; empty when there is nothing to show. */
export type Lengths = { readonly short: string; readonly medium: string; readonly long: string };

export const NOTHING: Lengths = { short: '', medium: '', long: '' };

/** A part of the header in three lengths; one without texts is left out. */
export type Part = Readonly<Record<keyof Lengths, readonly HeaderText[]>>;

export const toned = ({ short, medium, long }: Lengths, tone: Tone): Part => ({
  short: [{ text: short, tone }],
  medium: [{ text: medium, tone }],
  long: [{ text: long, tone }],
});

/** Status of the connection; `medium` and `brief` are its texts where there is little room. */
export type HeaderStatus = {
  readonly text: string;
  readonly medium: string;
  readonly brief: string;
  readonly tone: Tone;
};

/** The parts that every header has, from left to right. */
export const HEADER_PARTS = [
  'name',
  'badges',
  'place',
  'connection',
  'preempting',
  'counts',
  'cost',
  'committed',
] as const;
export type HeaderPart = (typeof HEADER_PARTS)[number];

/**
 * What the header shows as it gets wider, most important first: each step gives a part, or the gaps between parts, a length.
 * The first four fit on 40 columns, and the first six on 60.
 */
export const HEADER_STEPS = [
  ['badges', 'short'],
  ['connection', 'short'],
  ['preempting', 'short'],
  ['cost', 'short'],
  // Counts and costs are as old as the rest.
  ['connection', 'medium'],
  ['name', 'long'],
  ['counts', 'short'],
  ['badges', 'long'],
  ['preempting', 'long'],
  ['connection', 'long'],
  ['gaps', 'medium'],
  ['cost', 'medium'],
  ['counts', 'medium'],
  ['place', 'short'],
  ['cost', 'long'],
  // Running instances over time, then their cost, too.
  ['sparklines', 'short'],
  ['sparklines', 'long'],
  ['gaps', 'long'],
  ['counts', 'long'],
  ['place', 'long'],
  ['committed', 'long'],
] as const;
export type HeaderStep = (typeof HEADER_STEPS)[number];

/** A part of the header that a feature brings. */
export type OwnHeaderPart = {
  readonly name: string;
  /** The part that it stands behind, after those of the features before. */
  readonly behind: HeaderPart;
  /** For each of its lengths the step after which it is taken. */
  readonly steps: { readonly [Length in keyof Lengths]?: HeaderStep };
  readonly texts: (state: ConsoleState) => Part;
  /** The command that a click on it runs. */
  readonly command: string;
};

/** A word of warning beside the name: it never drops, however small the screen. */
export type Badge = { readonly short: string; readonly long: string; readonly tone: Tone };

/** What a feature brings to the header. */
export type OwnHeader = {
  readonly parts?: readonly OwnHeaderPart[];
  /** The first badges: what the console does or shows. */
  readonly badges?: (state: ConsoleState) => readonly Badge[];
  /** Badges beside that of the budget per hour. */
  readonly budgets?: (state: ConsoleState) => readonly Badge[];
  /** What stands in place of the status of the connection; null when the status does. */
  readonly status?: (state: ConsoleState, status: HeaderStatus) => HeaderStatus | null;
  /** Commands that a click on a part which every header has runs. */
  readonly commands?: { readonly [Name in HeaderPart]?: string };
};
