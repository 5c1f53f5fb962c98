import { DAY_MS } from '../../lib/duration.ts';
import type { ConsoleState } from '../../store/state.ts';
import { auctionOf } from '../extras/auctions.ts';
import { canCompare, unitOf } from '../extras/price-unit.ts';
import type { WantedExtras, WantedHistory } from '../extras/wanted.ts';
import { chartOfStrip } from './chart/strip.ts';
import { chartsWanted } from './chart/tab.ts';
import { type Pair, PRICE_TIME_MS } from './price.ts';
import { wantedByForms } from './wanted-by-forms.ts';

/** Types of one question about earlier prices. */
const MOST_TYPES = 50;
/** Pairs asked at once to find the unit of their cents. */
const MOST_UNITS = 2;

const historyOf = ({ type, region }: Pair, spanMs: number): WantedHistory => ({ types: [type], region, spanMs });

/** Of all types that the service sells, while Prices are shown. */
function historyOfAll({ focus, extras }: ConsoleState): readonly WantedHistory[] {
  const auctions = focus === 'prices' ? [...(extras?.auctions?.value.values() ?? [])] : [];
  const types = [...new Set(auctions.map(({ instance_type }) => instance_type))].sort().slice(0, MOST_TYPES);
  return types.length === 0 ? [] : [{ types, region: null, spanMs: PRICE_TIME_MS }];
}

/** What forms, Prices and charts need of the service. Short charts are part of one of a day. */
export function wantedExtras(state: ConsoleState): WantedExtras {
  if (state.shownInstead !== null) return {};
  const forms = wantedByForms(state);
  const charts = [...chartOfStrip(state), ...(chartsWanted(state).charts ?? [])];
  const pairs: readonly Pair[] = [...forms, ...charts.map(({ pair }) => pair)];
  const all = historyOfAll(state);
  const isSold = ({ type, region }: Pair): boolean => auctionOf(state, type, region) !== null;
  // One answer about all shows most units.
  const shown =
    all.length === 0 || state.extras?.priceHistory === undefined
      ? []
      : [...(state.extras?.auctions?.value.values() ?? [])];
  const unknown = [...pairs, ...shown.map(({ instance_type, region }) => ({ type: instance_type, region }))].filter(
    (pair) => unitOf(state, pair.type) === null && canCompare(state, [pair.type]) && isSold(pair),
  );
  const ofUnits = [...new Map(unknown.map((pair) => [pair.type, pair])).values()].slice(0, MOST_UNITS);
  return {
    prices: [...forms, ...ofUnits.map(({ type, region }) => ({ type, region, quantity: 1 }))],
    histories: [
      ...forms.map((pair) => historyOf(pair, PRICE_TIME_MS)),
      ...charts.flatMap(({ pair, spanMs }) => [
        historyOf(pair, Math.max(spanMs, DAY_MS)),
        historyOf(pair, PRICE_TIME_MS),
      ]),
    ]
      .filter(({ types: [type = ''], region }) => isSold({ type, region: region ?? '' }))
      .concat(all),
  };
}
