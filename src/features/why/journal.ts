import * as z from 'zod';
import type { JournalEvent } from '../../changes/change-event.ts';
import { EMPTY_FOLD, type Fold, foldEvents, trimmed } from '../../changes/fold-events.ts';
import { type JournalAccess, recordsIn } from '../../journal/access.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import type { Interval } from '../../lib/intervals.ts';
import { bidJournal } from '../money/journal.ts';
import { gapsSeen } from './gaps.ts';
import { pastsAdded, type RowPast } from './past.ts';
import type { KnownPasts } from './state.ts';

/** Most events that are in memory at once. */
const PAGE = 100;
/** Most lines of what happened that are kept: the oldest that are over go first. */
export const MAX_LINES = 500;

const RowId = z.object({ id: z.int() });

/** What the journal has of the rows of some projects, as far as it was read. */
export type ReadPast = Pick<Extract<KnownPasts, { readonly kind: 'read' }>, 'last' | 'gaps'> & {
  readonly pasts: ReadonlyMap<string, RowPast>;
  readonly happened: Fold<JournalEvent>;
};

function createRowEvents(access: JournalAccess) {
  const { database, read, parse } = access;
  // What a damaged file has in place of a payload is skipped, as everywhere.
  const getPage = database.prepare(
    `SELECT * FROM entries WHERE id > ?1 AND fid IS NOT NULL AND scope IN (SELECT value FROM json_each(?2)) AND json_valid(payload)
     AND (payload->>'$.kind' = 'noted' OR payload->>'$.change' IN ('appeared', 'gone', 'lost') OR payload->>'$.field' IN ('status', 'limit_price'))
     ORDER BY id LIMIT ?3`,
  );

  const observed = bidJournal.of({ access });

  return {
    /**
     * What the events about rows of projects say of how these came to stand as they do: changes of status and price, and what was done with
     * them. `here` identifies the own events of a program. `last` is the id of the last event, 0 without any or when the file can't be read.
     */
    readPast: (scopes: readonly Scope[], until: number | null, here: string): ReadPast => {
      const keys = JSON.stringify([...new Set(scopes.map(keyOf))]);
      const pasts = new Map<string, RowPast>();
      let happened: Fold<JournalEvent> = EMPTY_FOLD;
      for (let last = 0; ; ) {
        const after = last;
        const page = read(() => getPage.all(after, keys, PAGE));
        // Entries that another program wrote in its own way have an id, too.
        const end = page.at(-1);
        if (end === undefined) return { pasts, last, happened, gaps: gapsSeen(observed, scopes, until) };
        const events = page.flatMap(parse);
        pastsAdded(pasts, events, here);
        happened = trimmed(foldEvents(happened, events), MAX_LINES);
        last = RowId.parse(end).id;
      }
    },

    /** The times in which no program with this journal read the lists of some projects. */
    gaps: (scopes: readonly Scope[], until: number | null): readonly Interval[] => gapsSeen(observed, scopes, until),
  };
}

/** Adds the events about rows to a journal. */
export const rowEvents = recordsIn('why', createRowEvents);
