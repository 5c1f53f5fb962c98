import type { ServiceList } from '../contract/lists.ts';
import type { CommandPane } from '../resources/parts/custom-command.ts';
import type { ConsoleState } from './state.ts';

/** A row that a custom command runs on. `gpus` are the indexes of the chosen GPUs; null when its machine was chosen as a whole. */
export type CommandTarget = {
  readonly list: ServiceList;
  readonly fid: string;
  readonly gpus: readonly number[] | null;
};

/** Returns the rows of the service that a command runs on for some rows of a pane: GPUs stand for their instances, each once. */
export function commandTargets(
  { lists }: ConsoleState,
  pane: CommandPane,
  fids: readonly string[],
): readonly CommandTarget[] {
  if (pane !== 'machines') return fids.map((fid) => ({ list: pane, fid, gpus: null }));
  const chosen = new Map<string, readonly number[]>();
  for (const fid of fids) {
    const row = lists.machines.rows.get(fid)?.row;
    if (row !== undefined)
      chosen.set(row.about, [...(chosen.get(row.about) ?? []), ...(row.gpu ? [row.gpu.index] : [])]);
  }
  return [...chosen].map(([fid, gpus]) => ({
    list: 'instances',
    fid,
    gpus: gpus.length === 0 ? null : gpus.toSorted((a, b) => a - b),
  }));
}
