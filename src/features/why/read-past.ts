import { type AsyncJournal, journalRecords } from '../../journal/async-journal.ts';
import type { Scope } from '../../journal/scope.ts';

/** When the lists of all these projects were first read by a program with this journal; null when one was not. Milliseconds since 1970. */
export async function readSince(journal: Pick<AsyncJournal, 'ask'>, scopes: readonly Scope[]): Promise<number | null> {
  const times = await Promise.all(scopes.map((scope) => journal.ask(journalRecords, 'knownSince', scope, 'bids')));
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}
