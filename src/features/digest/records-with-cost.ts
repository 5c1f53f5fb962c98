import type { DialogState } from '../../store/dialog-state.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { BidRecords } from '../money/bid-record.ts';
import { bidRecordsOf } from '../money/known-records.ts';
import { knownSpend } from '../money/spend-over.ts';
import { recordsOf, timeOf } from './digest.ts';

/** A digest that is open. */
type Of = Pick<DialogState<'digest'>, 'parts' | 'records'>;

/** The records, once what the time of a digest cost was computed from them; null before. */
export function recordsWithCost(state: ConsoleState, { parts, records: past }: Of): BidRecords | null {
  if (past !== undefined) return past;
  const records = bidRecordsOf(state);
  if (records === null) return null;
  const own = recordsOf(parts, records);
  // Of projects that are no longer shown together nothing is computed in advance.
  return own !== records || knownSpend(own, timeOf(parts)) !== null ? records : null;
}
