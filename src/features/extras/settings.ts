import { ownSetting } from '../../config/own-setting.ts';
import type { Extra, ExtraName } from './extra.ts';

/** The extras to ask for. */
export const extras = ownSetting<'auto' | 'off' | readonly ExtraName[]>({
  name: 'extras',
  flag: null,
  environment: 'SPOTDECK_EXTRAS',
  allowed: '"auto", "off", or names such as ["auctions"]',
  help: 'What to ask the service beyond its interface: prices, capacity, charges, who changed a bid.',
  live: true,
  schema: () => import('./schemas.ts').then(({ extrasSchema }) => extrasSchema),
  fallback: 'auto',
  after: 'names',
});

/** Where a service has them at other paths. */
export const extraPaths = ownSetting<{ readonly [Name in ExtraName]?: Extra['path'] }>({
  name: 'extraPaths',
  flag: null,
  environment: null,
  allowed: 'a table of names and paths, such as auctions = "/v2/spot/availability"',
  help: 'Paths of extras that differ from the usual ones.',
  live: true,
  schema: () => import('./schemas.ts').then(({ pathsSchema }) => pathsSchema),
  fallback: {},
  after: 'names',
  example: { table: ['[extra_paths]', 'auctions = "/v2/spot/availability"'], needsContent: true },
});
