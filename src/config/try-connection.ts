import type { Client, Connection } from '../api/client.ts';
import { errorMessage, isForbidden } from '../api/error-messages.ts';
import type { FieldIssue, ServiceError, WholeList } from '../api/result.ts';
import { isThisMachine } from '../lib/this-machine.ts';
import { serviceLists } from '../resources/index.ts';
import { readList } from '../resources/project-lists.ts';

export type TrialConnection = Connection & { readonly project: string };

/**
 * Tries a connection with few rows. Null if it works. An empty project may not exist: an issue unless `isSentAgain`.
 */
export async function tryConnection(
  client: Client,
  { project, baseUrl }: TrialConnection,
  signal: AbortSignal,
  isSentAgain: (project: string) => boolean = () => true,
): Promise<FieldIssue | null> {
  const read = readerOf(client, project, signal);
  const keys = await read('apiKeys');
  // Without access to API keys it may still have access to a project.
  if (!keys.ok && !isForbidden(keys.error)) return serviceIssue(keys.error, baseUrl);
  let refused: ServiceError | null = null;
  for (const name of projectLists) {
    const list = await read(name);
    if (list.ok) {
      const others = projectLists.filter((other) => other !== name);
      const isEmpty = refused === null && hasNoRow(list.value) && (await areEmpty(read, others));
      return !isEmpty || isSentAgain(project)
        ? null
        : { path: ['project'], message: `${emptyProject(project)} If it is, send it again.` };
    }
    if (!isForbidden(list.error)) return projectIssue(list.error, baseUrl);
    refused ??= list.error;
  }
  return refused === null ? null : projectIssue(refused, baseUrl);
}

const readerOf = (client: Client, project: string, signal: AbortSignal) => (name: (typeof serviceLists)[number]) =>
  readList(client, name, [project], { signal }, { enough: FEW });

/** Whether a project has no rows: some services answer so for a missing one. */
export const isEmptyProject = (client: Client, project: string, signal: AbortSignal): Promise<boolean> =>
  areEmpty(readerOf(client, project, signal), projectLists);

async function areEmpty(read: ReturnType<typeof readerOf>, names: typeof projectLists): Promise<boolean> {
  for (const name of names) {
    const list = await read(name);
    if (!list.ok || !hasNoRow(list.value)) return false;
  }
  return true;
}

const hasNoRow = ({ rows, unreadable }: WholeList<unknown>): boolean => rows.size === 0 && unreadable.length === 0;

export const emptyProject = (project: string): string =>
  `${project} has no bids, instances, volumes or SSH keys: is its name right?`;

const FEW = { maxRows: 1 };
const projectLists = serviceLists.filter((name) => name !== 'apiKeys');

/** The address or the token is wrong. */
function serviceIssue(error: ServiceError, baseUrl: string): FieldIssue {
  const { what, hint } = errorMessage(error);
  if (error.kind === 'not-signed-in' || error.kind === 'no-token')
    return { path: ['token'], message: error.kind === 'no-token' ? 'A token has no blanks or line breaks.' : what };
  if (error.kind === 'not-found')
    return { path: ['address'], message: `There is no service of this kind at ${baseUrl}.` };
  return { path: ['address'], message: hint === null ? what : `${what} ${hint}` };
}

function projectIssue(error: ServiceError, baseUrl: string): FieldIssue {
  const isProject =
    error.kind === 'not-found' || error.kind === 'refused' || error.kind === 'conflict' || isForbidden(error);
  if (!isProject) return serviceIssue(error, baseUrl);
  const said = 'said' in error ? error.said : null;
  const what = isForbidden(error) ? 'The token may not read this project' : 'The service does not know this project';
  return { path: ['project'], message: said === null ? `${what}.` : `${what}: ${said}` };
}

/** In order. Plain http is only for this machine, or if allowed. */
export function typedAddresses(typed: string, allowPlainHttp: boolean): readonly string[] {
  const text = typed.trim();
  if (text.includes('://')) return [text];
  const https = `https://${text}`;
  const isPlainAllowed = allowPlainHttp || isThisMachine(URL.parse(https)?.hostname ?? '');
  return isPlainAllowed ? [https, `http://${text}`] : [https];
}
