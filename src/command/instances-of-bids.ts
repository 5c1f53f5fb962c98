import { DEFAULT_PAGE_SIZE } from '../api/defaults.ts';
import type { ListedRow } from '../api/result.ts';
import type { BidFid } from '../contract/fid.ts';
import { missingOf } from '../resources/incomplete-lists.ts';
import type { Rows } from '../resources/rows.ts';
import { isOneIdentifier, referenceQueries, rowSelector } from '../resources/service-query.ts';
import type { Answer, ListReader } from './list-reader.ts';
import { isQueryRefused } from './read-selection.ts';

/** With more requests, reading the whole list is cheaper. */
const MAX_REQUESTS = 10;

/** The instances of some bids. Null when only the whole list helps: it is cheaper, or the service can't select. */
export async function instancesOf(
  reader: ListReader,
  origins: ReadonlySet<string>,
): Promise<Answer<'instances'> | null> {
  const { context, connection } = reader.lists();
  const listed = new Map<BidFid, number>();
  for (const fid of origins) {
    const bid = context.rowOf('bids', fid)?.row;
    if (bid === undefined || !isOneIdentifier(fid)) return null;
    listed.set(bid.fid, bid.instances.length);
  }
  const queries = referenceQueries(listed, connection.pageSize ?? DEFAULT_PAGE_SIZE, (fids) => ({ bid_fid_in: fids }));
  const requests = queries.reduce((sum, query) => sum + query.requests, 0) * reader.projects;
  if (requests > MAX_REQUESTS) return null;
  const found = { rows: new Map<string, ListedRow<Rows['instances']>>(), unreadable: [], warnings: [], pages: 0 };
  for (const { query } of queries) {
    const answer = await reader.request('instances', { query });
    if (!answer.ok) return isQueryRefused(answer.error) ? null : answer;
    if (missingOf('instances', answer) !== null) return answer;
    const selects = rowSelector(query);
    for (const [fid, instance] of answer.value.rows) {
      if (!selects(instance.row)) return null;
      found.rows.set(fid, instance);
    }
    found.pages += answer.value.pages;
  }
  const came = new Set(Array.from(found.rows.values(), ({ row }) => row.bid));
  return [...listed].every(([bid, count]) => count === 0 || came.has(bid)) ? { ok: true, value: found } : null;
}
