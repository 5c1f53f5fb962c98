import type { Bid } from '../../contract/bid.ts';
import type { SshKeyFid, VolumeFid } from '../../contract/fid.ts';
import { hasUnreadable } from '../../contract/unreadable.ts';

/** Configuration of each instance of a new bid; an empty text for none. */
type Launch<Key, Volume> = {
  readonly keys: readonly Key[];
  readonly volumes: readonly Volume[];
  readonly script: string;
  readonly cluster: string;
};

/** The configuration of a bid's instances, from which a bid like it is placed. */
export function launchOf(bid: Bid | null): Launch<SshKeyFid, VolumeFid> {
  const launch = bid?.launch_specification;
  return {
    keys: launch?.ssh_keys ?? [],
    volumes: launch?.volumes ?? [],
    script: launch?.startup_script ?? '',
    cluster: launch?.kubernetes_cluster ?? '',
  };
}

/** Whether the launch specification of a bid can't be read: nothing is known of what it has. */
export const isLaunchUnread = (bid: Bid): boolean => hasUnreadable(bid, ['launch_specification']);

/** Says it, as the beginning of a sentence. */
export const launchUnread = ({ name, fid }: Bid): string => `The launch specification of ${name || fid} can't be read`;

/** The launch specification of section 2.2, always with both of its lists. */
export const launchSpecification = <Key, Volume>({ keys, volumes, script, cluster }: Launch<Key, Volume>) => ({
  volumes: [...volumes],
  ssh_keys: [...keys],
  ...(script === '' ? {} : { startup_script: script }),
  ...(cluster === '' ? {} : { kubernetes_cluster: cluster }),
});
