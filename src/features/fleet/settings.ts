import { ownSetting } from '../../config/own-setting.ts';

/** A relative path begins at the folder of the config file; null for none. */
export const fleetSetting = ownSetting<string | null>({
  name: 'fleet',
  flag: null,
  environment: null,
  allowed: 'the path of a file, such as "fleet.toml"',
  help: 'The fleet file that the console compares the project with. A relative path begins at the folder of the config file.',
  see: 'docs/fleet.md',
  screen: true,
  readBy: 'console',
  schema: () => import('./schemas.ts').then(({ fleetPath }) => fleetPath),
  fallback: null,
  after: 'names',
  example: { inProfile: '"fleet.toml"' },
});
