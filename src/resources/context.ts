import type { ListedRow } from '../api/result.ts';
import type { ApiKey } from '../contract/api-key.ts';
import type { Bid } from '../contract/bid.ts';
import type { Instance } from '../contract/instance.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Money } from '../lib/money.ts';
import type { Tone } from './cell.ts';
import type { Glyphs } from './glyphs.ts';
import type { Rows } from './rows.ts';

/** The suggested limit prices would have held for these shares of the time. */
export const SHARES = { often: 0.9, mostly: 0.99 } as const;
export type Share = keyof typeof SHARES;

export type Advice = {
  /** The same in shorter and shorter forms: the first that fits is shown. */
  readonly texts: readonly [string, ...string[]];
  readonly tone: Tone;
  readonly values: { readonly [Each in Share]: string | null };
  /** Why there are no values. */
  readonly why: string | null;
};

/** A type in a region, by identifiers, and the currency of the bid when it has a price. */
export type PricedPair = { readonly type: string; readonly region: string; readonly sign: string | null };

export const pairOf = ({ instance_type, region, limit_price }: Bid): PricedPair => ({
  type: instance_type ?? '',
  region: region ?? '',
  sign: limit_price?.amount?.sign ?? null,
});

/** A write of this console whose outcome the rows don't show yet. */
export type PendingChange = {
  readonly label: string;
  /** Null before the service has accepted it. */
  readonly acceptedMs: number | null;
  readonly price: string | null;
};

/** An accepted change may be followed by another. */
export const isInProgress = (fid: string, { pending }: Pick<Context, 'pending'>): boolean => {
  const change = pending(fid);
  return change !== null && change.acceptedMs === null;
};

export type Aliases = ReadonlyMap<string, string>;

/** The instances of one bid; `charged` counts preempted and stopping ones, too. */
export type OfBid = { readonly all: readonly Instance[]; readonly running: number; readonly charged: number };

/** Extended by the room of contexts. */
export interface ContextSource {
  readonly now: number;
}

/** The rows, by fid, behind values of features. */
export type Revision = OwnValue<[], ReadonlyMap<string, unknown>>;

/** A value of a feature, and its own key: `context.own(reachOf, fid)`. */
export type OwnValue<Input extends readonly unknown[], Value> = {
  readonly of: (source: ContextSource, ...input: Input) => Value;
  /** Results hold while this is the same map. Without one the value may change at any time. */
  readonly revision?: Revision;
  /** Filters and sums follow the value's age, but no order does. */
  readonly ageing?: OwnValue<[], unknown>;
};

/** In milliseconds: `slackMs` is by how much it may be less. `unknown`: nothing shows when it began. */
export type TimeLeft =
  | { readonly kind: 'known'; readonly leftMs: number; readonly slackMs: number }
  | { readonly kind: 'overdue'; readonly byMs: number }
  | { readonly kind: 'unknown' };

/** Everything a cell or an action may read apart from its own row. */
export type Context = {
  readonly now: number;
  readonly profile: string;
  readonly project: string;
  readonly projects: readonly string[];
  /** Per hour. */
  readonly budget: Money | null;
  readonly aliases: Aliases;
  readonly glyphs: Glyphs;
  readonly rowsOf: <Name extends ServiceList>(name: Name) => ReadonlyMap<string, ListedRow<Rows[Name]>>;
  readonly rowOf: <Name extends ServiceList>(name: Name, fid: string) => ListedRow<Rows[Name]> | undefined;
  /** By the instances list; the same object while they are unchanged. */
  readonly instancesOf: (bid: string) => OfBid;
  /** Before a list is read, missing rows mean nothing. */
  readonly isRead: (name: ServiceList) => boolean;
  readonly unreadableIn: (name: ServiceList) => number;
  readonly hasMore: (name: ServiceList) => boolean;
  readonly pending: (fid: string) => PendingChange | null;
  /** Null without a preemption. */
  readonly preemption: (fid: string) => TimeLeft | null;
  /** The limit price before somebody else raised it. */
  readonly raisedFrom: (fid: string) => Money | null;
  /** The fingerprints of the SSH keys whose private half is on this machine. */
  readonly localSshKeys: ReadonlySet<string>;
  /** Whether this console is signed in with it, by the key's snippet. */
  readonly signedInWith: (key: ApiKey) => boolean;
  readonly remarks: Required<Remarks>;
  readonly own: <Input extends readonly unknown[], Value>(value: OwnValue<Input, Value>, ...input: Input) => Value;
};

export type Remarks = {
  /** `, and it is busy`, behind stopping instances. */
  readonly onStopping?: (stopping: readonly Instance[], context: Context) => string;
  readonly onPrice?: (pairs: readonly PricedPair[], typed: string, context: Context) => Advice | null;
};
