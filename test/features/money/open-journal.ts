import { bidJournal } from '../../../src/features/money/journal.ts';
import { openTestJournal } from '../../journal/open.ts';

/** Opens a journal with the records of this feature and of those below it. */
export const openFeatureJournal = (path: string, now: () => number, maxBytes: number | null = null) =>
  bidJournal(openTestJournal(path, now, maxBytes));
export type FeatureJournal = ReturnType<typeof openFeatureJournal>;
