import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSamples } from '../../stories/json-sample.ts';
import { NEW_BID } from './stories/fleet-file.ts';

export const jsonSamples: JsonSamples = {
  diff: [
    {
      words: ['fleet.toml'],
      prepare: async ({ home, run }) => {
        const { out } = await run(['export']);
        const changed = out.replace(
          'limit_price = "$1.35"\nvolumes = ["renders"]',
          'limit_price = "$1.50"\nvolumes = ["renders"]',
        );
        writeFileSync(join(home.folder, 'fleet.toml'), `${changed}${NEW_BID}`);
        return {};
      },
      code: 1,
    },
  ],
};
