import type { Bid } from '../../../contract/bid.ts';
import type { NewVolume, Volume } from '../../../contract/volume.ts';
import type { Money } from '../../../lib/money.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import type { Context } from '../../../resources/context.ts';
import { stoppingOn } from '../../../resources/parts/joins.ts';
import type { Exposure } from '../../../resources/resource.ts';
import type { FileVolume } from '../file/fleet-file.ts';
import type { Remark, WantedBid, WantedVolume } from './wanted.ts';

/** A field that differs, in words: what the service has, and what the file wants. */
export type FieldChange = { readonly field: string; readonly old: string; readonly now: string };

/** One difference between a file and the service. */
export type Change =
  | { readonly kind: 'create-volume'; readonly file: FileVolume; readonly body: NewVolume }
  | { readonly kind: 'place'; readonly wanted: WantedBid }
  | {
      readonly kind: 'change';
      readonly bid: Bid;
      readonly wanted: WantedBid;
      readonly fields: readonly FieldChange[];
      readonly price: boolean;
      /** All volumes it should have; null when they stay. */
      readonly volumes: readonly WantedVolume[] | null;
    }
  | { readonly kind: 'pause'; readonly bid: Bid; readonly wanted: WantedBid }
  /** At the price that it then has. `rule` is the name of the rule that has paused it. */
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
      /** The bid that is as the file wants it, when an earlier run has placed it and not yet cancelled the old one. */
      readonly placed: Bid | null;
    }
  /** What is not in the file, with its exact name: empty for none. */
  | ({ readonly kind: 'other-bid'; readonly bid: Bid; readonly name: string } & Kept)
  | ({ readonly kind: 'other-volume'; readonly volume: Volume; readonly name: string } & Kept);

/** Why a row that is not in the file stays in any case. */
type Kept = {
  /** Why no file can have it, as a clause. */
  readonly noFile: string | null;
  /** Why it can't be deleted, as a sentence. */
  readonly kept: string | null;
};

/** The exact name of the row that a change is about, or its identifier. */
export function exactNameOf(change: Change): string {
  if (change.kind === 'create-volume') return change.file.name;
  if (change.kind === 'other-volume') return change.name || change.volume.fid;
  return change.kind === 'other-bid' ? change.name || change.bid.fid : change.wanted.name;
}

/** The same as it can be shown. */
export const nameOf = (change: Change): string => printableLine(exactNameOf(change));

/** The number of running instances that stop with a change, as far as the list of instances shows them. */
export const stopsOf = (change: Change, context: Context): number =>
  isEnding(change) ? stoppingOn(change.bid.fid, context) : 0;

/** Whether what runs on a bid stops with a change. */
export const isEnding = (
  change: Change,
): change is Extract<Change, { readonly kind: 'pause' | 'replace' | 'other-bid' }> =>
  change.kind === 'pause' || change.kind === 'replace' || change.kind === 'other-bid';

/** Whether a run may end what the file does not name, replace what can't be changed, and resume what a rule has paused. */
export type Allowed = {
  readonly prune: boolean;
  readonly replace: boolean;
  readonly rules: boolean;
  /** The changes that were chosen, by their keys; without it all. */
  readonly chosen?: ReadonlySet<string>;
  /** The exact names of the rows that were chosen; without it all. */
  readonly names?: ReadonlySet<string>;
};

/** All that differs, also what `apply` leaves unless it is asked for it. */
export const ALL = { prune: true, replace: true, rules: true } as const satisfies Allowed;

/** Whether a change would only undo what a rule does. */
export const isByRule = (change: Change): boolean => change.kind === 'resume' && change.rule !== null;

/** Whether a row is not in the file because no file can have it. */
export const isInNoFile = (change: Change): boolean => 'noFile' in change && change.noFile !== null;

/** What one change is known by as long as the file and the service differ in it. */
export const keyOfChange = (change: Change): string => `${change.kind} ${keyOfRow(change)}`;

/** The identifier of the row of a change; null while it is not there. */
export const fidOf = (change: Change): string | null =>
  'bid' in change ? change.bid.fid : 'volume' in change ? change.volume.fid : null;

/** What the row of a change is known by: its identifier, or its name in the file while it is not there. */
export const keyOfRow = (change: Change): string => fidOf(change) ?? `${change.kind} ${exactNameOf(change)}`;

/** How a file and the service differ. */
export type Plan = {
  readonly changes: readonly Change[];
  /** What makes the file impossible: with any of them nothing is sent. */
  readonly problems: readonly Remark[];
  /** What may be a slip. */
  readonly warnings: readonly Remark[];
  /** The highest cost per hour of all bids that are not paused: now, and as the file wants it. */
  readonly cost: { readonly before: Exposure; readonly after: Exposure };
};

/** Whether a change is carried out, or only told. */
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
      // What a file can't name it does not prune.
      return prune && change.noFile === null && change.kept === null;
    default:
      return true;
  }
}
