import { errorMessage } from '../api/error-messages.ts';
import { isReadInPart, type Outcome, type ServiceError, type WholeList } from '../api/result.ts';
import { connectionFrom, retryPage } from '../config/connection.ts';
import type { Settings } from '../config/settings.ts';
import { endpoints } from '../contract/endpoints.ts';
import { ProjectId } from '../contract/fid.ts';
import type { Instance } from '../contract/instance.ts';
import { CommandFailure, EXIT, exitCodeFor } from '../system/exit.ts';
import { clientFor } from '../system/request-log.ts';

export type ProjectInstances = {
  readonly instances: readonly Instance[];
  readonly unreadable: number;
  readonly bidName: (fid: string | null) => string | null;
};

/** @throws {CommandFailure} when a list can't be read or ends early. */
export async function projectInstances(settings: Settings): Promise<ProjectInstances> {
  const connection = connectionFrom(settings);
  const client = clientFor(settings, { ...connection, readOnly: true });
  const query = { project: ProjectId.parse(connection.project) };
  const { rows: instances, unreadable } = wholeListOf(
    await client.list(endpoints.listInstances, { query }, { retry: retryPage }),
  );
  const { rows: bids } = wholeListOf(await client.list(endpoints.listBids, { query }, { retry: retryPage }));
  const names = new Map([...bids.values()].map(({ row }): [string, string] => [row.fid, row.name || row.fid]));
  return {
    instances: [...instances.values()].map(({ row }) => row),
    unreadable: unreadable.filter((row) => !isReadInPart(row, instances)).length,
    bidName: (fid) => (fid === null ? null : (names.get(fid) ?? fid)),
  };
}

function wholeListOf<Row>(outcome: Outcome<WholeList<Row>, ServiceError>): WholeList<Row> {
  if (!outcome.ok) {
    const { what, hint } = errorMessage(outcome.error);
    throw new CommandFailure(exitCodeFor(outcome.error), what, hint);
  }
  // The wanted instance could be missing.
  if (outcome.value.warnings.some((warning) => warning === 'cursor-repeated' || warning === 'page-limit'))
    throw new CommandFailure(EXIT.refused, 'The service ended a list early.', 'Nothing was done. Try again.');
  return outcome.value;
}
