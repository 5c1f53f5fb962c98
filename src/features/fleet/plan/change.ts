import type { Bid } from '../../../contract/bid.ts';
import type { NewVolume, Volume } from '../../../contract/volume.ts';
import type { Money } from '../../../lib/money.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import type { Context } from '../../../resources/context.ts';
import { stoppingOn } from '../../../resources/parts/joins.ts';
import type { Exposure } from '../../../resources/resource.ts';
import type { FileVolume } from '../file/fleet-file.ts';
import type { FieldChange, Remark, WantedBid, WantedVolume } from './wanted.ts';

export type Change =
  | { readonly kind: 'create-volume'; readonly file: FileVolume; readonly body: NewVolume }
  | { readonly kind: 'place'; readonly wanted: WantedBid }
  | {
      readonly kind: 'change';
      readonly bid: Bid;
      readonly wanted: WantedBid;
      readonly fields: readonly FieldChange[];
      readonly price: boolean;
      /** Null when they stay. */
      readonly volumes: readonly WantedVolume[] | null;
    }
  | { readonly kind: 'pause'; readonly bid: Bid; readonly wanted: WantedBid }
  /** `price` is the one it resumes at. */
  | {
      readonly kind: 'resume';
      readonly bid: Bid;
      readonly wanted: WantedBid;
      readonly price: Money | null;
      readonly rule: string | null;
    }
  | {
      readonly kind: 'replace';
      readonly bid: Bid;
      readonly wanted: WantedBid;
      readonly fields: readonly FieldChange[];
      /** The new bid of an earlier run that did not yet cancel the old one. */
      readonly placed: Bid | null;
    }
  /** Rows outside the file; an empty name for none. */
  | ({ readonly kind: 'other-bid'; readonly bid: Bid; readonly name: string } & Kept)
  | ({ readonly kind: 'other-volume'; readonly volume: Volume; readonly name: string } & Kept);

/** Why such a row always stays: a clause, or a sentence. */
type Kept = {
  readonly noFile: string | null;
  readonly kept: string | null;
};

/** The exact name of a change's row, or its identifier. */
export function exactNameOf(change: Change): string {
  if (change.kind === 'create-volume') return change.file.name;
  if (change.kind === 'other-volume') return change.name || change.volume.fid;
  return change.kind === 'other-bid' ? change.name || change.bid.fid : change.wanted.name;
}

export const nameOf = (change: Change): string => printableLine(exactNameOf(change));

/** Running instances that stop, as far as they are listed. */
export const stopsOf = (change: Change, context: Context): number =>
  isEnding(change) ? stoppingOn(change.bid.fid, context) : 0;

export const isEnding = (
  change: Change,
): change is Extract<Change, { readonly kind: 'pause' | 'replace' | 'other-bid' }> =>
  change.kind === 'pause' || change.kind === 'replace' || change.kind === 'other-bid';

/** The options of a run. */
export type Allowed = {
  readonly prune: boolean;
  readonly replace: boolean;
  readonly rules: boolean;
  /** Keys of changes; undefined for all. */
  readonly chosen?: ReadonlySet<string>;
  /** Exact names of rows; undefined for all. */
  readonly names?: ReadonlySet<string>;
};

export const ALL = { prune: true, replace: true, rules: true } as const satisfies Allowed;

/** Whether it only undoes a rule. */
export const isByRule = (change: Change): boolean => change.kind === 'resume' && change.rule !== null;

export const isInNoFile = (change: Change): boolean => 'noFile' in change && change.noFile !== null;

/** Stable while the difference lasts. */
export const keyOfChange = (change: Change): string => `${change.kind} ${keyOfRow(change)}`;

/** Null before the row exists. */
export const fidOf = (change: Change): string | null =>
  'bid' in change ? change.bid.fid : 'volume' in change ? change.volume.fid : null;

export const keyOfRow = (change: Change): string => fidOf(change) ?? `${change.kind} ${exactNameOf(change)}`;

export type Plan = {
  readonly changes: readonly Change[];
  /** With any of them nothing is sent. */
  readonly problems: readonly Remark[];
  /** Likely slips. */
  readonly warnings: readonly Remark[];
  /** Highest hourly cost of all bids that run. */
  readonly cost: { readonly before: Exposure; readonly after: Exposure };
};

/** Whether a change is carried out, or only shown. */
export function isAllowed(change: Change, { prune, replace, rules, chosen, names }: Allowed): boolean {
  if (names?.has(exactNameOf(change)) === false) return false;
  if (chosen?.has(keyOfChange(change)) === false) return false;
  switch (change.kind) {
    case 'replace':
      return replace;
    case 'resume':
      return rules || change.rule === null;
    case 'other-bid':
    case 'other-volume':
      // A row no file can name is not pruned.
      return prune && change.noFile === null && change.kept === null;
    default:
      return true;
  }
}
