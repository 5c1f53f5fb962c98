import type { ContextSource } from '../../../resources/context.ts';
import { type ConsoleState, drawnLists } from '../../../store/state.ts';
import type { PausedByRules } from '../../rules/paused-by-rules.ts';
import type { FleetFile } from '../file/fleet-file.ts';
import type { Change, Plan } from '../plan/change.ts';

/** How a row differs from the file, in words. */
export type Drift = {
  /** For a column: what the file wants, as far as there is room. */
  readonly short: string;
  /** The whole difference, old and new. */
  readonly whole: string;
  /** The line of the file; null for what is not in it. */
  readonly line: number | null;
  /** Whether all of it is that a rule has paused the row. */
  readonly isByRule: boolean;
};

export type Drifts = ReadonlyMap<string, Drift>;

/** How the fleet file of a console compares with its rows. */
export type Comparison =
  | { readonly kind: 'no-file' }
  | NotCompared
  | {
      readonly kind: 'compared';
      readonly file: FleetFile;
      readonly changes: readonly Change[];
      readonly problems: Plan['problems'];
      /** How rows differ from the file, by their identifiers. */
      readonly drifts: Drifts;
    };

/** Sentences that say why nothing is compared, and what it is for: it comes by itself, the file is wrong, or a list can't be read whole. */
export type NotCompared = {
  readonly kind: 'not-compared';
  readonly lines: readonly string[];
  readonly because: 'waits' | 'file' | 'list';
};

/** The state and the lists that a file is compared with: the drawn ones, or the live ones for writes. */
export type Compared = Pick<ContextSource, 'state' | 'lists'>;

/** A fleet file that was read and is right in itself. `compare` comes with it: a command that prints a list does without what it needs. */
export type ReadFleet = {
  readonly kind: 'read';
  readonly path: string;
  readonly text: string;
  readonly file: FleetFile;
  readonly compare: (file: FleetFile, compared: Compared) => Comparison;
};

/** The fleet file of the shown profile, as far as it is read. */
export type KnownFleet =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly path: string }
  | ReadFleet
  /** It can't be read, or is wrong: sentences with the line. */
  | { readonly kind: 'wrong'; readonly path: string; readonly lines: readonly string[] };

declare module '../../../store/state.ts' {
  interface ConsoleState {
    /** The fleet file of the shown profile; without it there is none. */
    readonly knownFleet?: KnownFleet;
    /** The rules that have paused bids of the shown project, or why that is not known; without it the journal is not read yet. */
    readonly pausedByRules?: PausedByRules | string;
  }
}

const NONE: KnownFleet = { kind: 'none' };
const NO_FILE: Comparison = { kind: 'no-file' };

export const knownFleetOf = ({ knownFleet = NONE }: Pick<ConsoleState, 'knownFleet'>): KnownFleet => knownFleet;

/** The rules that have paused bids, where that is known: before it is, nothing is compared. */
export const pausedByRulesOf = ({ pausedByRules }: Pick<ConsoleState, 'pausedByRules'>): PausedByRules =>
  pausedByRules === undefined || typeof pausedByRules === 'string' ? NOBODY : pausedByRules;

const NOBODY: PausedByRules = new Map();

/** The name of the file without its folders, for the header and titles. */
export const fileNameOf = ({ path }: { readonly path: string }): string => path.split(/[/\\]/).at(-1) ?? path;

/** The comparison with some lists; the same object until the file or a row has changed. */
export function comparisonIn(compared: Compared): Comparison {
  const known = knownFleetOf(compared.state);
  switch (known.kind) {
    case 'none':
      return NO_FILE;
    case 'reading':
      return { kind: 'not-compared', lines: [`${fileNameOf(known)} is being read.`], because: 'waits' };
    case 'wrong':
      return { kind: 'not-compared', lines: known.lines, because: 'file' };
    case 'read':
      return known.compare(known.file, compared);
  }
}

/** The comparison with the drawn rows. */
export const drawnComparison = (state: ConsoleState): Comparison => comparisonIn({ state, lists: drawnLists(state) });
