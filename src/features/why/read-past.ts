import type { Journal } from '../../journal/journal.ts';
import type { Scope } from '../../journal/scope.ts';
import type { Work } from '../../lib/work.ts';
import { bidJournal } from '../money/journal.ts';
import { gapsSeen } from './gaps.ts';
import { type Incidents, incidentsWith, NO_INCIDENTS } from './incident.ts';
import { rowEvents } from './journal.ts';
import { pastsAdded, type RowPast } from './past.ts';
import type { KnownPasts } from './state.ts';

/** What the journal has of the rows of some projects, as far as it was read. */
export type ReadPast = {
  readonly known: Extract<KnownPasts, { readonly kind: 'read' }>;
  readonly incidents: Incidents;
};

/** When the lists of all these projects were first read by a program with this journal; null when one was not. Milliseconds since 1970. */
export function readSince(journal: Pick<Journal, 'knownSince'>, scopes: readonly Scope[]): number | null {
  const times = scopes.flatMap((scope) => journal.knownSince(scope, 'bids') ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

/** Reads the past of rows, and the incidents in it, in parts. `until` is the time up to which somebody should have looked; null for the last look. */
export function* readPastInParts(journal: Journal, scopes: readonly Scope[], until: number | null): Work<ReadPast> {
  const pasts = new Map<string, RowPast>();
  let incidents = NO_INCIDENTS;
  const last = yield* rowEvents(journal).rowEventsInParts(scopes, (events) => {
    pastsAdded(pasts, events, journal.by);
    incidents = incidentsWith(incidents, events);
  });
  const gaps = gapsSeen(bidJournal(journal), scopes, until);
  return { known: { kind: 'read', pasts, since: readSince(journal, scopes), last, gaps }, incidents };
}
