import type { FetchedLists } from '../../../command/list-reader.ts';
import { openSending, printRequests } from '../../../command/send.ts';
import { requireChanges } from '../../../config/may-change.ts';
import { type StoragePaths, storagePaths } from '../../../config/paths.ts';
import type { Settings } from '../../../config/settings.ts';
import { VolumeFid } from '../../../contract/fid.ts';
import { counted } from '../../../lib/words.ts';
import type { Context } from '../../../resources/context.ts';
import type { Write } from '../../../resources/write.ts';
import type { Features } from '../../../store/state.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../../system/exit.ts';
import { confirmed } from '../../../system/prompt.ts';
import { flushOutput, writeErrorLine, writeLine } from '../../../system/streams.ts';
import { system } from '../../../system/system.ts';
import { pausedByRules } from '../../rules/paused-by-rules.ts';
import type { FileBid } from '../file/fleet-file.ts';
import { type ReadFleetFile, readFleetFile } from '../file/read-file.ts';
import type { Hold } from '../kept/hold.ts';
import { sendKept } from '../kept/send-kept.ts';
import { settleEarlier } from '../kept/settle.ts';
import { carryOut } from '../plan/carry-out.ts';
import { type Allowed, type Change, isAllowed, nameOf, type Plan } from '../plan/change.ts';
import { whyNoPrune } from '../plan/no-prune.ts';
import { planOf } from '../plan/plan.ts';
import { type ApplyQuestion, questionOf } from '../plan/question.ts';
import { planLines } from '../plan/words.ts';
import { missingVolume, stepsOf } from '../plan/writes.ts';
import { requirePossible, warnOf } from './diff.ts';
import { holding } from './holding.ts';
import { CHANGED_LISTS, namesAmong, readFleet, settingsFor } from './read.ts';
import { newestRows, sendUnchanged } from './send-unchanged.ts';

/** What was typed for `apply`. */
type ApplyInput = Allowed & { readonly yes: boolean; readonly dryRun: boolean };

/** `spotdeck apply FILE [NAME…]`. @throws {CommandFailure} when the file is impossible, or without consent. */
export async function apply(
  features: Features,
  settings: Settings,
  path: string,
  given: readonly string[],
  { yes, dryRun, ...options }: ApplyInput,
): Promise<ExitCode> {
  const compared = (): Promise<Compared> => compare(features, settings, path, given, options);
  if (dryRun) {
    const { changes, lists } = shownOf(path, await compared());
    dryRunOf(changes, lists.context, (writes) => printRequests(writes, lists.connection, writeLine));
    return EXIT.done;
  }
  requireChanges(settings);
  const own = settingsFor((await readFleetFile(path, settings.token)).file, settings);
  return holding(features, own, path, async (hold) => {
    const readAgain = async (): Promise<Context> => (await readFleet(features, own, CHANGED_LISTS)).context;
    await settleEarlier({ hold, clock: system().clock, read: readAgain, say: writeErrorLine });
    const shown = await compared();
    const { changes, plan, allowed } = shownOf(path, shown);
    if (changes.length > 0) {
      const question = questionOf(changes, plan, own.production, shown.lists.context);
      // Its changes were printed: with --yes only what is lost is said again.
      if (!yes || question.lines.length > 0) await confirmed(promptFor(question), yes);
      // Others may have changed the file or the project while the question stood there.
      const now = yes ? shown : await compared();
      requireUnchanged(path, shown, now);
      const { code, done } = await sendChanges(now, hold, () => readFleet(features, own, CHANGED_LISTS));
      if (done < changes.length)
        writeErrorLine(`${done} of ${counted(changes.length, 'change')} done. Run it again to go on.`);
      if (code !== EXIT.done) return code;
    }
    writeLine(changes.length === 0 ? 'Nothing to do.' : `Done: ${counted(changes.length, 'change')}.`);
    const isHeld = plan.changes.some(({ kind }) => kind === 'replace') && !allowed.replace;
    if (isHeld) writeErrorLine('Some bids have to be replaced, which was not done: give --replace.');
    return isHeld ? EXIT.refused : EXIT.done;
  });
}

/** A file as it compares with its project. */
type Compared = ReadFleetFile & {
  readonly lists: FetchedLists;
  readonly storage: StoragePaths;
  readonly allowed: Allowed;
  readonly plan: Plan;
  readonly lines: readonly string[];
};

async function compare(
  features: Features,
  settings: Settings,
  path: string,
  given: readonly string[],
  options: Allowed,
): Promise<Compared> {
  const read = await readFleetFile(path, settings.token);
  const { file } = read;
  const own = settingsFor(file, settings);
  const lists = await readFleet(features, own);
  const { context, connection } = lists;
  const storage = storagePaths(own, connection.baseUrl);
  const byRules = await pausedByRules(features, own, connection);
  const allowed = { ...options, ...namesAmong(given, file, context) };
  const plan = planOf(file, context, allowed, byRules, connection.token);
  return { ...read, lists, storage, allowed, plan, lines: planLines(plan, allowed, context, { all: false }) };
}

/** Prints what differs. Returns it with the changes to carry out. @throws {CommandFailure} for what can't be carried out. */
function shownOf(path: string, compared: Compared): Compared & { readonly changes: readonly Change[] } {
  const { file, notes, lists, plan, allowed, lines } = compared;
  for (const note of notes) writeErrorLine(note);
  requirePossible(file, plan);
  warnOf(file, plan, lists.context);
  for (const line of lines) writeLine(line);
  const changes = plan.changes.filter((change) => isAllowed(change, allowed));
  const whyNot = whyNoPrune(file, changes, allowed, lists.context);
  if (whyNot !== null)
    throw new CommandFailure(
      EXIT.usage,
      [whyNot, 'Nothing was sent.'],
      [
        `Leave --prune out, or name what is to end: spotdeck apply ${path} NAME... --prune.`,
        '"spotdeck export" prints the file of the whole project.',
      ],
    );
  for (const change of changes) {
    const missing = missingVolume(change, changes);
    if (missing !== null)
      throw new CommandFailure(
        EXIT.usage,
        `${nameOf(change)} needs the volume ${missing}, which is not there.`,
        'Name that, too.',
      );
  }
  return { ...compared, changes };
}

/** @throws {CommandFailure} when the file, a script beside it or the project is no longer as it was shown. */
function requireUnchanged(path: string, shown: Compared, now: Compared): void {
  const hint = 'Run it again to see what differs now.';
  const isSameScript = ({ startup_script }: FileBid, n: number): boolean =>
    startup_script === shown.file.bids[n]?.startup_script;
  if (now.text !== shown.text || !now.file.bids.every(isSameScript))
    throw new CommandFailure(
      EXIT.refused,
      `${path} has changed since its differences were shown, so nothing was sent.`,
      hint,
    );
  if (now.plan.problems.length > 0 || now.lines.join('\n') !== shown.lines.join('\n'))
    throw new CommandFailure(
      EXIT.refused,
      'The project has changed since its differences were shown, so nothing was sent.',
      hint,
    );
}

/** Sends what is allowed, each write once it is kept. Returns the worst exit code, and how many changes were carried out. */
async function sendChanges(
  { file, lists, storage, plan, allowed }: Compared,
  hold: Hold,
  read: () => Promise<FetchedLists>,
): Promise<{ readonly code: ExitCode; readonly done: number }> {
  const { context } = lists;
  const rows = newestRows(lists, read, () => system().clock.steady());
  let done = 0;
  // A reader that closes the pipe does not stop the remaining writes.
  const code = await flushOutput(() =>
    carryOut(plan, allowed, {
      path: file.path,
      context,
      open: (warn) => {
        const sending = openSending({ ...lists, storage, say: writeLine, warn });
        return sendUnchanged(sendKept(sending, hold, rows, warn), context, rows, warn);
      },
      warn: writeErrorLine,
      onDone: (count) => {
        done = count;
      },
    }),
  );
  return { code, done };
}

function promptFor({ title, lines, typed }: ApplyQuestion): Parameters<typeof confirmed>[0] {
  const expected = typed ?? 'y';
  return {
    lines: [`${title}:`, ...lines],
    typed: expected,
    accepts: (answer) => answer.trim().replace(/\s+/g, ' ') === expected,
  };
}

/** Prints the requests. The identifier of what is not created yet is its name in brackets. */
function dryRunOf(changes: readonly Change[], context: Context, print: (writes: readonly Write[]) => void): void {
  const created = new Map(
    changes.flatMap((change) =>
      change.kind === 'create-volume' ? [[change.file.name, VolumeFid.parse(`<${change.file.name}>`)] as const] : [],
    ),
  );
  for (const change of changes)
    for (const step of stepsOf(change, context, created)) {
      if (step.kind === 'write') print([step.write]);
      if (step.kind === 'pause-placed') writeLine(`Then ${nameOf(change)} is paused.`);
    }
}
