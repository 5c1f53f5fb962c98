import { own, type TypedValues } from '../../lib/typed-key.ts';
import { auctions } from './auctions.ts';
import { bidHistory } from './bid-history.ts';
import type { Extra } from './extra.ts';
import { instancePrices } from './instance-prices.ts';
import { namesExtra } from './names.ts';
import { allowedNames } from './names-lists.ts';
import { priceHistory } from './price-history.ts';
import { priceNow } from './price-now.ts';
import { quotas } from './quotas.ts';
import { extraPaths, extras, isChosen } from './settings.ts';

/** Beside lists of names. The most useful first. */
const usualExtras: readonly Extra[] = [auctions, priceNow, priceHistory, quotas, instancePrices, bidHistory];

/** Those that the settings allow, at their paths. */
export function allowedExtras(settings: { readonly own: TypedValues }): readonly Extra[] {
  const chosen = own(settings, extras);
  const paths = own(settings, extraPaths);
  const usual = usualExtras
    .filter(({ name }) => isChosen(chosen, name))
    .map((extra) => ({ ...extra, path: paths[extra.name] ?? extra.path }));
  return [...usual, ...allowedNames(settings).map(namesExtra)];
}
