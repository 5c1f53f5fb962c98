import type { Bid } from '../../../contract/bid.ts';
import { formatMoneyGrouped, inThousands, isSameMoney } from '../../../lib/money.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import { counted } from '../../../lib/words.ts';
import { priceText } from '../../../resources/bids/change-plan.ts';
import { launchOf } from '../../../resources/bids/launch.ts';
import type { Context } from '../../../resources/context.ts';
import { aliasOr } from '../../../resources/parts/aliases.ts';
import { nameIn } from '../../../resources/parts/joins.ts';
import { exactScript } from '../rows.ts';
import type { FieldChange } from './change.ts';
import type { WantedBid, WantedVolume } from './wanted.ts';

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

/** The file that a script was read from, with its size; nothing for one in the fleet file. */
export function fromFile({ file: { script_from: from } }: Pick<WantedBid, 'file'>): string {
  return from === null ? '' : ` (${printableLine(from.path)}, ${inThousands(from.bytes)} bytes)`;
}

/** The fields of a bid that the interface can't change and that are not as wanted. What the service does not say is no difference. */
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

/** A field that the interface can change. */
type Changeable = { readonly kind: 'price' | 'volumes'; readonly field: FieldChange };

/** The fields of a bid that can be changed and that are not as wanted. */
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
