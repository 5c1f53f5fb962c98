import { counted } from '../../../lib/words.ts';
import { isHolding } from '../../../resources/bids/pausing.ts';
import type { Context } from '../../../resources/context.ts';
import type { FleetFile } from '../file/fleet-file.ts';
import { exactName, liveBids, volumesOf } from '../rows.ts';
import { type Allowed, type Change, isEnding, type Plan, stopsOf } from './change.ts';

export type ApplyQuestion = {
  readonly title: string;
  readonly lines: readonly string[];
  /** The text to type; null for a one-key answer. */
  readonly typed: string | null;
};

const MAX_BY_KEY = 5;

/** The count is typed when much is at stake, in production with the project. */
export function questionOf(
  changes: readonly Change[],
  { warnings }: Pick<Plan, 'warnings'>,
  production: boolean,
  context: Context,
): ApplyQuestion {
  const stops = changes.reduce((sum, change) => sum + stopsOf(change, context), 0);
  const deleted = changes.filter(({ kind }) => kind === 'other-volume').length;
  const isWorking = changes.some((change) => isEnding(change) && isHolding(change.bid));
  const isMuch =
    isWorking || stops > 0 || deleted > 0 || warnings.length > 0 || changes.length > MAX_BY_KEY || production;
  return {
    title: `Apply ${counted(changes.length, 'change')} to ${context.project}`,
    lines: [
      ...(stops === 0 ? [] : [`${counted(stops, 'instance')} ${stops === 1 ? 'stops' : 'stop'}.`]),
      ...(deleted === 0
        ? []
        : [`${counted(deleted, 'volume')} with all data ${deleted === 1 ? 'is' : 'are'} deleted.`]),
    ],
    typed: isMuch ? [String(changes.length), ...(production ? [context.project] : [])].join(' ') : null,
  };
}

const KINDS = [
  { kind: 'other-bid', list: 'bids', one: 'bid', ends: 'cancel', of: liveBids },
  { kind: 'other-volume', list: 'volumes', one: 'volume', ends: 'delete', of: volumesOf },
] as const;

/**
 * Why nothing may end for missing in the file: it is a part, empty, or for another project. Null if it may, and for
 * rows named by the operator.
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
