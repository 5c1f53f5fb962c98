import { DEFAULT_PAGE_SIZE } from './defaults.ts';
import type { Intake } from './json-body.ts';
import type { PageCache, PageRead } from './page-cache.ts';
import type { Paging } from './request.ts';
import type { ListedRow, ListWarning, Outcome, ServiceError, WholeList } from './result.ts';
import { gatherRows, type ReadRow } from './rows.ts';

export type ListProgress = { readonly pages: number; readonly rows: number };

export type OnPage<Row> = (progress: ListProgress, rows: ReadonlyMap<string, ListedRow<Row>>) => void;

export type PageCursor = { readonly cursor: string; readonly rowsBefore: number };

/** Waits for a permit to send; the result gives it back. */
export type Permit = () => Promise<() => void>;

/** Resolves, perhaps after a wait, with whether to request a failed page again. `attempt` counts from 1. */
export type PageRetry = (error: ServiceError, attempt: number) => Promise<boolean>;

type PageAnswer<Row> = Outcome<PageRead<Row>, ServiceError>;

export type ReadLimit<Row> = {
  readonly maxRows: number;
  /** Without it all rows count, and no more than `maxRows` are requested. */
  readonly counts?: (row: Row) => boolean;
  readonly maxPages?: number;
};

/** Ends a list once some rows have come, or after some pages. */
export function allOf<Row extends { readonly fid: string }>(
  fids: readonly string[],
  maxPages: number | null = null,
): ReadLimit<Row> {
  const wanted = new Set(fids);
  return { maxRows: wanted.size, counts: ({ fid }) => wanted.has(fid), ...(maxPages === null ? {} : { maxPages }) };
}

export type ListRequest<Row> = {
  readonly cache: PageCache<Row>;
  readonly limit: number | null;
  readonly maxPages: number;
  readonly send: (paging: Paging, intake: Intake<PageRead<Row>>) => Promise<PageAnswer<Row>>;
  /** The service rejected the page size and accepted another, or none. */
  readonly onLimitRefused: (accepted: number | null) => void;
  readonly onPage: OnPage<Row> | undefined;
  readonly onCursor?: ((page: PageCursor) => void) | undefined;
  readonly from?: string | undefined;
  readonly enough?: ReadLimit<Row> | undefined;
  readonly retry?: PageRetry | undefined;
};

/**
 * All pages (section 2.6) up to a repeated cursor or the page limit. One failed page fails the list: half of it would
 * look like removed rows.
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
    // The maximum is not shown (section 8): after a rejected limit, the usual one, then none.
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
      // Rows already received count against the memory.
      if (page.ok || began || retry === undefined || !mayPass(page.error)) return page;
      if (!(await retry(page.error, attempt))) return page;
    }
  };
}

/** The same request may succeed a moment later. */
function mayPass(error: ServiceError): boolean {
  return error.kind === 'rate-limited' || (error.kind === 'unreachable' && error.why === 'reset');
}

function isEnough<Row>(enough: ReadLimit<Row> | undefined, rows: number, pages: number): boolean {
  return enough !== undefined && (rows >= enough.maxRows || pages >= (enough.maxPages ?? Number.POSITIVE_INFINITY));
}

/** Equal pages, in as few requests as full ones. */
function pageSizeFor<Row>({ limit, enough }: ListRequest<Row>): number | null {
  if (limit === null || enough === undefined || enough.counts !== undefined) return limit;
  return Math.ceil(enough.maxRows / Math.ceil(enough.maxRows / limit));
}

/** A repeated row counts as it came last. */
function countRows<Row>(page: readonly ReadRow<Row>[], counts: ReadLimit<Row>['counts'], counted: Set<string>): void {
  for (const read of page) {
    if (read.kind === 'unreadable') continue;
    if (counts === undefined || counts(read.listed.row)) counted.add(read.fid);
    else counted.delete(read.fid);
  }
}

/** The service itself rejected the request; the client would reject it again. */
function isRejection(error: ServiceError): boolean {
  return error.kind === 'refused' && (error.status === 400 || error.status === 422) && error.reached === 'yes';
}

function readableRows<Row>(rows: readonly ReadRow<Row>[]): ReadonlyMap<string, ListedRow<Row>> {
  return new Map(rows.flatMap((read) => (read.kind === 'row' ? [[read.fid, read.listed]] : [])));
}
