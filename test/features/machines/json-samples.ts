import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { JsonSamples } from '../../stories/json-sample.ts';

/** Machines that can't be read. */
export const jsonSamples: JsonSamples = {
  top: [
    {
      words: ['train-llama'],
      prepare: ({ home }) => {
        writeFileSync(join(home.folder, 'ssh'), '#!/bin/sh\nexit 255\n', { mode: 0o755 });
        return { PATH: `${home.folder}${delimiter}${process.env['PATH'] ?? ''}` };
      },
      code: 1,
    },
  ],
};
