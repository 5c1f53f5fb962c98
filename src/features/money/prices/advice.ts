import { formatMoney, type Money } from '../../../lib/money.ts';
import { typedPrice } from '../../../resources/bids/price-field.ts';
import type { Advice, Context, OwnValue, PricedPair } from '../../../resources/context.ts';
import { winningPrice } from '../../extras/price-now.ts';
import { knownPrices } from '../known-money.ts';
import { heldPercent, type PairPrice, pairPriceIn } from '../price.ts';
import {
  heldText,
  notEnoughSeen,
  pairName,
  priceSentences,
  type ServiceWords,
  whyNoAdvice,
} from '../price-sentence.ts';
import { priceWithService, saysPrices, servicePrice } from '../service-prices.ts';
import { wantedByForms } from '../wanted-by-forms.ts';

/** Without suggested values, and why. */
const without = (texts: Advice['texts'], why: string, tone: Advice['tone'] = 'dim'): Advice => ({
  texts,
  tone,
  why,
  values: { often: null, mostly: null },
});

/** Before anything was read; null when a price can be looked up. */
function unread({ own, glyphs }: Context): Advice | null {
  switch (own(knownPrices).kind) {
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

type Found = {
  readonly price: PairPrice | null;
  readonly service: ServiceWords | null;
  readonly isBeside: boolean;
};

/** What own bids and the service say of a pair, and of the quantity of the form. */
const foundOf: OwnValue<[pair: PricedPair, sign: string | null], Found> = {
  of: (source, pair, sign) => {
    const { state } = source;
    const prices = knownPrices.of(source);
    const own =
      prices.kind === 'read'
        ? pairPriceIn(
            prices.known.map(({ price }) => price),
            pair,
            sign,
          )
        : null;
    const now = servicePrice(state, pair, sign ?? own?.band.sign ?? null);
    const wanted = wantedByForms(state).find(({ type, region }) => type === pair.type && region === pair.region);
    const wins = now === null || wanted === undefined ? null : (winningPrice.of(source, wanted)?.wins ?? null);
    const isSame = wins !== null && wins.sign === now?.price.sign;
    return {
      isBeside: saysPrices(state),
      price: priceWithService(state, pair, { sign, own, wins: isSame ? wins : null }),
      service: now && {
        ...now,
        wins: isSame && wanted !== undefined ? { price: wins, quantity: wanted.quantity } : null,
      },
    };
  },
};

const foundFor = (pair: PricedPair, typed: Money | null, { own }: Context): Found =>
  own(foundOf, pair, typed?.sign ?? pair.sign);

const textOf = ({ band: { sign } }: PairPrice, micros: bigint | null): string | null =>
  micros === null ? null : formatMoney({ sign, micros, text: '' });

/** For a typed limit price; null before a type and a region are chosen. */
function priceAdvice(pair: PricedPair, typed: string, context: Context): Advice | null {
  if (pair.type === '' || pair.region === '') return null;
  const name = pairName(pair, context.aliases);
  const why = notEnoughSeen(name);
  const limit = typedPrice(typed, context);
  const { price, service, isBeside } = foundFor(pair, limit, context);
  const texts = priceSentences(price, { limit: limit?.micros ?? null, now: context.now, name, service, isBeside });
  if (price === null) return service === null ? (unread(context) ?? without(texts, why)) : without(texts, why);
  const { often, mostly } = price.holding;
  return {
    texts,
    tone: 'dim',
    values: { often: textOf(price, often), mostly: textOf(price, mostly) },
    why: often === null ? `${name}: ${whyNoAdvice(price)}.` : null,
  };
}

/** Of the bids' shared pair, else the enough price of each pair. */
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
    const { price } = foundFor(pair, null, context);
    const often = price?.holding.often ?? null;
    const name = pairName(pair, context.aliases);
    if (price === null || often === null)
      return `${name}: ${price === null ? 'not enough seen yet' : whyNoAdvice(price)}`;
    return `${name}: ${textOf(price, often)} held ${heldText(heldPercent(price.band, often), price.band)}`;
  });
  return without(
    [`Last 7 days: ${each.join('; ')}.`, 'Types or regions differ: no one price.', 'Types or regions differ.'],
    'Types or regions differ: no one price fits. Mark bids of one type in one region.',
  );
}
