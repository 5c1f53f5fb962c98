import { ownSetting } from '../../config/own-setting.ts';
import type { ExtraName } from './extra.ts';

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
