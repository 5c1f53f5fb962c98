import { idleJournal } from '../../../src/features/machines/journal.ts';
import { bidJournal } from '../../../src/features/money/journal.ts';
import { pauseSetJournal } from '../../../src/features/pause-sets/journal.ts';
import { rulesJournal } from '../../../src/features/rules/journal/rules.ts';
import { openTestJournal } from '../../journal/open.ts';

/** Opens a journal with the records of this feature and of those below it. */
export const openFeatureJournal = (path: string, now: () => number) =>
  rulesJournal(pauseSetJournal(idleJournal(bidJournal(openTestJournal(path, now)))));
export type FeatureJournal = ReturnType<typeof openFeatureJournal>;
