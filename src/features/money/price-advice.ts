import { formatMoney, type Money } from '../../lib/money.ts';
import { typedPrice } from '../../resources/bids/price-field.ts';
import type { Advice, Context, PricedPair } from '../../resources/context.ts';
import { knownPrices } from './known-money.ts';
import { type PairPrice, pairPriceIn } from './pair-prices.ts';
import { notEnoughSeen, pairName, priceSentences, whyNoAdvice } from './price-sentence.ts';
import { heldPercent } from './suggest-limit.ts';

const NO_VALUES = { often: null, mostly: null } as const;

/** Advice without suggested values, and why there are none. */
const without = (texts: Advice['texts'], why: string, tone: Advice['tone'] = 'dim'): Advice => ({
  texts,
  tone,
  why,
  values: NO_VALUES,
});

/** The advice while nothing was read; null when a price can be looked up. */
function unread({ own, glyphs }: Context): Advice | null {
  const known = own(knownPrices);
  switch (known.kind) {
    case 'none':
      return without(['A recording has no prices of earlier days.'], 'A recording has no prices of earlier days.');
    case 'reading':
      return without(
        [`${glyphs.busy} Reading the prices of the last days${glyphs.more}`],
        'The prices of the last days are still being read.',
        'busy',
      );
    case 'read':
      return null;
  }
}

function priceOfPair({ type, region, sign }: PricedPair, typed: Money | null, { own }: Context): PairPrice | null {
  const prices = own(knownPrices);
  if (prices.kind !== 'read') return null;
  return pairPriceIn(
    prices.known.map(({ price }) => price),
    { type, region },
    typed?.sign ?? sign,
  );
}

const valuesOf = ({ band: { sign }, holding: { often, mostly } }: PairPrice): Advice['values'] => {
  const text = (micros: bigint | null): string | null =>
    micros === null ? null : formatMoney({ sign, micros, text: '' });
  return { often: text(often), mostly: text(mostly) };
};

/** What the last days show of a type in a region, for the limit price as it is typed; null while one of both is not chosen. */
function priceAdvice(pair: PricedPair, typed: string, context: Context): Advice | null {
  if (pair.type === '' || pair.region === '') return null;
  const name = pairName(pair, context.aliases);
  const why = notEnoughSeen(name);
  const limit = typedPrice(typed, context);
  const price = priceOfPair(pair, limit, context);
  if (price === null) return unread(context) ?? without([why, 'Not enough seen yet.'], why);
  const texts = priceSentences(price, { limit: limit?.micros ?? null, now: context.now, name });
  const values = valuesOf(price);
  return { texts, tone: 'dim', values, why: values.often === null ? `${name}: ${whyNoAdvice(price)}.` : null };
}

/** The advice for a limit price of some bids: that of their type and region when they share it, else what is enough for each pair. */
export function adviceForPairs(pairs: readonly PricedPair[], typed: string, context: Context): Advice | null {
  const different = [
    ...new Map(pairs.map((pair) => [JSON.stringify([pair.type, pair.region, pair.sign]), pair])).values(),
  ];
  const [first] = different;
  if (first === undefined) return null;
  if (different.length === 1) return priceAdvice(first, typed, context);
  const reading = unread(context);
  if (reading !== null) return reading;
  const each = different.map((pair) => {
    const price = priceOfPair(pair, null, context);
    const often = price?.holding.often ?? null;
    const name = pairName(pair, context.aliases);
    if (price === null || often === null)
      return `${name}: ${price === null ? 'not enough seen yet' : whyNoAdvice(price)}`;
    return `${name}: ${formatMoney({ sign: price.band.sign, micros: often, text: '' })} held ${heldPercent(price.band, often)} %`;
  });
  return without(
    [`Last 7 days: ${each.join('; ')}.`, 'What held differs by type and region.', 'Differs by type and region.'],
    'What held differs by type and region. Mark bids of one type in one region.',
  );
}
