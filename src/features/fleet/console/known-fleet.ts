import type { ContextSource } from '../../../resources/context.ts';
import { type ConsoleState, drawnLists } from '../../../store/state.ts';
import type { PausedByRules } from '../../rules/paused-by-rules.ts';
import type { FleetFile } from '../file/fleet-file.ts';
import type { Change, Plan } from '../plan/change.ts';

export type Drift = {
  /** For the column: the file's value, shortened. */
  readonly short: string;
  /** Old and new values. */
  readonly whole: string;
  /** Null for a row that is not in the file. */
  readonly line: number | null;
  /** Whether it is only a rule's pause. */
  readonly isByRule: boolean;
};

export type Drifts = ReadonlyMap<string, Drift>;

export type Comparison =
  | { readonly kind: 'no-file' }
  | NotCompared
  | {
      readonly kind: 'compared';
      readonly file: FleetFile;
      readonly changes: readonly Change[];
      readonly problems: Plan['problems'];
      /** By identifier of the row. */
      readonly drifts: Drifts;
    };

/** `waits` resolves by itself; `file` is a wrong file; `list` is a list not read whole. */
export type NotCompared = {
  readonly kind: 'not-compared';
  readonly lines: readonly string[];
  readonly because: 'waits' | 'file' | 'list';
};

/** With the drawn lists, or the live ones for writes. */
export type Compared = Pick<ContextSource, 'state' | 'lists'>;

/** `compare` comes with it, so that commands printing lists don't load it. */
export type ReadFleet = {
  readonly kind: 'read';
  readonly path: string;
  readonly file: FleetFile;
  readonly compare: (file: FleetFile, compared: Compared) => Comparison;
};

export type KnownFleet =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly path: string }
  | ReadFleet
  | { readonly kind: 'wrong'; readonly path: string; readonly lines: readonly string[] };

declare module '../../../store/state.ts' {
  interface ConsoleState {
    /** The fleet file of the shown profile; undefined for none. */
    readonly knownFleet?: KnownFleet;
    /** The bids paused by rules, or why they are not known; undefined before the journal is read. */
    readonly pausedByRules?: PausedByRules | string;
  }
}

const NONE: KnownFleet = { kind: 'none' };
const NO_FILE: Comparison = { kind: 'no-file' };

export const knownFleetOf = ({ knownFleet = NONE }: Pick<ConsoleState, 'knownFleet'>): KnownFleet => knownFleet;

export const pausedByRulesOf = ({ pausedByRules }: Pick<ConsoleState, 'pausedByRules'>): PausedByRules =>
  pausedByRules === undefined || typeof pausedByRules === 'string' ? NOBODY : pausedByRules;

const NOBODY: PausedByRules = new Map();

export const fileNameOf = ({ path }: { readonly path: string }): string => path.split(/[/\\]/).at(-1) ?? path;

/** The same object until the file or a row changes. */
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

export const drawnComparison = (state: ConsoleState): Comparison => comparisonIn({ state, lists: drawnLists(state) });
