import type { Bid } from '../../contract/bid.ts';
import type { Instance } from '../../contract/instance.ts';
import { isUnroutable, parseDestination, sshArguments } from '../../contract/ssh-destination.ts';
import type { Context, OwnValue } from '../../resources/context.ts';
import { instancesOf, isToStop } from '../../resources/parts/joins.ts';
import { statusWord } from '../../resources/parts/status.ts';
import type { OwnWork } from '../../resources/resource.ts';
import type { ConsoleState } from '../../store/state.ts';

/** A session to open. */
export type Login = {
  readonly fid: string;
  readonly instance: string;
  readonly destination: string;
  readonly args: readonly string[];
};

const labelOf = (instance: Instance): string => instance.name || instance.fid;

/** Why an instance can't be logged in to; null if it can. */
export function noLogin(instance: Instance): string | null {
  if (instance.ssh_destination === null || instance.ssh_destination === '') return noAddress(instance);
  const parsed = parseDestination(instance.ssh_destination);
  if (parsed !== null && isUnroutable(parsed))
    return `It would run ssh ${sshArguments(parsed).join(' ')}, but ${parsed.host} is an address for documentation; nobody answers there. m shows what the machine does.`;
  if (parsed !== null) return null;
  return `The address of ${labelOf(instance)} is not a plain user, host and port, so nothing is started.`;
}

function noAddress(instance: Instance): string {
  if (isToStop(instance)) return `${labelOf(instance)} has no address yet.`;
  return `${labelOf(instance)} is ${statusWord('instance', instance.status)}, so it has no address.`;
}

/** The login to an instance without a `noLogin`. */
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

/** Prefers an instance that answered its probe. */
function instanceToLogIn(bid: Bid, context: Context): Instance | undefined {
  const open = instancesOf(bid.fid, context).filter((instance) => noLogin(instance) === null);
  return open.find(({ fid }) => context.own(reachOf, fid)?.kind === 'up') ?? open[0];
}

/** The login to an instance of a bid; null without one. */
export function loginToBid(bid: Bid, context: Context): Login | null {
  const instance = instanceToLogIn(bid, context);
  return instance === undefined ? null : loginTo(instance);
}

/** Why no instance of a bid can be logged in to; null if one can. */
export function noLoginOfBid(bid: Bid, context: Context): string | null {
  const [first] = instancesOf(bid.fid, context);
  if (first === undefined) return `${bid.name || bid.fid} has no instances now.`;
  return instanceToLogIn(bid, context) === undefined ? noLogin(first) : null;
}

/** The operator's user name and options for `ssh`. */
export type SshWay = { readonly user: string | null; readonly options: readonly string[] };

/** Whether options connect through another machine: probes from here then say nothing. */
export function isThroughOthers({ options }: SshWay): boolean {
  return options.some((option) => option.startsWith('-J') || /proxy(?:jump|command)/i.test(option));
}

/** Arguments of `ssh`: the operator's options, then the address behind `--`. */
export function sshCommand({ user, options }: SshWay, address: readonly string[]): readonly string[] {
  const named = user === null || address.at(-1)?.includes('@') === true ? [] : ['-l', user];
  return [...options, ...named, ...address];
}

/** Result of a probe of an SSH address. */
export type Reach =
  | { readonly kind: 'up'; readonly ms: number }
  | { readonly kind: 'refused' | 'timeout' | 'no-banner' | 'bad-name' | 'unreachable' };

/** Last result of probing an address, and its time. */
export type ProbeResult = { readonly destination: string; readonly reach: Reach; readonly at: number };

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** Last probe of each instance, by fid. */
    readonly reach?: ReadonlyMap<string, ProbeResult>;
  }
}

const NOT_PROBED: ReadonlyMap<string, ProbeResult> = new Map();

/** Last probe of each instance, by fid. */
export const probeResults = ({ reach = NOT_PROBED }: Pick<ConsoleState, 'reach'>): ReadonlyMap<string, ProbeResult> =>
  reach;

/** Last probe of an instance's present address; null before the first one. */
export const reachOf: OwnValue<[instance: string], Reach | null> = {
  of: ({ state, lists }, instance) => {
    const found = probeResults(state).get(instance);
    // A probe of an old address says nothing about the new one.
    return found !== undefined && lists.instances.rows.get(instance)?.row.ssh_destination === found.destination
      ? found.reach
      : null;
  },
  revision: { of: ({ state }) => probeResults(state) },
};

export function reachWord(reach: Reach | null): string | null {
  if (reach === null) return null;
  return reach.kind === 'up' ? `up ${reach.ms}ms` : reach.kind.replace('-', ' ');
}

export const logIn: OwnWork = { needs: 'instance' };
export const logInBeside: OwnWork = { needs: 'instance' };
export const logInToBid: OwnWork = { needs: 'instance' };
/** Goes to the session, or logs in again. */
export const backToSession: OwnWork = { needs: 'instance' };
export const endSession: OwnWork = { needs: 'instance' };
