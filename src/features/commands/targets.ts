import type { ServiceList } from '../../contract/lists.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { CommandPane } from './custom-command.ts';

/** A row that a custom command runs on. `gpus` are the indexes of the chosen GPUs; null when its machine was chosen as a whole. */
export type CommandTarget = {
  readonly list: ServiceList;
  readonly fid: string;
  readonly gpus: readonly number[] | null;
};

/** The rows of the service that a command runs on for some rows of a pane: GPUs stand for their instances, each once, and a machine for all its GPUs. */
export function commandTargets(
  { lists }: ConsoleState,
  pane: CommandPane,
  fids: readonly string[],
): readonly CommandTarget[] {
  if (pane !== 'machines') return fids.map((fid) => ({ list: pane, fid, gpus: null }));
  const chosen = new Map<string, readonly number[] | null>();
  for (const fid of fids) {
    const row = lists.machines.rows.get(fid)?.row;
    if (row === undefined) continue;
    const before = chosen.get(row.about);
    chosen.set(row.about, row.gpu === null || before === null ? null : [...(before ?? []), row.gpu.index]);
  }
  return [...chosen].map(([fid, gpus]) => ({
    list: 'instances',
    fid,
    gpus: gpus?.toSorted((a, b) => a - b) ?? null,
  }));
}
