import { headroomJournal } from '../../../src/features/headroom/journal.ts';
import { openTestJournal } from '../../journal/open.ts';

/** Opens a journal with the records of this feature. */
export const openFeatureJournal = (path: string, now: () => number) => headroomJournal(openTestJournal(path, now));
