import { HOUR_MS, shortDuration } from '../../../lib/duration.ts';
import { formatMoney } from '../../../lib/money.ts';
import type { Context } from '../../../resources/context.ts';
import { anyOf } from '../../../resources/filter/parse.ts';
import { type Word, wordSentence } from '../../../resources/glossary.ts';
import { aliasOr, detailIdentifier } from '../../../resources/parts/aliases.ts';
import { detailText, detailTime } from '../../../resources/parts/columns.ts';
import type { Action, DetailLine, DetailSection, Resource } from '../../../resources/resource.ts';
import { auctionsNow } from '../../extras/auctions.ts';
import { heldPercent, type PriceRow } from '../price.ts';
import {
  amount,
  boundsWords,
  heldText,
  pairName,
  priceSentences,
  serviceTexts,
  whyNoAdvice,
} from '../price-sentence.ts';
import { isOld, priceColumns, serviceNow, shortBids, trendWord } from './columns.ts';

export const priceWords = {
  band: {
    word: 'band',
    means: 'what own bids show of a price: it was at most the lowest limit price that had its instances',
  },
  headroom: { word: 'headroom', means: 'the limit price less the price now; with little of it a bid is soon outbid' },
  held: { word: 'held', means: 'the share of time in which a limit price was enough, as bids at it or below show' },
} as const satisfies Readonly<Record<string, Word>>;

/** The limit price suggested for a new bid. */
export function suggestedPrice({ price: { band, holding } }: PriceRow): string {
  return holding.often === null ? '' : formatMoney({ sign: band.sign, micros: holding.often, text: '' });
}

const hasBids = ({ instance_type: type, region }: PriceRow, { rowsOf }: Context): boolean =>
  [...rowsOf('bids').values()].some(({ row }) => row.instance_type === type && row.region === region);

const actions: readonly Action<PriceRow>[] = [
  {
    id: 'price-bids',
    key: 'i',
    label: 'Go to the bids of this type and region',
    hint: 'bids',
    effect: {
      kind: 'jump',
      to: (row, context) => {
        if (!hasBids(row, context)) return `There is no bid of ${pairName(pairOf(row), context.aliases)} in the list.`;
        const name = (identifier: string): string => aliasOr(identifier, context.aliases);
        const filter = `${anyOf('type', [name(row.instance_type)])} ${anyOf('region', [name(row.region)])}`;
        return { pane: 'bids', fid: null, filter };
      },
    },
  },
];

const pairOf = ({ instance_type: type, region }: PriceRow) => ({ type, region });

export const prices: Resource<'prices'> = {
  name: 'prices',
  key: '',
  alias: 'prices',
  title: 'Prices',
  side: 'whole',
  words: { list: 'prices', one: 'price' },
  one: 'price',
  about: { texts: () => [wordSentence(priceWords.held)] },
  empty: (key) => [
    'No prices yet: no bid was seen in the last 7 days.',
    'Each bid that is filled while a console, spotdeck watch or another reader runs says something about the price.',
    `Press ${key('pane-bids', '1')} to see the bids.`,
  ],
  columns: priceColumns,
  sort: { column: 'type', descending: false },
  actions,
  detail: priceSections,
  labelOf: (row) => `${pairName(pairOf(row))}`,
  copies: [{ key: 'l', label: 'limit price that would have held 90 %', text: (row) => suggestedPrice(row) || null }],
};

function holdingLine({ price }: PriceRow, share: 'often' | 'mostly', label: string): DetailLine {
  const micros = price.holding[share];
  if (micros === null) return { label, text: whyNoAdvice(price, share), tone: 'dim' };
  return {
    label,
    text: `${amount(price.band.sign, micros)} would have held ${heldText(heldPercent(price.band, micros), price.band)} of the time`,
  };
}

const timeText = (ms: number | null, words: string): string =>
  ms === null ? 'not seen yet' : `${shortDuration(ms)} ${words}`;

function priceSections(row: PriceRow, context: Context): readonly DetailSection[] {
  const { price } = row;
  const name = pairName(price.band, context.aliases);
  const now = serviceNow(row, context);
  const isBeside = context.own(auctionsNow).size > 0;
  const service = now && { price: now.last_instance_price, free: now.capacity };
  const [sentence] = priceSentences(price, { limit: null, now: context.now, name, service, isBeside });
  const trend = trendWord(row);
  const short = shortBids(row);
  return [
    {
      title: 'Price',
      lines: [
        { label: 'In short', text: sentence },
        detailIdentifier('Instance type', row.instance_type, context),
        detailIdentifier('Region', row.region, context),
        service === null
          ? { label: isOld(row, context) ? 'It was' : 'It is', text: boundsWords(row.price, isBeside) }
          : { label: 'It is', text: serviceTexts(service)[0] },
        detailTime('Seen', price.last?.to ?? null, context),
        detailText('Trend', trend === '' ? null : `${trend} over the last ${days(price)} days`, context),
      ],
    },
    {
      title: 'Limit prices',
      lines: [holdingLine(row, 'often', '90 %'), holdingLine(row, 'mostly', '99 %')],
    },
    {
      title: 'Bids',
      lines: [
        { label: 'Seen', text: String(price.band.bids) },
        { label: 'Filled', text: timeText(row.fillMs, 'after it began to wait: half of them sooner') },
        ...(short === 0
          ? []
          : [
              {
                label: 'No room',
                text: `${short} waited although the limit price was high enough`,
              },
            ]),
        { label: 'Stayed', text: timeText(row.stayMs, 'until it lost its instances: half of them longer') },
      ],
    },
  ];
}

const days = ({ time }: PriceRow['price']): number => Math.round((time.to - time.from) / (24 * HOUR_MS));
