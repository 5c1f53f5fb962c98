import type { Client } from '../api/client.ts';
import type { Outcome, ServiceError, WholeList } from '../api/outcome.ts';
import { ProjectId } from '../contract/fid.ts';
import type { Rows, ServiceList } from './resource.ts';

type Progress = {
  readonly signal: AbortSignal;
  readonly onPage: (progress: { readonly pages: number; readonly rows: number }) => void;
};

/** How each list is asked for (sections 4.1 to 4.5): whole, of one project where it belongs to one. */
export const readList: {
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
