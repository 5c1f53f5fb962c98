import type { Tables } from '../../journal/tables.ts';
import { crossing, HEADROOM_FIELD } from './crossing.ts';

/** Crossings are events. */
export const tables: Tables = { create: '', columns: '', fields: { [HEADROOM_FIELD]: crossing() } };
