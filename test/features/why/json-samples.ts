import { type JsonSamples, withJournal } from '../../stories/json-sample.ts';

export const jsonSamples: JsonSamples = { why: [{ words: [], prepare: withJournal }] };
