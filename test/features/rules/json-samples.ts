import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSamples } from '../../stories/json-sample.ts';
import { CAP } from './stories/autopilot.ts';

export const jsonSamples: JsonSamples = {
  autopilot: [
    {
      words: ['--dry-run'],
      prepare: ({ home }) => {
        const config = join(home.folder, 'rules.toml');
        writeFileSync(config, CAP);
        return { SPOTDECK_CONFIG: config };
      },
      until: /rehearsed/,
    },
  ],
};
