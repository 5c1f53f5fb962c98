import { NewBid } from '../../contract/bid.ts';
import type { SshKeyFid, VolumeFid } from '../../contract/fid.ts';
import { parseMoney } from '../../lib/money.ts';
import type { Variants } from '../variants.ts';
import type { MarketContext } from './handler.ts';
import { invalid } from './http-error.ts';

/** Most instances of one bid, far beyond the capacity of any market. */
const MAX_INSTANCES = 10_000;

const BoundedBid = NewBid.extend({
  instance_quantity: NewBid.shape.instance_quantity.max(
    MAX_INSTANCES,
    `Input should be less than or equal to ${MAX_INSTANCES}`,
  ),
}).meta({ id: 'NewBid' });

const SpecifiedBid = BoundedBid.extend({
  launch_specification: NewBid.shape.launch_specification.unwrap().required({ volumes: true, ssh_keys: true }),
}).meta({ id: 'NewBid' });

/** The schema of the body that places a bid. A variant decides whether it needs a launch specification with both lists. */
export function newBidFor(variants: Variants): typeof BoundedBid | typeof SpecifiedBid {
  return variants['launch-specification'] === 'required' ? SpecifiedBid : BoundedBid;
}

/** Parses a price in millionths of a dollar. The market only accepts dollars, with or without their sign, to the hundredth of a cent. */
export function readLimitPrice(text: string): bigint {
  const loc = ['body', 'limit_price'];
  const money = parseMoney(text);
  if (money === null) throw invalid(loc, 'Give a price like 2.50 or $2.50.', text);
  if (!['', '$', 'USD'].includes(money.sign)) throw invalid(loc, 'The price must be in dollars', text);
  if (money.micros <= 0n) throw invalid(loc, 'The price must be greater than 0', text, 'greater_than');
  if (money.micros > 1_000_000_000_000n)
    throw invalid(loc, 'The price must be at most $1000000', text, 'less_than_equal');
  return money.micros;
}

/** Requires that each volume exists, and in the bid's region. `loc` is the path of the list in the request. */
export function requireVolumes(
  volumes: readonly VolumeFid[],
  region: string,
  loc: readonly string[],
  { world }: MarketContext,
): void {
  for (const [n, fid] of volumes.entries()) {
    const volume = world.volumes.get(fid);
    if (volume === undefined) throw invalid([...loc, n], `There is no volume ${fid}`, fid);
    if (volume.region !== region) {
      throw invalid([...loc, n], `The volume ${volume.name} is in ${volume.region}, the bid in ${region}`, fid);
    }
  }
}

/** Requires that each SSH key exists. */
export function requireSshKeys(keys: readonly SshKeyFid[], { world }: MarketContext): void {
  for (const [n, fid] of keys.entries()) {
    if (world.sshKeys.get(fid) !== undefined) continue;
    throw invalid(['body', 'launch_specification', 'ssh_keys', n], `There is no SSH key ${fid}`, fid);
  }
}
