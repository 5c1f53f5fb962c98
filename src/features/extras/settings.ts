import { ownSetting } from '../../config/own-setting.ts';
import type { Extra, ExtraName } from './extra.ts';
import type { NamesFrom } from './names-of-rows.ts';

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

/** Whether the operator allows it. */
export const isChosen = (chosen: 'auto' | 'off' | readonly ExtraName[], name: ExtraName): boolean =>
  chosen === 'auto' || (chosen !== 'off' && chosen.includes(name));

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

/** Null for the usual list of instance types. */
export const namesFrom = ownSetting<NamesFrom | null>({
  name: 'namesFrom',
  flag: null,
  environment: null,
  allowed: 'a table with path, identifier and name, such as path = "/v2/instance-types"',
  help: 'A list of the service with names for identifiers, such as those of instance types. It is read once a day, and your own names win.',
  see: 'docs/configuration.md',
  schema: () => import('./schemas.ts').then(({ namesTable }) => namesTable),
  fallback: null,
  after: 'names',
  example: {
    table: ['[names_from]', 'path = "/v2/instance-types"', 'identifier = "fid"', 'name = "name"', 'region = "region"'],
    needsContent: true,
  },
});
