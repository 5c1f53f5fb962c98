import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSamples } from '../../stories/json-sample.ts';

export const jsonSamples: JsonSamples = {
  notify: [
    {
      words: [],
      prepare: ({ home }) => {
        const config = join(home.folder, 'notify.toml');
        writeFileSync(config, '[[notify]]\nname = "team"\nurl_env = "TEAM_URL"\n');
        return { SPOTDECK_CONFIG: config };
      },
    },
  ],
};
