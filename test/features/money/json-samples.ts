import { type JsonSamples, withJournal } from '../../stories/json-sample.ts';

export const jsonSamples: JsonSamples = {
  spend: ['day', 'bid', 'type'].map((by) => ({ words: ['--by', by], prepare: withJournal })),
  price: [{ words: [], prepare: withJournal }],
};
