import type { Bid } from '../../../contract/bid.ts';
import type { Volume } from '../../../contract/volume.ts';
import { once } from '../../../lib/memoize.ts';
import { formatMoney, isSameMoney } from '../../../lib/money.ts';
import { secretIn } from '../../../lib/secret-text.ts';
import { counted } from '../../../lib/words.ts';
import { launchOf } from '../../../resources/bids/launch.ts';
import { typedPrice } from '../../../resources/bids/price-field.ts';
import type { Aliases, Context } from '../../../resources/context.ts';
import { aliasOr, identifierOf } from '../../../resources/parts/aliases.ts';
import { byName, exactName, exactScript, liveBids, volumesOf } from '../rows.ts';
import { canHold, canHoldName } from './toml-text.ts';

/** Why no file can have a row, as a clause; null if one can. Such rows are not pruned either. */
export type NoFileHas = {
  readonly bid: (bid: Bid) => string | null;
  readonly volume: (volume: Volume) => string | null;
};

/** `token` is the API key in use: no file gets it. */
export function noFileHas(context: Context, token: string | null): NoFileHas {
  // Computed when first needed: most files name all rows.
  const bids = once(() => byName('bids', liveBids(context), context));
  const volumes = once(() => byName('volumes', volumesOf(context), context));
  const { aliases } = context;
  return {
    bid: (bid) => {
      const { instance_type: type, region, instance_quantity: quantity, limit_price: price, fid } = bid;
      const script = exactScript(bid, context);
      const { cluster } = launchOf(bid);
      const secret = secretIn(script, token);
      return (
        whyUnnamed('bid', exactName('bids', bid, context), fid, bids()) ??
        (!type || !region || quantity === null || price?.amount == null
          ? 'the service does not say its type, region, quantity or limit price'
          : null) ??
        ((quantity ?? 0) < 1 || (price?.amount?.micros ?? 0n) <= 0n ? 'its quantity or limit price is 0' : null) ??
        (isPriceRead(bid, context) ? null : 'its limit price can not be written') ??
        whyUnwritten({ type, region, cluster }, aliases) ??
        (canHold(script) ? null : 'its startup script has characters that no file can hold') ??
        (secret === null ? null : `its startup script has ${secret}`)
      );
    },
    volume: (volume) => {
      const { capacity_gb: size, region, interface: disk, fid } = volume;
      return (
        whyUnnamed('volume', exactName('volumes', volume, context), fid, volumes()) ??
        (size === null || size < 1 || !region ? 'the service does not say its size or region' : null) ??
        whyUnwritten({ region }, aliases) ??
        (isShown(disk ?? '') ? null : 'its interface has characters that can not be shown')
      );
    },
  };
}

function whyUnnamed(
  one: 'bid' | 'volume',
  name: string,
  fid: string,
  rows: ReadonlyMap<string, readonly object[]>,
): string | null {
  if (name === '') return 'it has no name';
  if (!canHoldName(name)) return 'its name has characters that no file can hold';
  const alike = rows.get(name)?.length ?? 1;
  return alike > 1 ? `it is ${fid}, one of ${counted(alike, one)} of this name` : null;
}

/** Whether the written price reads as the same price: a currency may be untypable. */
function isPriceRead({ limit_price: price }: Bid, context: Context): boolean {
  if (price?.amount == null) return false;
  const read = typedPrice(formatMoney(price.amount), context);
  return read !== null && isSameMoney(read, price.amount);
}

/** Names that would be read as another one, or are not known exactly. */
function whyUnwritten(identifiers: Readonly<Record<string, string | null>>, aliases: Aliases): string | null {
  for (const [what, identifier] of Object.entries(identifiers)) {
    if (identifier === null) continue;
    if (!isShown(identifier)) return `its ${what} has characters that can not be shown`;
    if (!isWritten(identifier, aliases)) return `its ${what} is also your name for another one`;
  }
  return null;
}

/** Whether no character was replaced for display. */
const isShown = (text: string): boolean => !text.includes('\uFFFD');

/** The operator's name for an identifier when it is unambiguous. */
export function aliasIn(identifier: string, aliases: Aliases): string {
  const alias = aliasOr(identifier, aliases);
  return identifierOf(alias, aliases) === identifier ? alias : identifier;
}

const isWritten = (identifier: string, aliases: Aliases): boolean =>
  identifierOf(aliasIn(identifier, aliases), aliases) === identifier;
