import type { Intake } from './json-body.ts';
import type { PageCache, PageRead } from './page-cache.ts';
import type { Paging } from './request.ts';
import type { ListWarning, Outcome, ServiceError, WholeList } from './result.ts';
import { gatherRows } from './rows.ts';

/** How to read one list to its end. */
export type ListRequest<Row> = {
  readonly reader: PageCache<Row>;
  /** The page size to ask for; null asks for none. */
  readonly limit: number | null;
  readonly maxPages: number;
  readonly ask: (paging: Paging, intake: Intake<PageRead<Row>>) => Promise<Outcome<PageRead<Row>, ServiceError>>;
  /** The service refused the page size, and answered without one. */
  readonly onLimitRefused: () => void;
  /** Told of each page but the last, with which the whole list is there. */
  readonly onPage: ((progress: { readonly pages: number; readonly rows: number }) => void) | undefined;
};

/**
 * Asks for page after page (section 2.6) until the last, a cursor that came before, or the page limit. An
 * error on any page is the error of the whole list: half a list would look like rows that are gone.
 */
export async function readWholeList<Row>(listing: ListRequest<Row>): Promise<Outcome<WholeList<Row>, ServiceError>> {
  const { reader } = listing;
  reader.begin();
  const list = await readPages(listing);
  if (list.ok) reader.ended(list.value.rows, list.value.pages);
  else reader.failed();
  return list;
}

async function readPages<Row>(listing: ListRequest<Row>): Promise<Outcome<WholeList<Row>, ServiceError>> {
  const gathering = gatherRows<Row>();
  const warnings = new Set<ListWarning>();
  const seen = new Set<string>();
  let limit: Paging['limit'] = listing.limit;
  let cursor: string | null = null;
  for (let pages = 1; ; pages++) {
    let page = await listing.ask({ limit, cursor }, listing.reader.page(pages - 1));
    // Default and maximum of the limit are not shown (section 8): a service that wants none is asked without.
    if (pages === 1 && limit !== null && !page.ok && isValidationError(page.error)) {
      limit = 'none';
      page = await listing.ask({ limit, cursor }, listing.reader.page(pages - 1));
      if (page.ok) listing.onLimitRefused();
    }
    if (!page.ok) return page;
    gathering.add(page.value.rows);
    const { next } = page.value;
    if (next !== null && !seen.has(next) && pages < listing.maxPages) {
      listing.onPage?.({ pages, rows: gathering.rows().size });
      seen.add(next);
      cursor = next;
      continue;
    }
    if (next !== null) warnings.add(seen.has(next) ? 'cursor-repeated' : 'page-limit');
    if (gathering.repeated()) warnings.add('rows-repeated');
    const rows = gathering.rows();
    return {
      ok: true,
      value: { rows, unreadable: gathering.unreadable(), warnings: [...warnings], pages },
    };
  }
}

/** A refusal by the service itself: a request that was held back here would be held back again. */
function isValidationError(error: ServiceError): boolean {
  return error.kind === 'refused' && error.status === 422 && error.reached === 'yes';
}
