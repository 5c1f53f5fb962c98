import * as z from 'zod';
import { DROP_UNUSED } from './entry-tables.ts';
import type { JournalDatabase } from './file.ts';

/** The usual size, and the part for changes not carried over yet, in bytes. */
const MAX_BYTES = 1_000_000_000;
const CHANGES_BYTES = 4_000_000;
/** Events always kept, and those deleted at once: more than come meanwhile. */
const KEPT_EVENTS = 1000;
const DROPPED_AT_ONCE = 2000;

const Found = z.object({ found: z.int() });

export function createSizeLimit(file: JournalDatabase, maxBytes: number | null) {
  const most = (maxBytes ?? MAX_BYTES) - CHANGES_BYTES;
  const isUsed = file.prepare(
    `SELECT (page_count - freelist_count) * page_size > ? AS found
     FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
  );
  const hasMore = file.prepare('SELECT EXISTS (SELECT 1 FROM entries ORDER BY id DESC LIMIT 1 OFFSET ?) AS found');
  const drop = file.prepare(
    `DELETE FROM entries WHERE id IN (
       SELECT id FROM entries WHERE id <= (SELECT id FROM entries ORDER BY id DESC LIMIT 1 OFFSET ?) ORDER BY id LIMIT ?
     )`,
  );
  // Freed pages are used again, so the file need not shrink.
  const isAbove = (): boolean => Found.parse(isUsed.get(most)).found === 1;
  return {
    isAbove,
    /** Still above with the newest events alone. */
    isFull: (): boolean => isAbove() && Found.parse(hasMore.get(KEPT_EVENTS)).found === 0,
    dropOldest: (): void => {
      drop.run(KEPT_EVENTS, DROPPED_AT_ONCE);
      file.exec(DROP_UNUSED);
    },
  };
}
