import type { Client, ListOptions } from '../api/client.ts';
import type { PageCursor, ReadLimit } from '../api/list-pages.ts';
import type { ListedRow, ListWarning, Outcome, ServiceError, UnreadableRow, WholeList } from '../api/result.ts';
import { isPerProject } from '../contract/endpoint.ts';
import { ProjectId } from '../contract/fid.ts';
import type { ServiceList } from '../contract/lists.ts';
import { serviceResources } from './index.ts';
import type { ServiceResource } from './resource.ts';
import type { Rows } from './rows.ts';
import type { ListQuery } from './service-query.ts';

export type ReadOptions<Row> = Omit<ListOptions<Row>, 'enough' | 'from' | 'onCursor'> & {
  /** Called with the cursor of each page but the first of a project. */
  readonly onCursor?: (page: PageCursor, project: string) => void;
};

/** The rows of a query from a page on, and no more than are enough. */
export type ListPart<Row> = { readonly query?: ListQuery; readonly from?: string; readonly enough?: ReadLimit<Row> };

/**
 * Reads a list of all shown projects, complete, or fails. A `part` holds for each project, as the service's order does.
 */
export async function readList<Name extends ServiceList>(
  client: Client,
  name: Name,
  projects: readonly string[],
  progress: ReadOptions<Rows[Name]>,
  { query = {}, ...part }: ListPart<Rows[Name]> = {},
): Promise<Outcome<WholeList<Rows[Name]>, ServiceError>> {
  const { endpoint }: ServiceResource<Name> = serviceResources[name];
  const { onCursor, ...options } = progress;
  if (!isPerProject(endpoint)) return client.list(endpoint, { query }, { ...options, ...part });
  return readEach(projects, options, (project, onward) =>
    client.list(
      endpoint,
      { query: { ...query, project: ProjectId.parse(project) } },
      { ...onward, ...part, ...(onCursor === undefined ? {} : { onCursor: (page) => onCursor(page, project) }) },
    ),
  );
}

type ReadEach<Row> = Omit<ReadOptions<Row>, 'onCursor'>;
type InProject = { readonly fid: string; readonly project?: unknown };

/** One after the other, for no more requests at once. */
async function readEach<Row extends InProject>(
  projects: readonly string[],
  progress: ReadEach<Row>,
  read: (project: string, progress: ReadEach<Row>) => Promise<Outcome<WholeList<Row>, ServiceError>>,
): Promise<Outcome<WholeList<Row>, ServiceError>> {
  const [only, ...others] = projects;
  if (only !== undefined && others.length === 0) return read(only, progress);
  const rows = new Map<string, ListedRow<Row>>();
  const unreadable: UnreadableRow[] = [];
  const warnings = new Set<ListWarning>();
  let pages = 0;
  let isCut = false;
  for (const project of projects) {
    const [pagesBefore, rowsBefore] = [pages, rows.size];
    const answer = await read(project, {
      ...progress,
      onPage: (done, page) =>
        progress.onPage?.({ pages: pagesBefore + done.pages, rows: rowsBefore + done.rows }, inProject(page, project)),
    });
    if (!answer.ok) return answer;
    for (const [fid, listed] of inProject(answer.value.rows, project)) rows.set(fid, listed);
    unreadable.push(...answer.value.unreadable);
    for (const warning of answer.value.warnings) warnings.add(warning);
    pages += answer.value.pages;
    isCut ||= answer.value.cut === true;
  }
  return { ok: true, value: { rows, unreadable, warnings: [...warnings], pages, ...(isCut ? { cut: true } : {}) } };
}

const inProject = <Row extends InProject>(
  rows: ReadonlyMap<string, ListedRow<Row>>,
  project: string,
): ReadonlyMap<string, ListedRow<Row>> => new Map([...rows].map(([fid, listed]) => [fid, ofProject(listed, project)]));

/** The same raw text makes it the same row from poll to poll. */
function ofProject<Row extends InProject>(listed: ListedRow<Row>, project: string): ListedRow<Row> {
  return listed.row.project === null ? { raw: listed.raw, row: { ...listed.row, project } } : listed;
}
