import { HOUR_MS, shortDuration } from '../../../lib/duration.ts';
import type { Context } from '../../../resources/context.ts';
import { detailIdentifier } from '../../../resources/parts/aliases.ts';
import { detailText, detailTime } from '../../../resources/parts/columns.ts';
import type { DetailLine, DetailSection } from '../../../resources/resource.ts';
import type { PriceRow } from '../price-row.ts';
import { pairName, priceSentences } from '../price-sentence.ts';
import { isOld, priceText, shortBids, trendWord } from './columns.ts';

/** The bounds of the last observation in words. */
function lastBounds({ price }: PriceRow): string {
  const { last } = price;
  if (last === null) return 'no bid was seen being filled or outbid';
  const { low, high } = last;
  if (low !== null && high !== null) return `between ${priceText(price, low)} and ${priceText(price, high)}`;
  if (high !== null) return `at most ${priceText(price, high)}: a bid with that limit price had its instances`;
  return low === null ? '' : `at least ${priceText(price, low)}: a bid with that limit price was outbid`;
}

function holdingLine({ price }: PriceRow, share: 'often' | 'mostly', label: string): DetailLine {
  const micros = price.holding[share];
  if (micros === null) return { label, text: 'not enough seen yet', tone: 'dim' };
  return { label, text: `${priceText(price, micros)} would have held that share of the time` };
}

const timeText = (ms: number | null, words: string): string =>
  ms === null ? 'not seen yet' : `${shortDuration(ms)} ${words}`;

/** The sections of a price: what was seen, and what follows from it. */
export function priceSections(row: PriceRow, context: Context): readonly DetailSection[] {
  const { price } = row;
  const name = pairName(price.band, context.aliases);
  const [sentence] = priceSentences(price, { limit: null, now: context.now, name });
  const trend = trendWord(row);
  const short = shortBids(row);
  return [
    {
      title: 'Price',
      lines: [
        { label: 'In short', text: sentence },
        detailIdentifier('Instance type', row.instance_type, context),
        detailIdentifier('Region', row.region, context),
        { label: isOld(row, context) ? 'It was' : 'It is', text: lastBounds(row) },
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
                label: 'Left out',
                text: `${short} that waited although the limit price was high enough, or may have: capacity was short`,
              },
            ]),
        { label: 'Stayed', text: timeText(row.stayMs, 'until it lost its instances: half of them longer') },
      ],
    },
  ];
}

const days = ({ time }: PriceRow['price']): number => Math.round((time.to - time.from) / (24 * HOUR_MS));
