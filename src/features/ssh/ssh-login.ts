import type { Bid } from '../../contract/bid.ts';
import type { Instance } from '../../contract/instance.ts';
import { isUnroutable, parseDestination, sshArguments } from '../../contract/ssh-destination.ts';
import type { Context } from '../../resources/context.ts';
import { instancesOf, isToStop } from '../../resources/parts/joins.ts';
import { statusWord } from '../../resources/parts/status.ts';
import { reachOf } from './reach.ts';

/** A terminal session to open: instance, destination, and the arguments of `ssh`. */
export type Login = {
  readonly fid: string;
  readonly instance: string;
  readonly destination: string;
  readonly args: readonly string[];
};

const labelOf = (instance: Instance): string => instance.name || instance.fid;

/** Why an instance can't be logged in to; null when its address can be tried. */
export function noLogin(instance: Instance): string | null {
  if (instance.ssh_destination === null || instance.ssh_destination === '') return noAddress(instance);
  const parsed = parseDestination(instance.ssh_destination);
  if (parsed !== null && isUnroutable(parsed))
    return `It would run ssh ${sshArguments(parsed).join(' ')}, but ${parsed.host} is an address for documentation; nobody answers there. m shows what the machine does.`;
  if (parsed !== null) return null;
  return `The address of ${labelOf(instance)} is not a plain user, host and port, so nothing is started.`;
}

/** Says that an instance has no address: not yet, or no longer because of what it is now. */
function noAddress(instance: Instance): string {
  if (isToStop(instance)) return `${labelOf(instance)} has no address yet.`;
  return `${labelOf(instance)} is ${statusWord('instance', instance.status)}, so it has no address.`;
}

/** The login to an instance for which `noLogin` is null. */
export function loginTo(instance: Instance): Login {
  const destination = instance.ssh_destination ?? '';
  const parsed = parseDestination(destination);
  return {
    fid: instance.fid,
    instance: labelOf(instance),
    destination,
    args: parsed === null ? [] : sshArguments(parsed),
  };
}

/** The instance of a bid to log in to: one that answers the prober before others with an address. */
function instanceToLogIn(bid: Bid, context: Context): Instance | undefined {
  const open = instancesOf(bid.fid, context).filter((instance) => noLogin(instance) === null);
  return open.find(({ fid }) => context.own(reachOf, fid)?.kind === 'up') ?? open[0];
}

/** The login to an instance of a bid; null when it has none. */
export function loginToBid(bid: Bid, context: Context): Login | null {
  const instance = instanceToLogIn(bid, context);
  return instance === undefined ? null : loginTo(instance);
}

/** Why no instance of a bid can be logged in to; null when one can be tried. */
export function noLoginOfBid(bid: Bid, context: Context): string | null {
  const [first] = instancesOf(bid.fid, context);
  if (first === undefined) return `${bid.name || bid.fid} has no instances now.`;
  return instanceToLogIn(bid, context) === undefined ? noLogin(first) : null;
}
