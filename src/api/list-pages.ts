import { DEFAULT_PAGE_SIZE } from './defaults.ts';
import type { Intake } from './json-body.ts';
import type { PageCache, PageRead } from './page-cache.ts';
import type { Paging } from './request.ts';
import type { ListedRow, ListWarning, Outcome, ServiceError, WholeList } from './result.ts';
import { gatherRows, type ReadRow } from './rows.ts';

/** Pages and rows of a list so far. */
export type ListProgress = { readonly pages: number; readonly rows: number };

/** Called for each page but the last, with which the whole list is complete. `rows` are those of the page, by fid. */
export type OnPage<Row> = (progress: ListProgress, rows: ReadonlyMap<string, ListedRow<Row>>) => void;

/** A page of a list after the first: the cursor that it is requested with, and the number of rows before it. */
export type PageCursor = { readonly cursor: string; readonly rowsBefore: number };

/** Waits until another request may be sent. The function that it returns is called when the request has ended. */
export type Permit = () => Promise<() => void>;

/**
 * Decides whether a page that got no rows is requested again: after a wait of its own it resolves with true to do so. `attempt` is
 * the number of requests for this page so far, from 1. Called only when the service asked for fewer requests, or when the
 * connection broke before any of the answer.
 */
export type PageRetry = (error: ServiceError, attempt: number) => Promise<boolean>;

type PageAnswer<Row> = Outcome<PageRead<Row>, ServiceError>;

/** The rows after which a list is read no further. */
export type ReadLimit<Row> = {
  readonly maxRows: number;
  /** Whether a row counts. Without it all do, and no more rows than `maxRows` are requested. */
  readonly counts?: (row: Row) => boolean;
  /** Pages after which it is read no further, however many rows have come. */
  readonly maxPages?: number;
};

/** How to read one list to its end, or until there are enough rows. */
export type ListRequest<Row> = {
  readonly cache: PageCache<Row>;
  /** Requested page size; null requests none. */
  readonly limit: number | null;
  readonly maxPages: number;
  readonly send: (paging: Paging, intake: Intake<PageRead<Row>>) => Promise<PageAnswer<Row>>;
  /** Called when the service rejected the page size and accepted another one, or none. */
  readonly onLimitRefused: (accepted: number | null) => void;
  readonly onPage: OnPage<Row> | undefined;
  /** Called with the cursor of each page but the first. */
  readonly onCursor?: ((page: PageCursor) => void) | undefined;
  /** Cursor of the page to begin with; without it the first. */
  readonly from?: string | undefined;
  readonly enough?: ReadLimit<Row> | undefined;
  /** Without it no page is requested again. */
  readonly retry?: PageRetry | undefined;
};

/**
 * Reads page after page (section 2.6) until the last, a repeated cursor, or the page limit. An error
 * on any page, unless `retry` overcomes it, is the error of the whole list: half a list would look like removed rows.
 */
export async function readWholeList<Row>(listing: ListRequest<Row>): Promise<Outcome<WholeList<Row>, ServiceError>> {
  const { cache } = listing;
  cache.begin();
  const list = await readPages(listing);
  if (list.ok) cache.ended(list.value.rows, list.value.pages);
  else cache.failed();
  return list;
}

async function readPages<Row>(listing: ListRequest<Row>): Promise<Outcome<WholeList<Row>, ServiceError>> {
  const gathering = gatherRows<Row>();
  const warnings = new Set<ListWarning>();
  const seen = new Set<string>();
  const counted = new Set<string>();
  const readPage = pageReader(listing);
  let limit: Paging['limit'] = pageSizeFor(listing);
  let cursor: string | null = listing.from ?? null;
  for (let pages = 1; ; pages++) {
    let page = await readPage({ limit, cursor }, pages - 1);
    // Default and maximum of the limit are not shown (section 8): a service that rejects it is asked for usual pages, then without one.
    while (pages === 1 && limit !== null && limit !== 'none' && !page.ok && isRejection(page.error)) {
      limit = limit > DEFAULT_PAGE_SIZE ? DEFAULT_PAGE_SIZE : 'none';
      page = await readPage({ limit, cursor }, pages - 1);
      if (page.ok) listing.onLimitRefused(limit === 'none' ? null : limit);
    }
    if (!page.ok) return page;
    gathering.add(page.value.rows);
    const { next } = page.value;
    if (next !== null) listing.onCursor?.({ cursor: next, rowsBefore: gathering.rows().size });
    countRows(page.value.rows, listing.enough?.counts, counted);
    const isCut = next !== null && isEnough(listing.enough, counted.size, pages);
    if (!isCut && next !== null && !seen.has(next) && pages < listing.maxPages) {
      listing.onPage?.({ pages, rows: gathering.rows().size }, readableRows(page.value.rows));
      seen.add(next);
      cursor = next;
      continue;
    }
    if (!isCut && next !== null) warnings.add(seen.has(next) ? 'cursor-repeated' : 'page-limit');
    if (gathering.repeated()) warnings.add('rows-repeated');
    const rows = gathering.rows();
    return {
      ok: true,
      value: {
        rows,
        unreadable: gathering.unreadable(),
        warnings: [...warnings],
        pages,
        ...(isCut ? { cut: true } : {}),
      },
    };
  }
}

/** A function that reads the page with an index, again and again while `retry` says so. */
function pageReader<Row>({ cache, send, retry }: ListRequest<Row>) {
  return async (paging: Paging, at: number): Promise<PageAnswer<Row>> => {
    for (let attempt = 1; ; attempt++) {
      const intake = cache.page(at);
      let began = false;
      const page = await send(paging, {
        push: (bytes) => {
          began = true;
          return intake.push(bytes);
        },
        end: intake.end,
      });
      // Rows of an answer that began already count against the memory.
      if (page.ok || began || retry === undefined || !mayPass(page.error)) return page;
      if (!(await retry(page.error, attempt))) return page;
    }
  };
}

/** Whether an error is about one request, so that the same request may succeed a moment later. */
function mayPass(error: ServiceError): boolean {
  return error.kind === 'rate-limited' || (error.kind === 'unreachable' && error.why === 'reset');
}

function isEnough<Row>(enough: ReadLimit<Row> | undefined, rows: number, pages: number): boolean {
  return enough !== undefined && (rows >= enough.maxRows || pages >= (enough.maxPages ?? Number.POSITIVE_INFINITY));
}

/** The size of equal pages that together have the wanted rows in as few requests as full pages. */
function pageSizeFor<Row>({ limit, enough }: ListRequest<Row>): number | null {
  if (limit === null || enough === undefined || enough.counts !== undefined) return limit;
  return Math.ceil(enough.maxRows / Math.ceil(enough.maxRows / limit));
}

/** Adds the rows of a page that count. A row that comes again counts as it came last. */
function countRows<Row>(page: readonly ReadRow<Row>[], counts: ReadLimit<Row>['counts'], counted: Set<string>): void {
  for (const read of page) {
    if (read.kind === 'unreadable') continue;
    if (counts === undefined || counts(read.listed.row)) counted.add(read.fid);
    else counted.delete(read.fid);
  }
}

/** Whether the service itself rejected what was asked (section 7): a request that the client rejected would be rejected again. */
function isRejection(error: ServiceError): boolean {
  return error.kind === 'refused' && (error.status === 400 || error.status === 422) && error.reached === 'yes';
}

function readableRows<Row>(rows: readonly ReadRow<Row>[]): ReadonlyMap<string, ListedRow<Row>> {
  return new Map(rows.flatMap((read) => (read.kind === 'row' ? [[read.fid, read.listed]] : [])));
}
