import { auctions } from './auctions.ts';
import type { Extra } from './extra.ts';

/** The most useful first. */
export const allExtras: readonly Extra[] = [auctions];
