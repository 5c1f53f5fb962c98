import type { Bid } from '../../../contract/bid.ts';
import type { SshKeyFid, VolumeFid } from '../../../contract/fid.ts';
import { formatMoneyGrouped, inThousands, isSameMoney, type Money } from '../../../lib/money.ts';
import { nearest } from '../../../lib/nearest.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import { counted } from '../../../lib/words.ts';
import { priceText } from '../../../resources/bids/change-plan.ts';
import { launchOf } from '../../../resources/bids/launch.ts';
import { typedPrice } from '../../../resources/bids/price-field.ts';
import type { Context } from '../../../resources/context.ts';
import { aliasOr, identifierOf } from '../../../resources/parts/aliases.ts';
import { nameIn } from '../../../resources/parts/joins.ts';
import { type FileBid, type FleetFile, lineOfKey } from '../file/fleet-file.ts';
import { exactScript, keyReferences, type References, volumeReferences } from '../rows.ts';

/** An existing volume, or one the file creates. */
export type WantedVolume =
  | { readonly kind: 'there'; readonly fid: VolumeFid }
  | { readonly kind: 'new'; readonly name: string };

/** A bid of the file in identifiers of the service. */
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

/** A field with the service's value and the file's. */
export type FieldChange = { readonly field: string; readonly old: string; readonly now: string };

/** Line is null for the file as a whole. */
export type Remark = { readonly line: number | null; readonly text: string };

/** Resolves the names of a file. Keys and volumes of the present bids (`own`) stay valid when unlisted. */
export function createResolver(file: FleetFile, context: Context) {
  const [keys, volumes] = [keyReferences(context), volumeReferences(context)];
  const created = new Set(file.volumes.map(({ name }) => name));
  const price = memo((text) => typedPrice(text, context));
  const identifier = memo((text) => identifierOf(text, context.aliases));
  return (bid: FileBid, own: readonly Bid[], problems: Remark[]): WantedBid | null => {
    const tell = (key: string, text: string): void => void problems.push({ line: lineOfKey(bid.lines, key), text });
    const limit = price(bid.limit_price);
    if (limit === null || limit.micros <= 0n)
      tell('limit_price', `limit_price is ${bid.limit_price}, which is no price: write "$2.50".`);
    const launches = own.map(launchOf);
    const wantedKeys = bid.ssh_keys.flatMap((text): readonly SshKeyFid[] => {
      const kept = launches.flatMap((launch) => launch.keys).find((fid) => fid === text);
      const found = kept === undefined ? keys.meant(text) : [kept];
      if (found.length !== 1) tell('ssh_keys', unclear('SSH key', text, found, keys));
      return found;
    });
    const wantedVolumes = bid.volumes.flatMap((text): readonly WantedVolume[] => {
      const kept = launches.flatMap((launch) => launch.volumes).find((fid) => fid === text);
      const found = kept === undefined ? volumes.meant(text) : [kept];
      const [only, ...others] = found;
      if (only !== undefined && others.length === 0) return [{ kind: 'there', fid: only }];
      if (only === undefined && created.has(text)) return [{ kind: 'new', name: text }];
      tell('volumes', unclear('volume', text, found, volumes));
      return [];
    });
    if (limit === null || problems.length > 0) return null;
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

const eachOnce = (volumes: readonly WantedVolume[]): readonly WantedVolume[] => [
  ...new Map(
    volumes.map((volume) => [volume.kind === 'there' ? `there ${volume.fid}` : `new ${volume.name}`, volume]),
  ).values(),
];

/** Many rows name the same. */
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

const NONE = 'none';

const isSameSet = (a: readonly string[], b: readonly string[]): boolean => {
  const all = new Set(a);
  return all.size === new Set(b).size && b.every((one) => all.has(one));
};

const listed = (names: readonly string[]): string => names.toSorted().join(', ') || NONE;

const scriptWords = (script: string, before = ''): string => {
  if (script === '') return NONE;
  const words = counted(script.replace(/\n$/, '').split('\n').length, 'line');
  return words === before ? `${words}, others` : words;
};

export function fromFile({ file: { script_from: from } }: Pick<WantedBid, 'file'>): string {
  return from === null ? '' : ` (${printableLine(from.path)}, ${inThousands(from.bytes)} bytes)`;
}

/** Fields the interface can't change. Values the service leaves out are no difference. */
export function fieldsToReplace(bid: Bid, wanted: WantedBid, context: Context): readonly FieldChange[] {
  const launch = launchOf(bid);
  const alias = (text: string): string => aliasOr(text, context.aliases) || NONE;
  const fields: FieldChange[] = [];
  const compare = (field: string, has: string | null, wants: string): void => {
    if (has !== null && has !== wants) fields.push({ field, old: alias(has), now: alias(wants) });
  };
  compare('instance_type', bid.instance_type, wanted.type);
  compare('region', bid.region, wanted.region);
  if (bid.instance_quantity !== null && bid.instance_quantity !== wanted.quantity)
    fields.push({ field: 'instance_quantity', old: `${bid.instance_quantity}`, now: `${wanted.quantity}` });
  if (!isSameSet(launch.keys, wanted.keys)) {
    const names = (fids: readonly string[]): string => listed(fids.map((fid) => nameIn('sshKeys', fid, context)));
    fields.push({ field: 'ssh_keys', old: names(launch.keys), now: names(wanted.keys) });
  }
  compare('kubernetes_cluster', launch.cluster, wanted.cluster);
  const script = exactScript(bid, context);
  if (script !== wanted.script) {
    const old = scriptWords(script);
    fields.push({ field: 'startup_script', old, now: `${scriptWords(wanted.script, old)}${fromFile(wanted)}` });
  }
  return fields;
}

type Changeable = { readonly kind: 'price' | 'volumes'; readonly field: FieldChange };

export function fieldsToChange(bid: Bid, { price, volumes }: WantedBid, context: Context): readonly Changeable[] {
  const { volumes: own } = launchOf(bid);
  const has = bid.limit_price?.amount ?? null;
  const isAsWanted = volumes.every((volume) => volume.kind === 'there') && isSameSet(own, volumes.flatMap(fidOf));
  return [
    ...(has !== null && isSameMoney(has, price)
      ? []
      : [
          {
            kind: 'price',
            field: { field: 'limit_price', old: priceText(bid), now: formatMoneyGrouped(price) },
          } as const,
        ]),
    ...(isAsWanted
      ? []
      : [
          {
            kind: 'volumes',
            field: {
              field: 'volumes',
              old: listed(own.map((fid) => nameIn('volumes', fid, context))),
              now: listed(
                volumes.map((volume) => (volume.kind === 'new' ? volume.name : nameIn('volumes', volume.fid, context))),
              ),
            },
          } as const,
        ]),
  ];
}

const fidOf = (volume: WantedVolume): readonly string[] => (volume.kind === 'there' ? [volume.fid] : []);
