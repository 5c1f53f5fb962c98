import type { Client } from '../api/client.ts';
import type { Listed, ListWarning, Outcome, ServiceError, Unreadable, WholeList } from '../api/outcome.ts';
import { ProjectId } from '../contract/fid.ts';
import type { Rows, ServiceList } from './resource.ts';

type Progress = {
  readonly signal: AbortSignal;
  readonly onPage: (progress: { readonly pages: number; readonly rows: number }) => void;
};

/** How each list is asked for (sections 4.1 to 4.5): whole, of one project where it belongs to one. */
const readOf: {
  readonly [Name in ServiceList]: (
    client: Client,
    project: string,
    progress: Progress,
  ) => Promise<Outcome<WholeList<Rows[Name]>, ServiceError>>;
} = {
  bids: (client, project, progress) =>
    client.list('listBids', { query: { project: ProjectId.parse(project) } }, progress),
  instances: (client, project, progress) =>
    client.list('listInstances', { query: { project: ProjectId.parse(project) } }, progress),
  volumes: (client, project, progress) =>
    client.list('listVolumes', { query: { project: ProjectId.parse(project) } }, progress),
  sshKeys: (client, project, progress) =>
    client.list('listSshKeys', { query: { project: ProjectId.parse(project) } }, progress),
  apiKeys: (client, _project, progress) => client.list('listApiKeys', {}, progress),
};

/** How each list is read of the projects that are shown: all of them or an error, as one list. */
export const readList: {
  readonly [Name in ServiceList]: (
    client: Client,
    projects: readonly string[],
    progress: Progress,
  ) => Promise<Outcome<WholeList<Rows[Name]>, ServiceError>>;
} = {
  bids: (client, projects, progress) => readEach(projects, progress, (one, told) => readOf.bids(client, one, told)),
  instances: (client, projects, progress) =>
    readEach(projects, progress, (one, told) => readOf.instances(client, one, told)),
  volumes: (client, projects, progress) =>
    readEach(projects, progress, (one, told) => readOf.volumes(client, one, told)),
  sshKeys: (client, projects, progress) =>
    readEach(projects, progress, (one, told) => readOf.sshKeys(client, one, told)),
  apiKeys: (client, [project = ''], progress) => readOf.apiKeys(client, project, progress),
};

type InProject = { readonly fid: string; readonly project: string | null };

/** One project after the other, so that several ask no more at once than one. */
async function readEach<Row extends InProject>(
  projects: readonly string[],
  progress: Progress,
  read: (project: string, progress: Progress) => Promise<Outcome<WholeList<Row>, ServiceError>>,
): Promise<Outcome<WholeList<Row>, ServiceError>> {
  const [only, ...others] = projects;
  if (only !== undefined && others.length === 0) return read(only, progress);
  const rows = new Map<string, Listed<Row>>();
  const unreadable: Unreadable[] = [];
  const warnings = new Set<ListWarning>();
  let pages = 0;
  for (const project of projects) {
    const [pagesBefore, rowsBefore] = [pages, rows.size];
    const answer = await read(project, {
      signal: progress.signal,
      onPage: (told) => progress.onPage({ pages: pagesBefore + told.pages, rows: rowsBefore + told.rows }),
    });
    if (!answer.ok) return answer;
    for (const [fid, listed] of answer.value.rows) rows.set(fid, ofProject(listed, project));
    unreadable.push(...answer.value.unreadable);
    for (const warning of answer.value.warnings) warnings.add(warning);
    pages += answer.value.pages;
  }
  return { ok: true, value: { rows, unreadable, warnings: [...warnings], pages } };
}

/** A row that says no project belongs to the one it was asked of. Its text stays, so that it is the same row from poll to poll. */
function ofProject<Row extends InProject>(listed: Listed<Row>, project: string): Listed<Row> {
  return listed.row.project === null ? { raw: listed.raw, row: { ...listed.row, project } } : listed;
}
