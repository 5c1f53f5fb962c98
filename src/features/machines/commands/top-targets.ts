import { allOf } from '../../../api/list-pages.ts';
import { type Program, withoutScreen } from '../../../app/programs.ts';
import { instancesOf } from '../../../command/instances-of-bids.ts';
import { createListReader, type FetchedLists, rowsMeant, rowsNamed } from '../../../command/list-reader.ts';
import type { Settings } from '../../../config/settings.ts';
import type { Instance } from '../../../contract/instance.ts';
import { isStatus, statusWord } from '../../../resources/parts/status.ts';
import type { ConsoleState, Features } from '../../../store/state.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import type { MachineTarget } from '../reading.ts';

/** Fids of chosen bids and instances; null for all. */
export type TopTargets = { readonly bids: ReadonlySet<string>; readonly instances: ReadonlySet<string> } | null;

/** Reads only the lists needed by names. @throws {CommandFailure} when a list can't be read. */
export async function listsNaming(
  features: Features,
  settings: Settings,
  names: readonly string[],
): Promise<FetchedLists> {
  const reader = createListReader(features, settings);
  reader.add('bids', await reader.request('bids', { enough: allOf(names) }));
  const { context } = reader.lists();
  const areBids = names.every((name) => context.rowOf('bids', name) !== undefined);
  const ofBids = areBids ? await instancesOf(reader, new Set(names)) : null;
  // A bid can have the name of an instance, so that all instances are needed.
  const isBid = names.some((name) => rowsMeant(reader.lists(), 'bids', name).length > 0);
  reader.add('instances', ofBids ?? (await reader.request('instances', isBid ? {} : { enough: allOf(names) })));
  return reader.lists();
}

/** @throws {CommandFailure} for an unknown or ambiguous name. */
export function targetsNamed(lists: FetchedLists, names: readonly string[]): TopTargets {
  if (names.length === 0) return null;
  const bids = new Set<string>();
  const instances = new Set<string>();
  for (const name of names) {
    const meantBids = rowsMeant(lists, 'bids', name);
    const [bid] = meantBids;
    // Without such a bid the instances of this name decide, and the error lists names near to it.
    if (bid === undefined) for (const { fid } of rowsNamed(lists, 'instances', [name], ['bids'])) instances.add(fid);
    else {
      const others = rowsMeant(lists, 'instances', name);
      const members = lists.context.instancesOf(bid.fid).all;
      const isSame = members.length === 1 && others.every(({ fid }) => fid === members[0]?.fid);
      if (meantBids.length + (isSame ? 0 : others.length) > 1)
        throw new CommandFailure(
          EXIT.usage,
          `${meantBids.length + others.length} bids and instances are named ${name}.`,
          `Give an identifier: ${[...meantBids, ...others].map(({ fid }) => fid).join(', ')}.`,
        );
      bids.add(bid.fid);
    }
  }
  return { bids, instances };
}

function isMeant(targets: TopTargets, { fid, bid }: Pick<Instance, 'fid' | 'bid'>): boolean {
  return targets === null || targets.instances.has(fid) || (bid !== null && targets.bids.has(bid));
}

/** Chosen running machines, also without an address. */
export function runningOf({ lists }: ConsoleState, targets: TopTargets): readonly MachineTarget[] {
  return [...lists.instances.rows.values()].flatMap(({ row }) =>
    isMeant(targets, row) && isStatus(row.status, 'running')
      ? [{ fid: row.fid, destination: row.ssh_destination ?? '' }]
      : [],
  );
}

export const fidsOf = (machines: readonly MachineTarget[]): ReadonlySet<string> =>
  new Set(machines.map(({ fid }) => fid));

/** A sentence for each named instance not running, and each bid without a running one. */
export function notRunning({ context }: FetchedLists, targets: TopTargets): readonly string[] {
  const isRunning = ({ status }: Instance): boolean => isStatus(status, 'running');
  const single = [...(targets?.instances ?? [])].flatMap((fid) => {
    const instance = context.rowOf('instances', fid)?.row;
    if (instance === undefined || isRunning(instance)) return [];
    return [
      `${instance.name || fid} is not running: it is ${statusWord('instance', instance.status) || 'in no known state'}.`,
    ];
  });
  const ofBids = [...(targets?.bids ?? [])].flatMap((fid) =>
    context.instancesOf(fid).running > 0 ? [] : [`No instance of ${context.rowOf('bids', fid)?.row.name || fid} runs.`],
  );
  return [...single, ...ofBids];
}

/** `spotdeck top --watch`. */
export const topProgram: Program = {
  ...withoutScreen,
  words: 'spotdeck top',
  reads: ['instances', 'bids'],
  journal: false,
};
