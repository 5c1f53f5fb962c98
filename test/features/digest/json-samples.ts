import { type JsonSamples, withJournal } from '../../stories/json-sample.ts';

export const jsonSamples: JsonSamples = { digest: [{ words: [], prepare: withJournal }] };
