import * as z from 'zod';
import type { JournalEvent } from '../../changes/change-event.ts';
import { EMPTY_FOLD, type Fold, foldEvents, trimmed } from '../../changes/fold-events.ts';
import { type JournalAccess, recordsIn } from '../../journal/access.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import { gapsIn, type Interval, joined } from '../../lib/intervals.ts';
import { bidJournal } from '../money/journal.ts';
import { pastsAdded, type RowPast } from './past.ts';
import type { KnownPasts } from './state.ts';

const PAGE = 100;
/** Most kept lines of the past: the oldest go first. */
export const MAX_LINES = 500;
/** Without a look for so long, something may have changed and changed back; milliseconds. */
const GAP_MS = 2 * MINUTE_MS;

const RowId = z.object({ id: z.int() });

type ReadPast = Pick<Extract<KnownPasts, { readonly kind: 'read' }>, 'last' | 'gaps'> & {
  readonly pasts: ReadonlyMap<string, RowPast>;
  readonly happened: Fold<JournalEvent>;
};

function createRowEvents(access: JournalAccess) {
  const { database, read, parse } = access;
  // Damaged payloads are skipped, as everywhere.
  const getPage = database.prepare(
    `SELECT * FROM entries WHERE id > ?1 AND fid IS NOT NULL AND scope IN (SELECT value FROM json_each(?2)) AND json_valid(payload)
     AND (payload->>'$.kind' = 'noted' OR payload->>'$.change' IN ('appeared', 'gone', 'lost') OR payload->>'$.field' IN ('status', 'limit_price'))
     ORDER BY id LIMIT ?3`,
  );
  const bids = bidJournal.of({ access });

  /** Times between the first and the last look, or `until`, without a program with this journal reading the lists. */
  const gaps = (scopes: readonly Scope[], until: number | null): readonly Interval[] => {
    const all = scopes.flatMap((scope) => {
      const seen = bids.bidsObserved(scope, 0);
      const [first, last] = [seen[0], seen.at(-1)];
      return first === undefined || last === undefined ? [] : gapsIn(seen, { from: first.from, to: until ?? last.to });
    });
    return joined(all.filter(({ from, to }) => to - from >= GAP_MS));
  };

  return {
    gaps,

    /**
     * Changes of status and price of rows, and actions on them. `here` identifies a program's own events. `last` is 0
     * without any event or when the file can't be read.
     */
    readPast: (scopes: readonly Scope[], until: number | null, here: string): ReadPast => {
      const keys = JSON.stringify([...new Set(scopes.map(keyOf))]);
      const pasts = new Map<string, RowPast>();
      let happened: Fold<JournalEvent> = EMPTY_FOLD;
      for (let last = 0; ; ) {
        const after = last;
        const page = read(() => getPage.all(after, keys, PAGE));
        // Entries in another program's form have an id, too.
        const end = page.at(-1);
        if (end === undefined) return { pasts, last, happened, gaps: gaps(scopes, until) };
        const events = page.flatMap(parse);
        pastsAdded(pasts, events, here);
        happened = trimmed(foldEvents(happened, events), MAX_LINES);
        last = RowId.parse(end).id;
      }
    },
  };
}

export const rowEvents = recordsIn('why', createRowEvents);
