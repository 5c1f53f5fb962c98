import type { ListedRow } from '../api/result.ts';
import type { ApiKey } from '../contract/api-key.ts';
import type { Instance } from '../contract/instance.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Money } from '../lib/money.ts';
import type { Advice, PricedPair } from './advice.ts';
import type { Glyphs } from './glyphs.ts';
import type { Rows } from './rows.ts';

/** A write of this console whose outcome the rows don't show yet. */
export type PendingChange = {
  readonly label: string;
  /** How long ago the service accepted it, in milliseconds; null before that. */
  readonly acceptedMs: number | null;
  /** The requested limit price, as sent. */
  readonly price: string | null;
};

/** Whether the last change to a row is still in progress: one that the service has accepted may be followed by another. */
export const isInProgress = (fid: string, { pending }: Pick<Context, 'pending'>): boolean => {
  const change = pending(fid);
  return change !== null && change.acceptedMs === null;
};

/** The operator's names of types, regions, projects and the like, by identifier. */
export type Aliases = ReadonlyMap<string, string>;

/** The instances of one bid, the number that runs, and of those that may be charged: also what is being preempted or stopped. */
export type OfBid = { readonly all: readonly Instance[]; readonly running: number; readonly charged: number };

/** What values of features are computed from: the room that makes contexts says what it has. */
export interface ContextSource {
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** What values were read from, by the fid of the row that each part of it is about. */
export type Revision = OwnValue<[], ReadonlyMap<string, unknown>>;

/** A value that a feature adds to what a cell or an action may read. It is its own key: `context.own(reachOf, fid)`. */
export type OwnValue<Input extends readonly unknown[], Value> = {
  readonly of: (source: ContextSource, ...input: Input) => Value;
  /** What it is read from: results that have read it hold while this is the same map. Without one it may change at any time. */
  readonly revision?: Revision;
  /** Changes as the value grows old: then filters and sums that have read it are computed again, but no order. */
  readonly ageing?: OwnValue<[], unknown>;
};

/** Time left of a preemption, in milliseconds: `slackMs` is by how much it may be less. `unknown`: nothing shows when it began. */
export type TimeLeft =
  | { readonly kind: 'known'; readonly leftMs: number; readonly slackMs: number }
  | { readonly kind: 'overdue'; readonly byMs: number }
  | { readonly kind: 'unknown' };

/** Everything a cell or an action may read apart from its own row. Times in milliseconds since 1970. */
export type Context = {
  readonly now: number;
  readonly profile: string;
  readonly project: string;
  /** The shown projects; new rows are created in one of them. */
  readonly projects: readonly string[];
  /** The operator's budget per hour; null without one. */
  readonly budget: Money | null;
  readonly aliases: Aliases;
  readonly glyphs: Glyphs;
  readonly rowsOf: <Name extends ServiceList>(name: Name) => ReadonlyMap<string, ListedRow<Rows[Name]>>;
  /** A row by its fid; undefined when it isn't listed. */
  readonly rowOf: <Name extends ServiceList>(name: Name, fid: string) => ListedRow<Rows[Name]> | undefined;
  /** The instances of a bid, by the instances list; the same object while they are unchanged. */
  readonly instancesOf: (bid: string) => OfBid;
  /** Whether a list has been read; before that, its missing rows mean nothing. */
  readonly isRead: (name: ServiceList) => boolean;
  /** The number of rows of a list that could not be read, and whether there are more that were not. */
  readonly unreadableIn: (name: ServiceList) => number;
  readonly hasMore: (name: ServiceList) => boolean;
  readonly pending: (fid: string) => PendingChange | null;
  /** Time left of a row that is being preempted; null for other rows. */
  readonly preemption: (fid: string) => TimeLeft | null;
  /** The limit price of a bid before somebody else raised it; null where nobody did. */
  readonly raisedFrom: (fid: string) => Money | null;
  /** The fingerprints of the SSH keys whose private half is on this machine. */
  readonly localSshKeys: ReadonlySet<string>;
  /** Whether this console is, by the key's snippet, signed in with it. */
  readonly signedInWith: (key: ApiKey) => boolean;
  /** What features know and the texts of questions and forms say. */
  readonly remarks: Required<Remarks>;
  /** A value of a feature; the same one while what it is read from is the same. */
  readonly own: <Input extends readonly unknown[], Value>(value: OwnValue<Input, Value>, ...input: Input) => Value;
};

/** What features know and the texts of questions and forms say. */
export type Remarks = {
  /** The end of a sentence about instances that stop: `, and it is busy`; empty for nothing. */
  readonly onStopping?: (stopping: readonly Instance[], context: Context) => string;
  /** What is known of the limit price of bids as it is typed, by their types and regions; null for nothing. */
  readonly onPrice?: (pairs: readonly PricedPair[], typed: string, context: Context) => Advice | null;
};
