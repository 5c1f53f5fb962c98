import { DAY_MS, HOUR_MS, MINUTE_MS, shortDuration } from '../../lib/duration.ts';
import { formatMoneyGrouped, type Money } from '../../lib/money.ts';
import { capitalized } from '../../lib/words.ts';
import { type Aliases, SHARES, type Share } from '../../resources/context.ts';
import { withoutRegion } from '../../resources/parts/type-and-region.ts';
import { heldIn, heldPercent, heldShare, type Pair, type PairPrice, type PriceBand } from './price.ts';
import type { ServicePrice } from './service-prices.ts';

/** Age from which on sentences give a price's time, in milliseconds. */
export const OLD_PRICE_MS = HOUR_MS;

/** `8xh100 in eu-west4-a` */
export function pairName({ type, region }: Pair, aliases: Aliases = new Map()): string {
  const short = aliases.get(type) ?? withoutRegion({ instance_type: type, region }) ?? type;
  return region === '' ? short : `${short} in ${aliases.get(region) ?? region}`;
}

export const amount = (sign: string, micros: bigint): string => formatMoneyGrouped({ sign, micros, text: '' });

/** The bound of a price at its last observation, in words; `isBeside` prices of the service. */
export function boundsWords({ band: { sign }, last }: Pick<PairPrice, 'band' | 'last'>, isBeside = false): string {
  if (last === null) return 'not known: no bid was seen';
  const { waits, high } = last;
  const waited = waits === null ? '' : `a bid at ${amount(sign, waits)} waited, outbid or without room`;
  if (high === null) return `not known: ${waited}`;
  return `at most ${amount(sign, high)}${isBeside ? ' (own bids)' : ''}: a bid with that limit price had its instances${waited && `; ${waited}`}`;
}

/** The bound of a price as a sentence, with its age once it is old. */
export function boundsSentence(price: PairPrice, name: string, now: number, isBeside = false): string {
  const { last } = price;
  if (last === null) return notEnoughSeen(name);
  const age = now - last.to;
  const is = age < OLD_PRICE_MS ? 'is' : `was, ${shortDuration(age)} ago,`;
  return `The price of ${name} ${is} ${boundsWords(price, isBeside)}.`;
}

export const notEnoughSeen = (name: string): string => `Not enough seen yet of ${name}.`;

/** Whole per cent: held shares are known from below, unless the service said the prices. */
export const heldText = (
  percent: number | null,
  { isOfService = false }: Pick<PriceBand, 'isOfService'> = {},
): string => `${percent === 100 || isOfService ? '' : 'at least '}${percent ?? 0} %`;

/** Why no limit price is suggested for a share of the time. */
export function whyNoAdvice({ band, lost }: Pick<PairPrice, 'band' | 'lost'>, share: Share = 'often'): string {
  if (heldIn(band).length === 0) return 'not enough seen yet';
  return lost === null || (heldShare(band, lost) ?? 0) < SHARES[share]
    ? `no price is known to hold ${SHARES[share] * 100} %`
    : `${amount(band.sign, lost)} lost lately, no higher price is known`;
}

/** `7 days`, `8 hours` */
function lengthText(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${Math.round(ms / DAY_MS)} days`;
  const [count, unit] =
    ms >= 2 * HOUR_MS ? [Math.round(ms / HOUR_MS), 'hours'] : [Math.round(ms / MINUTE_MS), 'minutes'];
  return `${count} ${unit}`;
}

/** What a sentence is about; with `service`, what that says of now, and what a bid for `quantity` must offer. */
type Asked = {
  readonly limit: bigint | null;
  readonly now: number;
  readonly name: string;
  readonly service?: ServiceWords | null;
  /** The service says prices of other pairs. */
  readonly isBeside?: boolean;
};

export type ServiceWords = ServicePrice & {
  readonly wins?: { readonly price: Money; readonly quantity: number } | null;
};

/** `price $2.31 (service), 12 free; wins 8 now; 4 % above the price`; the longest form first. */
export function serviceTexts(
  { price, free, wins = null }: ServiceWords,
  limit: bigint | null = null,
): readonly [string, string] {
  const short = `price ${formatMoneyGrouped(price)} (service)`;
  const above = limit === null ? '' : aboveText(limit, price.micros);
  if (wins === null) return [`${short}, ${free} free${above}`, `${short}${above}`];
  const { quantity } = wins;
  const winning =
    limit !== null && limit >= wins.price.micros
      ? `; wins ${quantity} now`
      : `; ${quantity} win${quantity === 1 ? 's' : ''} from ${formatMoneyGrouped(wins.price)}`;
  return [`${short}, ${free} free${winning}${above}`, `${short}${winning}${above}`];
}

/** Rounded towards the price; empty within 1 % of it. */
function aboveText(limit: bigint, price: bigint): string {
  const percent = price <= 0n ? 0n : ((limit - price) * 100n) / price;
  if (percent === 0n) return '';
  return percent < 0n ? `; ${-percent} % below the price` : `; ${percent} % above the price`;
}

/** The price now as a sentence. */
export const serviceSentence = (service: ServiceWords, name: string): string =>
  `The ${serviceTexts(service)[0].replace('price', `price of ${name} is`)}.`;

/** The longest form first, for `limit`, else for the advised price or the last fill. */
export function priceSentences(price: PairPrice | null, asked: Asked): readonly [string, ...string[]] {
  const held = price === null ? null : heldTexts(price, asked);
  const { name, limit, service = null } = asked;
  if (service === null) return held?.ofBids ?? [notEnoughSeen(name), 'Not enough seen yet.'];
  const [long, short] = serviceTexts(service, limit).map(capitalized);
  const [first, ...rest] = held?.shares ?? [];
  return first === undefined
    ? [`${long}.`, `${short}`]
    : [`${long}; ${first}.`, ...rest.map((share) => `${long}; ${share}`), `${short}; ${rest.at(-1)}`, `${short}`];
}

/** Null when too little was seen. `shares`: how often a limit price was enough; `ofBids`: with what own bids show. */
function heldTexts(
  { band, last, time, ...price }: PairPrice,
  { limit, now, isBeside = false }: Asked,
): { readonly ofBids: readonly [string, ...string[]]; readonly shares: readonly [string, ...string[]] } | null {
  const { sign } = band;
  const known = [limit, price.holding.often, last?.high ?? null].flatMap((asked) => {
    const percent = asked === null ? null : heldPercent(band, asked);
    return asked === null || percent === null ? [] : [{ asked, percent }];
  });
  const [share] = known;
  if (last === null || share === undefined) return null;
  const { asked, percent } = share;
  const over = lengthText(time.to - time.from);
  const filled = last.high === null ? [] : [`filled from ${amount(sign, last.high)}`];
  const waits = last.waits === null ? [] : [`waiting at ${amount(sign, last.waits)}`];
  const seen = [...filled, ...waits].join(', ');
  const age = now - last.to;
  const old = age < OLD_PRICE_MS ? '' : `, last seen ${shortDuration(age)} ago`;
  const bids = `${band.bids} ${isBeside ? 'own ' : ''}${band.bids === 1 ? 'bid' : 'bids'}`;
  const limitText = amount(sign, asked);
  const lost = price.lost !== null && asked <= price.lost ? ', but lost lately' : '';
  const held = heldText(percent, band);
  return {
    ofBids: [
      `Last ${over}: ${seen} (${bids}${old}); ${limitText} would have held ${held} of the time${lost}.`,
      `${over}: ${seen}${old}; ${limitText} held ${held}${lost}`,
      `${limitText} would have held ${held} of ${over}${old}${lost}`,
      `${limitText} held ${held} of ${over}${lost}`,
    ],
    shares: [`${limitText} would have held ${held} of the last ${over}${lost}`, `${limitText} held ${held}${lost}`],
  };
}
