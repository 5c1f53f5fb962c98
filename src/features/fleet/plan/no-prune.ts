import { counted } from '../../../lib/words.ts';
import type { Context } from '../../../resources/context.ts';
import type { FleetFile } from '../file/fleet-file.ts';
import { exactName, liveBids, volumesOf } from '../rows.ts';
import type { Allowed, Change } from './change.ts';

/** What `--prune` does to the rows of a list that are not in the file. */
const KINDS = [
  { kind: 'other-bid', list: 'bids', one: 'bid', ends: 'cancel', of: liveBids },
  { kind: 'other-volume', list: 'volumes', one: 'volume', ends: 'delete', of: volumesOf },
] as const;

/**
 * Why nothing may end because a file does not name it: a part or an empty file says nothing of the rest, and neither does one of another
 * project. Null when it may, and when the operator has named what ends.
 */
export function whyNoPrune(
  file: FleetFile,
  changes: readonly Change[],
  { prune, names }: Allowed,
  context: Context,
): string | null {
  if (!prune || names !== undefined) return null;
  if (file.isPart) return `${file.path} says that it is only a part, so it does not say what is to end.`;
  for (const { kind, list, one, ends, of } of KINDS) {
    const ending = changes.filter((change) => change.kind === kind).length;
    if (ending === 0) continue;
    const named = new Set(file[list].map(({ name }) => name));
    const would = `--prune would ${ends} ${counted(ending, one)} of ${context.project}`;
    if (named.size === 0) return `${file.path} names no ${one}, and ${would}.`;
    const isOfProject = file.project !== null || of(context).some((row) => named.has(exactName(list, row, context)));
    if (!isOfProject) return `${file.path} is for any project and has no ${one} of this one, and ${would}.`;
  }
  return null;
}
