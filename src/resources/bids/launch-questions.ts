import type { Bid } from '../../contract/bid.ts';
import type { Context } from '../context.ts';
import type { Remark, Retype } from '../form.ts';

/** Says that a Block volume is asked for by several instances. */
export const sharedBlockVolume = (name: string, quantity: number): string =>
  `${name} is a Block volume, which usually only one instance can use: the bid asks for ${quantity}.`;

/** A sentence for each Block volume of a bid for several instances. */
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

/** Says that nobody can log in to a bid without an SSH key. */
export const NO_KEY = 'It has no SSH key, so nobody can log in to its instances.';

export const warnings = (sentences: readonly string[], { glyphs }: Context): readonly Remark[] =>
  sentences.map((text) => ({ text: `${glyphs.warn} ${text}`, tone: 'warn' }));

/** Requires the number of instances typed for a bid that is probably not meant so; what is questioned is said in the warnings. */
export function quantityRetyped(quantity: number): Retype {
  const expected = String(quantity);
  return {
    prompt: 'Number of instances',
    why: `Type ${expected}, the number of instances, to send it.`,
    expected,
    accepts: (typed) => typed.trim() === expected,
  };
}

/** The SSH keys of the newest bid of the project that has some, as far as they still exist. */
export function lastKeys({ rowsOf, rowOf, project }: Context): readonly string[] {
  const keys = ({ launch_specification: launch }: Bid): readonly string[] =>
    (launch?.ssh_keys ?? []).filter((fid) => rowOf('sshKeys', fid) !== undefined);
  const bids = [...rowsOf('bids').values()]
    .map(({ row }) => row)
    .filter((bid) => (bid.project === null || bid.project === project) && keys(bid).length > 0);
  const [newest] = bids.toSorted((a, b) => (b.created_at ?? 0) - (a.created_at ?? 0));
  return newest === undefined ? [] : keys(newest);
}
