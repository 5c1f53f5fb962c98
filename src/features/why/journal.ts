import type { JournalEvent } from '../../changes/change-event.ts';
import { type JournalAccess, recordsIn } from '../../journal/access.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import type { Work } from '../../lib/work.ts';

/** Most events that are read in one part. */
const PAGE = 100;

function createRowEvents({ database, read, parse }: JournalAccess) {
  // What a damaged file has in place of a payload is skipped, as everywhere.
  const getPage = database.prepare(
    `SELECT * FROM entries WHERE id > ?1 AND fid IS NOT NULL AND scope IN (SELECT value FROM json_each(?2)) AND json_valid(payload)
     AND (payload->>'$.kind' = 'noted' OR payload->>'$.change' IN ('appeared', 'gone', 'lost') OR payload->>'$.field' IN ('status', 'limit_price'))
     ORDER BY id LIMIT ?3`,
  );

  return {
    /**
     * The events about rows of projects that say how these came to stand as they do, oldest first, in parts: changes of status and price,
     * and what was done with them. Events that are added meanwhile may be among them. None when the file can't be read.
     */
    rowEventsInParts: function* (scopes: readonly Scope[]): Work<readonly JournalEvent[]> {
      const keys = JSON.stringify([...new Set(scopes.map(keyOf))]);
      const events: JournalEvent[] = [];
      for (let id = 0; ; ) {
        const after = id;
        const page = read(() => getPage.all(after, keys, PAGE).flatMap(parse));
        const last = page.at(-1);
        if (last === undefined) return events;
        yield PAGE;
        for (const event of page) events.push(event);
        id = last.id;
      }
    },
  };
}

/** Adds the events about rows to a journal. */
export const rowEvents = recordsIn(createRowEvents);
