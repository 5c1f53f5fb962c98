import { notifyJournal } from '../../../src/features/notify/journal.ts';
import { openTestJournal } from '../../journal/open.ts';

/** Opens a journal with the records of this feature and of those below it. */
export const openFeatureJournal = (path: string, now: () => number) => notifyJournal(openTestJournal(path, now));
export type FeatureJournal = ReturnType<typeof openFeatureJournal>;
