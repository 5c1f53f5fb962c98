import { type IdleJournal, idleJournal } from '../../src/features/machines/journal.ts';
import { type BidJournal, bidJournal } from '../../src/features/money/journal.ts';
import { type NotifyJournal, notifyJournal } from '../../src/features/notify/journal.ts';
import { type PauseSetJournal, pauseSetJournal } from '../../src/features/pause-sets/journal.ts';
import { type RulesJournal, rulesJournal } from '../../src/features/rules/journal/rules.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { serviceResources } from '../../src/resources/index.ts';
import { loadedFeatures } from '../features-loaded.ts';

/** A journal with the records of all features. */
export type FeaturesJournal = RulesJournal & PauseSetJournal & NotifyJournal & IdleJournal & BidJournal;

const tables = await loadedFeatures.tables();

/** Opens a journal with the records of all features. */
export const openFeaturesJournal = (path: string, now: () => number): FeaturesJournal =>
  rulesJournal(
    pauseSetJournal(notifyJournal(idleJournal(bidJournal(openJournal(path, now, serviceResources, tables))))),
  );
