import type { FetchedLists } from '../../../command/list-reader.ts';
import { openSending, printRequests, type Sending } from '../../../command/send.ts';
import { connectionFrom } from '../../../config/connection.ts';
import { requireChanges } from '../../../config/may-change.ts';
import { type StoragePaths, storagePaths } from '../../../config/paths.ts';
import type { Settings } from '../../../config/settings.ts';
import { VolumeFid } from '../../../contract/fid.ts';
import { openJournal } from '../../../journal/journal.ts';
import { sameThread } from '../../../journal/same-thread.ts';
import { counted } from '../../../lib/words.ts';
import type { Context } from '../../../resources/context.ts';
import { serviceResources } from '../../../resources/index.ts';
import type { Write } from '../../../resources/write.ts';
import type { Features } from '../../../store/state.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../../system/exit.ts';
import { confirmed } from '../../../system/prompt.ts';
import { flushOutput, writeErrorLine, writeLine } from '../../../system/streams.ts';
import { system } from '../../../system/system.ts';
import { pausedByRules } from '../../rules/paused-by-rules.ts';
import type { FileBid } from '../file/fleet-file.ts';
import { type ReadFleetFile, readFleetFile } from '../file/read-file.ts';
import { type Hold, holdProject } from '../kept/hold.ts';
import { sendKept } from '../kept/send-kept.ts';
import { settleEarlier } from '../kept/settle.ts';
import { carryOut } from '../plan/carry-out.ts';
import { type Allowed, type Change, isAllowed, nameOf, type Plan } from '../plan/change.ts';
import { planOf } from '../plan/plan.ts';
import { type ApplyQuestion, questionOf, whyNoPrune } from '../plan/question.ts';
import { createSeenRows } from '../plan/seen-rows.ts';
import { planLines } from '../plan/words.ts';
import { missingVolume, stepsOf } from '../plan/writes.ts';
import { requirePossible, warnOf } from './diff.ts';
import { CHANGED_LISTS, namesAmong, readFleet, settingsFor } from './read.ts';

type ApplyInput = Allowed & { readonly yes: boolean; readonly dryRun: boolean };

/** `spotdeck apply FILE [NAME…]`. @throws {CommandFailure} for an impossible file, or without consent. */
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
      // The changes were printed already; with --yes only losses are repeated.
      if (!yes || question.lines.length > 0) await confirmed(promptFor(question), yes);
      // Others may have changed the file or the project during the question.
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

/**
 * Prints the differences; returns them with the changes to carry out. @throws {CommandFailure} for a plan that can't be
 * applied.
 */
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

/** @throws {CommandFailure} when the file, its scripts or the project changed since they were shown. */
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

/** Sends the allowed changes. Returns the worst exit code and the number of changes done. */
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

/** Prints the requests. A volume not created yet has its name in brackets as identifier. */
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

/** Runs `act` while no other program can apply to the project. @throws {CommandFailure} while another one does. */
async function holding<Done>(
  features: Features,
  settings: Settings,
  path: string,
  act: (hold: Hold) => Promise<Done>,
): Promise<Done> {
  const { clock } = system();
  const { baseUrl, project } = connectionFrom(settings);
  const { path: file, service } = storagePaths(settings, baseUrl);
  const journal = openJournal(file, clock.now, serviceResources, await features.tables());
  try {
    const hold = await holdProject({
      journal: sameThread(journal),
      scope: { service, project },
      clock,
      program: `spotdeck apply ${path}`,
      say: writeErrorLine,
    });
    if (!hold.ok) {
      const isUsable = journal.warning() === null;
      const hint = isUsable ? 'Run it again once that has ended.' : 'Mend it, or give --journal FILE.';
      throw new CommandFailure(isUsable ? EXIT.refused : EXIT.journalLost, [hold.error, 'Nothing was sent.'], hint);
    }
    try {
      return await act(hold.value);
    } finally {
      await hold.value.release();
    }
  } finally {
    journal.close();
  }
}

/** Rows are read again before a write at this age, in milliseconds, or at a multiple of the time a reading takes. */
const LOOK_AGAIN_MS = 10_000;
const LOOK_AGAIN_TIMES = 3;

type Rows = Pick<FetchedLists, 'context'>;

/** The last rows read, read again once they are too old. `steady` is in milliseconds. */
export function newestRows(first: Rows, read: () => Promise<Rows>, steady: () => number): () => Promise<Context> {
  let context = first.context;
  let readAt = steady();
  let tookMs = 0;
  return async () => {
    const now = steady();
    if (now - readAt < Math.max(LOOK_AGAIN_MS, LOOK_AGAIN_TIMES * tookMs)) return context;
    ({ context } = await read());
    readAt = now;
    tookMs = steady() - now;
    return context;
  };
}

/** Skips writes whose rows somebody changed since the plan. Without fresh rows nothing is sent. */
export function sendUnchanged(
  { send, isListed, close }: Sending,
  first: Context,
  rows: () => Promise<Context>,
  warn: (line: string) => void,
): Sending {
  const seen = createSeenRows(first);
  return {
    close,
    isListed,
    send: async (write) => {
      const now = await rows().catch((error: unknown) => {
        if (!(error instanceof CommandFailure)) throw error;
        for (const line of error.lines) warn(line);
        return null;
      });
      if (now === null) return { code: EXIT.unreachable, kind: 'refused', written: null };
      const why = seen.whyChanged(write, now);
      if (why !== null) {
        warn(`${write.name} is left as it is: ${why}.`);
        return { code: EXIT.refused, kind: 'refused', written: null };
      }
      const result = await send(write, now);
      seen.sent(write, result.written, now);
      return result;
    },
  };
}
