import { type Finding, ok, warning } from '../../command/doctor-lines.ts';
import { createListReader } from '../../command/list-reader.ts';
import { lookIntoJournal } from '../../command/read-journal.ts';
import { connectionFrom } from '../../config/connection.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { formatMoneyGrouped } from '../../lib/money.ts';
import { type Features, projectsOf } from '../../store/state.ts';
import { clientFor } from '../../system/request-log.ts';
import { withAnswers } from '../extras/ask-once.ts';
import { unitOf } from '../extras/price-unit.ts';
import { bidJournal } from './journal.ts';
import { amount, pairName } from './price-sentence.ts';
import { pairPricesOf } from './prices/rows.ts';
import { contradictionsOf } from './service-prices.ts';

/** The unit of prices in cents, and prices of the service that own bids contradict; nothing without such prices. */
export async function checkPrices(features: Features, { settings }: ResolvedSettings): Promise<readonly Finding[]> {
  if (settings.baseUrl === null || settings.project === null || settings.token === null) return [];
  const connection = connectionFrom(settings);
  const { state } = createListReader(features, settings).lists();
  const asking = { own: settings.own, reads: clientFor(settings, { ...connection, readOnly: true }) };
  const now = await withAnswers(state, asking, ['auctions']);
  // With several GPUs the unit shows.
  const [dearest] = [...(now.extras?.auctions?.value.values() ?? [])].toSorted((a, b) =>
    Number(b.last_instance_price.micros - a.last_instance_price.micros),
  );
  if (dearest === undefined) return [];
  const pair = { type: dearest.instance_type, region: dearest.region };
  const known = await withAnswers(now, asking, ['price-now'], { prices: [{ ...pair, quantity: 1 }] });
  const readAt = known.now;
  const place = { baseUrl: connection.baseUrl, projects: projectsOf(known.connected) };
  const records = await lookIntoJournal(features, settings, place, (journal, scopes) =>
    bidJournal(journal).bidRecords(scopes, { from: 0, to: readAt }),
  );
  const prices = records === null ? [] : pairPricesOf({ records: records.read, readAt });
  const found = contradictionsOf(known, prices);
  return [
    ...(known.extras?.priceNow === undefined ? [] : [unitFinding(unitOf(known, pair.type), pairName(pair))]),
    ...found.map(({ price: { band }, service, high }) =>
      warning(
        'prices',
        `${pairName(band)}: the service says ${formatMoneyGrouped(service)}, but a bid at ${amount(band.sign, high)} has its instances.`,
        'The price of the service is shown.',
      ),
    ),
    ...(found.length === 0 ? [ok('prices', 'own bids do not contradict those of the service')] : []),
  ];
}

const unitFinding = (unit: number | null, name: string): Finding =>
  unit === null
    ? warning(
        'price unit',
        `prices in cents are neither per instance nor per GPU, by ${name}.`,
        'Prices to win and of before are not used.',
      )
    : ok(
        'price unit',
        `prices in cents are per ${unit === 1 ? 'instance' : `GPU, ${unit} in an instance`}, by ${name}`,
      );
