import { ownSetting } from '../../config/own-setting.ts';
import type { NamesFrom } from './names-of-rows.ts';

/** Null for none. */
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
