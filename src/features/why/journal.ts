import * as z from 'zod';
import type { JournalEvent } from '../../changes/change-event.ts';
import { type JournalAccess, recordsIn } from '../../journal/access.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import type { Work } from '../../lib/work.ts';

/** Most events that are read in one part. */
const PAGE = 100;

const RowId = z.object({ id: z.int() });

function createRowEvents({ database, read, parse }: JournalAccess) {
  // What a damaged file has in place of a payload is skipped, as everywhere.
  const getPage = database.prepare(
    `SELECT * FROM entries WHERE id > ?1 AND fid IS NOT NULL AND scope IN (SELECT value FROM json_each(?2)) AND json_valid(payload)
     AND (payload->>'$.kind' = 'noted' OR payload->>'$.change' IN ('appeared', 'gone', 'lost') OR payload->>'$.field' IN ('status', 'limit_price'))
     ORDER BY id LIMIT ?3`,
  );

  return {
    /**
     * Reads the events about rows of projects that say how these came to stand as they do, in parts: changes of status and price, and what
     * was done with them. `onPage` gets them oldest first; events that are added meanwhile may be among them. The result is the id of the
     * last one, 0 without any or when the file can't be read.
     */
    rowEventsInParts: function* (
      scopes: readonly Scope[],
      onPage: (events: readonly JournalEvent[]) => void,
    ): Work<number> {
      const keys = JSON.stringify([...new Set(scopes.map(keyOf))]);
      for (let id = 0; ; ) {
        const after = id;
        const page = read(() => getPage.all(after, keys, PAGE));
        // Entries that another program wrote in its own way have an id, too.
        const last = page.at(-1);
        if (last === undefined) return id;
        onPage(page.flatMap(parse));
        id = RowId.parse(last).id;
        yield PAGE;
      }
    },
  };
}

/** Adds the events about rows to a journal. */
export const rowEvents = recordsIn('why', createRowEvents);
