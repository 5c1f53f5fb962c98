import { type Journal, openJournal } from '../../src/journal/journal.ts';
import { serviceResources } from '../../src/resources/index.ts';
import { loadedFeatures } from '../features-loaded.ts';

const tables = await loadedFeatures.tables();

/** Opens a journal with the tables of all features. */
export const openTestJournal = (path: string, now: () => number, maxBytes: number | null = null): Journal =>
  openJournal(path, now, serviceResources, tables, maxBytes);
