import type { ListedRow } from '../api/result.ts';
import type { ApiKey } from '../contract/api-key.ts';
import type { Instance } from '../contract/instance.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Reading } from '../features/machines/reading.ts';
import type { BidRecords } from '../features/money/bid-record.ts';
import type { Reach } from '../features/ssh/probe.ts';
import type { Money } from '../lib/money.ts';
import type { Glyphs } from './parts/glyphs.ts';
import type { Rows } from './rows.ts';

/** A write of this console whose outcome the rows don't show yet. */
export type PendingChange = {
  readonly label: string;
  /** The requested limit price, as sent. */
  readonly price: string | null;
};

/** The operator's names of types, regions, projects and the like, by identifier. */
export type Aliases = ReadonlyMap<string, string>;

/** The instances of one bid, and the number that runs. */
export type OfBid = { readonly all: readonly Instance[]; readonly running: number };

/** What is known of the machines at the time of the drawn rows, which stands still on a frozen screen. */
export type KnownMachines = {
  /** By the fid of the instance. */
  readonly readings: ReadonlyMap<string, Reading>;
  /** The time for which they are shown, in milliseconds since 1970. */
  readonly at: number;
};

/** How bids stood over the last months, from the journal; a recording has none. */
export type KnownPrices =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly records: BidRecords };

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
  /** Returns a row by its fid; undefined when it isn't listed. */
  readonly rowOf: <Name extends ServiceList>(name: Name, fid: string) => ListedRow<Rows[Name]> | undefined;
  /** Returns the instances of a bid, by the instances list; the same object while they are unchanged. */
  readonly instancesOf: (bid: string) => OfBid;
  /** Whether a list has been read; before that, its missing rows mean nothing. */
  readonly isRead: (name: ServiceList) => boolean;
  /** The fewest running instances of a bid in each of some slots of the last hour, or of the time that is known; null where nobody looked. */
  readonly trend: (bid: string, slots: number) => readonly (number | null)[];
  readonly prices: KnownPrices;
  readonly pending: (fid: string) => PendingChange | null;
  /** Time left of a preempted row and how much less it may be (null when unknown), in milliseconds; null for other rows. */
  readonly preemption: (fid: string) => { readonly leftMs: number; readonly slackMs: number | null } | null;
  /** The fingerprints of the SSH keys whose private half is on this machine. */
  readonly localSshKeys: ReadonlySet<string>;
  /** The prober's last result for an instance's present address; null before the first probe. */
  readonly reach: (fid: string) => Reach | null;
  readonly machines: KnownMachines;
  /** What is known of the machine of an instance; null for one that was never read. */
  readonly machine: (instance: string) => Reading | null;
  /** Time for which a machine does nothing before it counts as idle, in milliseconds. */
  readonly idleAfterMs: number;
  /** Whether this console is, by the key's snippet, signed in with it. */
  readonly signedInWith: (key: ApiKey) => boolean;
};
