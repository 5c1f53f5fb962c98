import type { ApiKey } from '../contract/api-key.ts';
import type { Bid } from '../contract/bid.ts';
import type { Instance } from '../contract/instance.ts';
import type { SshKey } from '../contract/ssh-key.ts';
import type { Volume } from '../contract/volume.ts';
import { DAY_MS } from '../lib/duration.ts';
import type { Watched } from './change-event.ts';

/** What of a row is watched, by the name of its field in the interface. Nothing secret is among it. */
export type TrackedFields = { readonly [field: string]: string | null };

/** The rows of each list that is watched. */
export type WatchedRows = {
  readonly bids: Bid;
  readonly instances: Instance;
  readonly volumes: Volume;
  readonly sshKeys: SshKey;
  readonly apiKeys: ApiKey;
};

const listed = (fids: readonly string[]): string | null => (fids.length === 0 ? null : fids.toSorted().join(' '));
const counted = (value: number | null): string | null => (value === null ? null : String(value));

/** What is watched of each list's rows (sections 2.1 to 2.5). `now` in milliseconds since 1970. */
export const trackedFields: { readonly [Name in Watched]: (row: WatchedRows[Name], now: number) => TrackedFields } = {
  bids: ({ name, status, limit_price, instance_quantity, launch_specification }) => ({
    name,
    status,
    limit_price: limit_price?.text ?? null,
    instance_quantity: counted(instance_quantity),
    volumes: listed(launch_specification?.volumes ?? []),
  }),
  instances: ({ name, status, bid }) => ({ name, status, bid }),
  volumes: ({ name, capacity_gb, bids, reservations }) => ({
    name,
    capacity_gb: counted(capacity_gb),
    in_use_by: listed([...bids, ...reservations]),
  }),
  sshKeys: ({ name }) => ({ name }),
  apiKeys: ({ name, expires_at, deactivated_at }, now) => ({
    name,
    deactivated: deactivated_at === null || deactivated_at > now ? null : 'yes',
    expires: expires_at === null ? null : expiry(expires_at - now),
  }),
};

/** How near an end is, in the steps at which it is worth a line. */
function expiry(left: number): string | null {
  if (left <= 0) return 'expired';
  if (left <= DAY_MS) return 'in less than a day';
  return left <= 7 * DAY_MS ? 'in less than 7 days' : null;
}
