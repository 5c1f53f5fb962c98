import type { Bid } from '../../contract/bid.ts';
import type { SshKeyFid, VolumeFid } from '../../contract/fid.ts';
import { hasUnreadable } from '../../contract/unreadable.ts';
import type { Context } from '../context.ts';
import type { Remark, Retype } from '../form.ts';

type Launch<Key, Volume> = {
  readonly keys: readonly Key[];
  readonly volumes: readonly Volume[];
  readonly script: string;
  readonly cluster: string;
};

/** A bid like it is placed from this. */
export function launchOf(bid: Bid | null): Launch<SshKeyFid, VolumeFid> {
  const launch = bid?.launch_specification;
  return {
    keys: launch?.ssh_keys ?? [],
    volumes: launch?.volumes ?? [],
    script: launch?.startup_script ?? '',
    cluster: launch?.kubernetes_cluster ?? '',
  };
}

export const isLaunchUnread = (bid: Bid): boolean => hasUnreadable(bid, ['launch_specification']);

/** The beginning of a sentence. */
export const launchUnread = ({ name, fid }: Bid): string => `The launch specification of ${name || fid} can't be read`;

/** Section 2.2, always with both lists. */
export const launchSpecification = <Key, Volume>({ keys, volumes, script, cluster }: Launch<Key, Volume>) => ({
  volumes: [...volumes],
  ssh_keys: [...keys],
  ...(script === '' ? {} : { startup_script: script }),
  ...(cluster === '' ? {} : { kubernetes_cluster: cluster }),
});

export const sharedBlockVolume = (name: string, quantity: number): string =>
  `${name} is a Block volume, which usually only one instance can use: the bid asks for ${quantity}.`;

export function sharedBlockVolumes(
  volumes: readonly string[],
  quantity: number,
  { rowOf }: Context,
): readonly string[] {
  if (!(quantity > 1)) return [];
  return volumes.flatMap((fid) => {
    const volume = rowOf('volumes', fid)?.row;
    return volume?.interface?.toLowerCase() === 'block' ? [sharedBlockVolume(volume.name || fid, quantity)] : [];
  });
}

export const NO_KEY = 'It has no SSH key, so nobody can log in to its instances.';

export const warnings = (sentences: readonly string[], { glyphs }: Context): readonly Remark[] =>
  sentences.map((text) => ({ text: `${glyphs.warn} ${text}`, tone: 'warn' }));

/** For a doubtful number; the warnings say why. */
export function quantityRetyped(quantity: number): Retype {
  const expected = String(quantity);
  return {
    prompt: 'Number of instances',
    why: `Type ${expected}, the number of instances, to send it.`,
    expected,
    accepts: (typed) => typed.trim() === expected,
  };
}

/** The SSH keys of the project's newest bid with some, if they still exist. */
export function lastKeys({ rowsOf, rowOf, project }: Context): readonly string[] {
  const keys = ({ launch_specification: launch }: Bid): readonly string[] =>
    (launch?.ssh_keys ?? []).filter((fid) => rowOf('sshKeys', fid) !== undefined);
  const bids = [...rowsOf('bids').values()]
    .map(({ row }) => row)
    .filter((bid) => (bid.project === null || bid.project === project) && keys(bid).length > 0);
  const [newest] = bids.toSorted((a, b) => (b.created_at ?? 0) - (a.created_at ?? 0));
  return newest === undefined ? [] : keys(newest);
}
