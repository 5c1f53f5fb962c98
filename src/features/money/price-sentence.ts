import { DAY_MS, HOUR_MS, MINUTE_MS, shortDuration } from '../../lib/duration.ts';
import { formatMoneyGrouped } from '../../lib/money.ts';
import { type Aliases, SHARES } from '../../resources/context.ts';
import { withoutRegion } from '../../resources/parts/type-and-region.ts';
import { heldPercent, heldShare, type Pair, type PairPrice } from './price.ts';

/** Age from which on sentences give a price's time, in milliseconds. */
export const OLD_PRICE_MS = HOUR_MS;

/** `8xh100 in eu-west4-a` */
export function pairName({ type, region }: Pair, aliases: Aliases = new Map()): string {
  const short = aliases.get(type) ?? withoutRegion({ instance_type: type, region }) ?? type;
  return region === '' ? short : `${short} in ${aliases.get(region) ?? region}`;
}

export const amount = (sign: string, micros: bigint): string => formatMoneyGrouped({ sign, micros, text: '' });

/** The bounds of a price at its last observation, in words. */
export function boundsWords({ band: { sign }, last }: Pick<PairPrice, 'band' | 'last'>): string {
  if (last === null) return 'no bid was seen being filled or outbid';
  const { low, high } = last;
  if (low !== null && high !== null) return `between ${amount(sign, low)} and ${amount(sign, high)}`;
  if (high !== null) return `at most ${amount(sign, high)}: a bid with that limit price had its instances`;
  return low === null ? '' : `at least ${amount(sign, low)}: a bid with that limit price was outbid`;
}

/** The bounds of a price as a sentence, with their age once they are old. */
export function boundsSentence(price: PairPrice, name: string, now: number): string {
  const { last } = price;
  if (last === null) return notEnoughSeen(name);
  const age = now - last.to;
  const is = age < OLD_PRICE_MS ? 'is' : `was, ${shortDuration(age)} ago,`;
  return `The price of ${name} ${is} ${boundsWords(price)}.`;
}

export const notEnoughSeen = (name: string): string => `Not enough seen yet of ${name}.`;

export function whyNoAdvice({ band, lost }: Pick<PairPrice, 'band' | 'lost'>): string {
  return lost === null || (heldShare(band, lost) ?? 0) < SHARES.often
    ? 'not enough seen yet'
    : `${amount(band.sign, lost)} lost lately, no higher price is known`;
}

/** `7 days`, `8 hours` */
function lengthText(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${Math.round(ms / DAY_MS)} days`;
  const [count, unit] =
    ms >= 2 * HOUR_MS ? [Math.round(ms / HOUR_MS), 'hours'] : [Math.round(ms / MINUTE_MS), 'minutes'];
  return `${count} ${unit}`;
}

/** The longest form first, for `limit`, else for the advised price or the last fill. */
export function priceSentences(
  price: PairPrice,
  { limit, now, name }: { readonly limit: bigint | null; readonly now: number; readonly name: string },
): readonly [string, ...string[]] {
  const { band, last, time } = price;
  const { sign } = band;
  const shares = [limit, price.holding.often, last?.high ?? null].flatMap((asked) => {
    const percent = asked === null ? null : heldPercent(band, asked);
    return asked === null || percent === null ? [] : [{ asked, percent }];
  });
  const [share] = shares;
  if (last === null || share === undefined) return [notEnoughSeen(name), 'Not enough seen yet.'];
  const { asked, percent } = share;
  const over = lengthText(time.to - time.from);
  const filled = last.high === null ? [] : [`filled from ${amount(sign, last.high)}`];
  const outbid = last.low === null ? [] : [`outbid below ${amount(sign, last.low)}`];
  const seen = [...filled, ...outbid].join(', ');
  const age = now - last.to;
  const old = age < OLD_PRICE_MS ? '' : `, last seen ${shortDuration(age)} ago`;
  const bids = `${band.bids} ${band.bids === 1 ? 'bid' : 'bids'}`;
  const limitText = amount(sign, asked);
  const lost = percent > 0 && price.lost !== null && asked <= price.lost ? ', but lost lately' : '';
  return [
    `Last ${over}: ${seen} (${bids}${old}); ${limitText} would have held ${percent} % of the time${lost}.`,
    `${over}: ${seen}${old}; ${limitText} held ${percent} %${lost}`,
    `${limitText} would have held ${percent} % of ${over}${old}${lost}`,
    `${limitText} held ${percent} % of ${over}${lost}`,
  ];
}
