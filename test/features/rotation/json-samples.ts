import type { JsonSamples } from '../../stories/json-sample.ts';
import { NO_TOKEN, tokenFileOf } from '../../stories/token-file.ts';

export const jsonSamples: JsonSamples = {
  'api-key rotate': [
    {
      words: ['--yes', '--keep-old'],
      prepare: (script) => {
        tokenFileOf(script);
        return NO_TOKEN;
      },
    },
  ],
};
