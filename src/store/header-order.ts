import type { Tone } from '../resources/cell.ts';
import type { ConsoleState } from './state.ts';

export type HeaderText = { readonly text: string; readonly tone?: Tone };

/** Empty when there is nothing to show. */
export type Lengths = { readonly short: string; readonly medium: string; readonly long: string };

export const inAllLengths = (text: string): Lengths => ({ short: text, medium: text, long: text });
export const NOTHING = inAllLengths('');

/** A part without texts is left out. */
export type Part = Readonly<Record<keyof Lengths, readonly HeaderText[]>>;

export const toned = ({ short, medium, long }: Lengths, tone: Tone): Part => ({
  short: [{ text: short, tone }],
  medium: [{ text: medium, tone }],
  long: [{ text: long, tone }],
});

/** `medium` and `brief` are for little room. */
export type HeaderStatus = {
  readonly text: string;
  readonly medium: string;
  readonly brief: string;
  readonly tone: Tone;
};

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

/** As the header gets wider, most important first. The first four steps fit on 40 columns, the first six on 60. */
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
  // Running instances first, then their cost.
  ['sparklines', 'short'],
  ['sparklines', 'long'],
  ['gaps', 'long'],
  ['counts', 'long'],
  ['place', 'long'],
  ['committed', 'long'],
] as const;
export type HeaderStep = (typeof HEADER_STEPS)[number];

/** A part behind the cost. */
export type OwnHeaderPart = {
  readonly name: string;
  /** Each length follows this step. */
  readonly steps: { readonly [Length in keyof Lengths]?: HeaderStep };
  readonly texts: (state: ConsoleState) => Part;
  readonly command: string;
};

/** A warning beside the name, never dropped. */
export type Badge = { readonly short: string; readonly long: string; readonly tone: Tone };

export type OwnHeader = {
  readonly parts?: readonly OwnHeaderPart[];
  readonly badges?: (state: ConsoleState) => readonly Badge[];
  /** Beside the budget per hour. */
  readonly budgets?: (state: ConsoleState) => readonly Badge[];
  /** Replaces the status of the connection; null keeps it. */
  readonly status?: (state: ConsoleState, status: HeaderStatus) => HeaderStatus | null;
  readonly commands?: { readonly [Name in HeaderPart]?: string };
};
