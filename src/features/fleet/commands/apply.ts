import { openSending, printRequests } from '../../../command/send.ts';
import { requireChanges } from '../../../config/may-change.ts';
import { storagePaths } from '../../../config/paths.ts';
import type { Settings } from '../../../config/settings.ts';
import { VolumeFid } from '../../../contract/fid.ts';
import { counted } from '../../../lib/words.ts';
import type { Context } from '../../../resources/context.ts';
import type { Write } from '../../../resources/write.ts';
import type { Features } from '../../../store/features.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../../system/exit.ts';
import { confirmed } from '../../../system/prompt.ts';
import { flushOutput, writeErrorLine, writeLine } from '../../../system/streams.ts';
import { system } from '../../../system/system.ts';
import { pausedByRules } from '../../rules/paused-by-rules.ts';
import { readFleetFile } from '../file/read-file.ts';
import { carryOut } from '../plan/carry-out.ts';
import { type Allowed, type Change, isAllowed, nameOf } from '../plan/change.ts';
import { whyNoPrune } from '../plan/no-prune.ts';
import { planOf } from '../plan/plan.ts';
import { type ApplyQuestion, questionOf } from '../plan/question.ts';
import { planLines } from '../plan/words.ts';
import { missingVolume, stepsOf } from '../plan/writes.ts';
import { requirePossible, warnOf } from './diff.ts';
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
  if (!dryRun) requireChanges(settings);
  const compared = async () => {
    const { file, text, notes } = await readFleetFile(path, settings.token);
    const own = settingsFor(file, settings);
    const lists = await readFleet(features, own);
    const { context, connection } = lists;
    const storage = storagePaths(own, connection.baseUrl);
    const byRules = await pausedByRules(features, own, connection);
    const allowed = { ...options, ...namesAmong(given, file, context) };
    const plan = planOf(file, context, allowed, byRules, connection.token);
    return { file, text, notes, own, lists, storage, allowed, plan, lines: planLines(plan, allowed, context) };
  };
  const shown = await compared();
  const { file, own, plan, allowed } = shown;
  const { context, connection } = shown.lists;
  for (const note of shown.notes) writeErrorLine(note);
  requirePossible(file, plan);
  warnOf(file, plan, context);
  for (const line of shown.lines) writeLine(line);
  const changes = plan.changes.filter((change) => isAllowed(change, allowed));
  const whyNot = whyNoPrune(file, changes, allowed, context);
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
  if (dryRun) {
    dryRunOf(changes, context, (writes) => printRequests(writes, connection, writeLine));
    return EXIT.done;
  }
  const isHeld = plan.changes.some(({ kind }) => kind === 'replace') && !allowed.replace;
  if (changes.length > 0) {
    await confirmed(promptFor(questionOf(changes, plan, own.production, context)), yes);
    // Others may have changed the file or the project while the question stood there.
    const now = yes ? shown : await compared();
    if (now.text !== shown.text || now.file.bids.some((bid, n) => bid.startup_script !== file.bids[n]?.startup_script))
      throw new CommandFailure(
        EXIT.refused,
        `${path} has changed since its differences were shown, so nothing was sent.`,
        'Run it again to see what differs now.',
      );
    if (now.plan.problems.length > 0 || now.lines.join('\n') !== shown.lines.join('\n'))
      throw new CommandFailure(
        EXIT.refused,
        'The project has changed since its differences were shown, so nothing was sent.',
        'Run it again to see what differs now.',
      );
    // A reader that closes the pipe does not stop the remaining writes.
    let done = 0;
    const rows = newestRows(
      now.lists,
      () => readFleet(features, own, CHANGED_LISTS),
      () => system().clock.steady(),
    );
    const code = await flushOutput(() =>
      carryOut(now.plan, allowed, {
        path: file.path,
        context: now.lists.context,
        panes: now.lists.state.features.panes,
        read: async () => (await readFleet(features, own)).context,
        open: (warn) => {
          const sending = openSending({ ...now.lists, storage: now.storage, say: writeLine, warn });
          return sendUnchanged(sending, now.lists.context, rows, warn);
        },
        warn: writeErrorLine,
        onDone: (count) => {
          done = count;
        },
      }),
    );
    if (done < changes.length)
      writeErrorLine(`${done} of ${counted(changes.length, 'change')} done. Run it again to go on.`);
    if (code !== EXIT.done) return code;
  }
  writeLine(changes.length === 0 ? 'Nothing to do.' : `Done: ${counted(changes.length, 'change')}.`);
  if (isHeld) writeErrorLine('Some bids have to be replaced, which was not done: give --replace.');
  return isHeld ? EXIT.refused : EXIT.done;
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
