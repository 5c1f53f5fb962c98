import type { Bid } from '../../../contract/bid.ts';
import type { SshKeyFid, VolumeFid } from '../../../contract/fid.ts';
import type { Money } from '../../../lib/money.ts';
import { nearest } from '../../../lib/nearest.ts';
import { launchOf } from '../../../resources/bids/launch.ts';
import { typedPrice } from '../../../resources/bids/price-field.ts';
import type { Context } from '../../../resources/context.ts';
import { identifierOf } from '../../../resources/parts/aliases.ts';
import { type FileBid, type FleetFile, lineOfKey } from '../file/fleet-file.ts';
import { keyReferences, type References, volumeReferences } from '../rows.ts';

/** A volume that a bid wants: one that is there, or one that the file creates. */
export type WantedVolume =
  | { readonly kind: 'there'; readonly fid: VolumeFid }
  | { readonly kind: 'new'; readonly name: string };

/** A bid as a file wants it, in identifiers of the service. */
export type WantedBid = {
  readonly file: FileBid;
  readonly name: string;
  readonly type: string;
  readonly region: string;
  readonly quantity: number;
  readonly price: Money;
  readonly keys: readonly SshKeyFid[];
  readonly volumes: readonly WantedVolume[];
  readonly script: string;
  readonly cluster: string;
  readonly paused: boolean;
};

/** A sentence about a line of the file; null for the file as a whole. */
export type Remark = { readonly line: number | null; readonly text: string };

/** Finds the identifiers for what the bids of a file name. `own` are the present bids of that name: keys and volumes that they have stay valid when no list shows them. */
export function createResolver(file: FleetFile, context: Context) {
  const [keys, volumes] = [keyReferences(context), volumeReferences(context)];
  const created = new Set(file.volumes.map(({ name }) => name));
  const price = memo((text) => typedPrice(text, context));
  const identifier = memo((text) => identifierOf(text, context.aliases));
  return (bid: FileBid, own: readonly Bid[], wrong: (remark: Remark) => void): WantedBid | null => {
    const before = wrongs(wrong);
    const limit = price(bid.limit_price);
    if (limit === null || limit.micros <= 0n)
      before.tell(
        lineOfKey(bid.lines, 'limit_price'),
        `limit_price is ${bid.limit_price}, which is no price: write "$2.50".`,
      );
    const launches = own.map(launchOf);
    const wantedKeys = bid.ssh_keys.flatMap((text): readonly SshKeyFid[] => {
      const kept = launches.flatMap((launch) => launch.keys).find((fid) => fid === text);
      const found = kept === undefined ? keys.meant(text) : [kept];
      if (found.length !== 1) before.tell(lineOfKey(bid.lines, 'ssh_keys'), unclear('SSH key', text, found, keys));
      return found;
    });
    const wantedVolumes = bid.volumes.flatMap((text): readonly WantedVolume[] => {
      const kept = launches.flatMap((launch) => launch.volumes).find((fid) => fid === text);
      const found = kept === undefined ? volumes.meant(text) : [kept];
      const [only, ...others] = found;
      if (only !== undefined && others.length === 0) return [{ kind: 'there', fid: only }];
      if (only === undefined && created.has(text)) return [{ kind: 'new', name: text }];
      before.tell(lineOfKey(bid.lines, 'volumes'), unclear('volume', text, found, volumes));
      return [];
    });
    if (limit === null || before.told()) return null;
    return {
      file: bid,
      name: bid.name,
      type: identifier(bid.instance_type),
      region: identifier(bid.region),
      quantity: bid.instance_quantity,
      price: limit,
      keys: [...new Set(wantedKeys)],
      volumes: eachOnce(wantedVolumes),
      script: bid.startup_script,
      cluster: identifier(bid.kubernetes_cluster),
      paused: bid.paused,
    };
  };
}

/** Volumes that are named twice, by name and by identifier, are one. */
const eachOnce = (volumes: readonly WantedVolume[]): readonly WantedVolume[] => [
  ...new Map(
    volumes.map((volume) => [volume.kind === 'there' ? `there ${volume.fid}` : `new ${volume.name}`, volume]),
  ).values(),
];

/** A function of a text that keeps what it has found: many rows of a file say the same. */
function memo<Value>(work: (text: string) => Value): (text: string) => Value {
  const found = new Map<string, Value>();
  return (text) => {
    const before = found.get(text);
    if (before !== undefined) return before;
    const value = work(text);
    found.set(text, value);
    return value;
  };
}

/** Tells what is wrong, and remembers whether anything was. */
function wrongs(wrong: (remark: Remark) => void) {
  let count = 0;
  return {
    tell: (line: number, text: string): void => {
      count += 1;
      wrong({ line, text });
    },
    told: (): boolean => count > 0,
  };
}

function unclear<Fid extends string>(
  one: string,
  text: string,
  found: readonly Fid[],
  { names }: References<Fid>,
): string {
  if (found.length > 1) return `${found.length} are named ${text}. Give an identifier: ${found.join(', ')}.`;
  const meant = nearest(text, names);
  return `there is no ${one} ${text}.${meant === null ? '' : ` Did you mean ${meant}?`}`;
}
