import type { ListedRow } from '../api/result.ts';
import type { ApiKey } from '../contract/api-key.ts';
import type { Instance } from '../contract/instance.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Money } from '../lib/money.ts';
import type { Reach } from '../ssh/probe.ts';
import type { Glyphs } from './parts/glyphs.ts';
import type { Rows } from './rows.ts';

/** A write that this console has sent and whose outcome the rows don't show yet, by the row's fid. */
export type Pending = {
  readonly label: string;
  /** The limit price that was asked for, as it was sent. */
  readonly price: string | null;
};

/** What the operator calls identifiers of types, regions, projects and the like, by identifier. */
export type Aliases = ReadonlyMap<string, string>;

/** The instances of one bid, and how many of them run. */
export type OfBid = { readonly all: readonly Instance[]; readonly running: number };

/** What a cell or an action may look at beside its own row. Times in milliseconds since 1970. */
export type Context = {
  readonly now: number;
  readonly project: string;
  /** The projects whose rows are shown; new things are made in one of them. */
  readonly projects: readonly string[];
  /** The most that everything is meant to cost an hour; null when nobody has said. */
  readonly budget: Money | null;
  /** What the operator calls identifiers. */
  readonly aliases: Aliases;
  readonly glyphs: Glyphs;
  readonly rowsOf: <Name extends ServiceList>(name: Name) => ReadonlyMap<string, ListedRow<Rows[Name]>>;
  /** One row of a list, by its fid; undefined when it isn't listed. */
  readonly rowOf: <Name extends ServiceList>(name: Name, fid: string) => ListedRow<Rows[Name]> | undefined;
  /** The instances of a bid, as the instances list tells it; the very same answer as long as they are the same. */
  readonly instancesOf: (bid: string) => OfBid;
  /** Whether a list has been read: without, that it has no rows says nothing. */
  readonly isRead: (name: ServiceList) => boolean;
  readonly pending: (fid: string) => Pending | null;
  /** How long a preempted row has left, in milliseconds, and how much less it may be, null when nobody knows; null when it is not being preempted. */
  readonly preemption: (fid: string) => { readonly leftMs: number; readonly slackMs: number | null } | null;
  /** The fingerprints of the SSH keys whose private half lies on this machine. */
  readonly localSshKeys: ReadonlySet<string>;
  /** Whether an instance was found to answer to SSH at its present address; null when nobody has looked yet. */
  readonly reach: (fid: string) => Reach | null;
  /** Whether a key is, as far as its snippet tells, the one this console is signed in with. */
  readonly signedInWith: (key: ApiKey) => boolean;
};
