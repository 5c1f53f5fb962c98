import { formatMoney } from '../../../lib/money.ts';
import { placeBidFields, placeBidForm } from '../../../resources/bids/place-form.ts';
import type { Context } from '../../../resources/context.ts';
import { anyOf } from '../../../resources/filter/parse.ts';
import { aliasOr } from '../../../resources/parts/aliases.ts';
import type { Action, Resource } from '../../../resources/resource.ts';
import type { PriceRow } from '../price-row.ts';
import { pairName } from '../price-sentence.ts';
import { priceColumns } from './columns.ts';
import { priceSections } from './detail.ts';

/** The limit price that a new bid starts with: the one that would have held 90 % of the time. */
function suggestedPrice({ price: { band, holding } }: PriceRow): string {
  return holding.often === null ? '' : formatMoney({ sign: band.sign, micros: holding.often, text: '' });
}

const hasBids = ({ instance_type: type, region }: PriceRow, { rowsOf }: Context): boolean =>
  [...rowsOf('bids').values()].some(({ row }) => row.instance_type === type && row.region === region);

const actions: readonly Action<PriceRow>[] = [
  {
    id: 'place-bid-here',
    key: 'n',
    label: 'Place a bid of this type and region, with the limit price that would have held 90 % of the time',
    hint: 'new bid',
    effect: {
      kind: 'form',
      fields: placeBidFields,
      open: (row, context) =>
        placeBidForm(null, context, { type: row.instance_type, region: row.region, price: suggestedPrice(row) }),
    },
  },
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
  empty: (key) => [
    'No prices yet: no bid was seen being filled or outbid in the last 7 days.',
    'Each bid that is filled or outbid while a console, spotdeck watch or another reader runs says something about the price.',
    `Press ${key('pane-bids', '1')} to see the bids.`,
  ],
  columns: priceColumns,
  sort: { column: 'type', descending: false },
  actions,
  detail: priceSections,
  labelOf: (row) => `${pairName(pairOf(row))}`,
  copies: [{ key: 'l', label: 'limit price that would have held 90 %', text: (row) => suggestedPrice(row) || null }],
};
