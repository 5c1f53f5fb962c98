import type { ConsoleState } from '../../../store/state.ts';
import type { PausedByRules } from '../../rules/paused-by-rules.ts';
import type { FleetFile } from '../file/fleet-file.ts';

/** The fleet file of the shown profile, as far as it is read. */
export type KnownFleet =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly path: string }
  | { readonly kind: 'read'; readonly path: string; readonly text: string; readonly file: FleetFile }
  /** It can't be read, or is wrong: sentences with the line. */
  | { readonly kind: 'wrong'; readonly path: string; readonly lines: readonly string[] };

/** A fleet file that was read and is right in itself. */
export type ReadFleet = Extract<KnownFleet, { readonly kind: 'read' }>;

declare module '../../../store/state.ts' {
  interface ConsoleState {
    /** The fleet file of the shown profile; without it there is none. */
    readonly knownFleet?: KnownFleet;
    /** The rules that have paused bids of the shown project; without it none are known. */
    readonly pausedByRules?: PausedByRules;
  }
}

const NONE: KnownFleet = { kind: 'none' };
const NOBODY: PausedByRules = new Map();

export const knownFleetOf = ({ knownFleet = NONE }: Pick<ConsoleState, 'knownFleet'>): KnownFleet => knownFleet;

export const pausedByRulesOf = ({ pausedByRules = NOBODY }: Pick<ConsoleState, 'pausedByRules'>): PausedByRules =>
  pausedByRules;

/** The name of the file without its folders, for the header and titles. */
export const fileNameOf = ({ path }: { readonly path: string }): string => path.split(/[/\\]/).at(-1) ?? path;
