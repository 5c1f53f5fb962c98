import type { Outcome } from '../../../api/result.ts';
import type { Context } from '../../../resources/context.ts';
import { CommandFailure } from '../../../system/exit.ts';
import type { PausedByRules } from '../../rules/paused-by-rules.ts';
import { edited } from '../file/edit-text.ts';
import type { FileBid, FleetFile } from '../file/fleet-file.ts';
import { parseFleet } from '../file/read-file.ts';
import { ALL, type Change, keyOfChange } from '../plan/change.ts';
import { editsFor } from '../plan/edits-for.ts';
import { differencesOf } from '../plan/plan.ts';
import { remarkText } from '../plan/words.ts';
import type { ReadFleet } from './known-fleet.ts';

/**
 * The file with what the project has in place of what it wants, for some changes; or why that can't be written. The new text is read as the
 * file will be: it has to want just that.
 */
export function takenOver(
  known: ReadFleet,
  changes: readonly Change[],
  context: Context,
  byRules: PausedByRules,
): Outcome<ReadFleet, string> {
  const edits = editsFor(changes, known.text, context);
  if (!edits.ok) return edits;
  const text = edited(known.text, edits.value);
  if (text === null) return { ok: false, error: NO_TABLES };
  const file = readAgain(known, text);
  const why = file === null ? BY_HAND : whyOther(known.file, file, changes, context, byRules);
  return file === null || why !== null
    ? { ok: false, error: why ?? BY_HAND }
    : { ok: true, value: { ...known, text, file } };
}

/** The new text as the file will be read, with the scripts beside it that are known; null when it would be wrong. */
function readAgain({ path, file: before }: ReadFleet, text: string): FleetFile | null {
  const scripts = new Map(before.bids.map((bid) => [bid.name, bid]));
  try {
    const { scripts: _, ...file } = parseFleet(path, text);
    const bids = file.bids.map(({ scriptFile, ...bid }): FileBid => {
      const known = scriptFile === null ? undefined : scripts.get(bid.name);
      if (known === undefined) return bid;
      return { ...bid, startup_script: known.startup_script, script_from: known.script_from };
    });
    return { ...file, bids };
  } catch (error) {
    if (error instanceof CommandFailure) return null;
    throw error;
  }
}

const NO_TABLES = 'A row of these is not a table of its own in the file. Change it there by hand.';
const BY_HAND = 'The file is written in a way that this can not change. Change it by hand.';

/** Why the new file would want something else than the old one with what was taken over; null when it does not. Whether a volume is in the file follows from its bids, too. */
function whyOther(
  before: FleetFile,
  after: FleetFile,
  taken: readonly Change[],
  context: Context,
  byRules: PausedByRules,
): string | null {
  const [old, now] = [differencesOf(before, context, ALL, byRules), differencesOf(after, context, ALL, byRules)];
  const problems = new Set(old.problems.map(({ text }) => text));
  const problem = now.problems.find(({ text }) => !problems.has(text));
  if (problem !== undefined) return `The file would be wrong then${remarkText(problem)}`;
  const done = new Set(taken.map(keyOfChange));
  const keys = (changes: readonly Change[]): ReadonlySet<string> =>
    new Set(changes.filter(({ kind }) => kind !== 'other-volume').map(keyOfChange));
  const [was, is] = [keys(old.changes), keys(now.changes)];
  const isJustThat =
    now.changes.every((change) => !done.has(keyOfChange(change))) &&
    [...was].every((key) => is.has(key) || done.has(key)) &&
    [...is].every((key) => was.has(key));
  return isJustThat ? null : BY_HAND;
}
