import type { Outcome } from '../../../api/result.ts';
import type { Sending } from '../../../command/send.ts';
import { type SendResult, sendResultOf, shownIn } from '../../../command/settle.ts';
import type { AsyncJournal } from '../../../journal/async-journal.ts';
import type { Scope } from '../../../journal/scope.ts';
import type { Clock } from '../../../lib/clock.ts';
import { counted } from '../../../lib/words.ts';
import type { Context } from '../../../resources/context.ts';
import { isAsAsked, LOOKED_FOR_MS } from '../../../resources/made.ts';
import type { Write } from '../../../resources/write.ts';
import { describeOutcome, outcomeSentence } from '../../../resources/write-outcome.ts';
import { showNotice } from '../../../store/activity.ts';
import { type Controller, type RemotePort, update } from '../../../store/controller.ts';
import { readOnlyReason } from '../../../store/read-only.ts';
import { liveContextOf } from '../../../store/row-context.ts';
import { type ConsoleState, placeOf } from '../../../store/state.ts';
import { isShown, stillInProgress } from '../../../store/writes/pending-writes.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../../system/exit.ts';
import { type Hold, holdProject } from '../kept/hold.ts';
import { sendKept } from '../kept/send-kept.ts';
import { settleEarlier } from '../kept/settle.ts';
import { carryOut } from '../plan/carry-out.ts';
import { type Allowed, isAllowed, type Plan } from '../plan/change.ts';
import { createSeenRows } from '../plan/seen-rows.ts';
import { withoutSpentMarks } from './fleet-view.ts';
import { fileNameOf } from './known-fleet.ts';

/** A run of changes in this console, and the lines of its refusals. */
export type FleetRun = {
  readonly path: string;
  readonly isRunning: boolean;
  readonly done: number;
  readonly of: number;
  readonly lines: readonly string[];
};

declare module '../../../store/state.ts' {
  interface ConsoleState {
    /** The last run; undefined before the first. */
    readonly fleetRun?: FleetRun;
  }
}

/** A sentence about a run that quitting would cut off; null for none. */
export function runGoesOn({ fleetRun }: ConsoleState): string | null {
  if (fleetRun?.isRunning !== true) return null;
  const left = fleetRun.of - fleetRun.done;
  return `${counted(left, 'change')} of ${fileNameOf(fleetRun)} ${left === 1 ? 'is' : 'are'} not done yet.`;
}

const NO_JOURNAL: Outcome<never, string> = { ok: false, error: 'The journal is not open yet, so nothing was sent.' };

/** Time for the lists to be read after a lost answer, in milliseconds. */
const READ_WITHIN_MS = 60_000;

/** Carries out the allowed changes one write after the other, as `apply` does. */
export async function runPlan(
  controller: Controller,
  remote: RemotePort,
  path: string,
  plan: Plan,
  allowed: Allowed,
): Promise<void> {
  const { store } = controller;
  const of = plan.changes.filter((change) => isAllowed(change, allowed)).length;
  const changed = (to: Partial<FleetRun>): void =>
    update(controller, (state) =>
      state.fleetRun === undefined ? state : { ...state, fleetRun: { ...state.fleetRun, ...to } },
    );
  const warn = (line: string): void => changed({ lines: [...(store.getState().fleetRun?.lines ?? []), line] });
  const progress = (done: number): void => {
    changed({ done });
    update(controller, (state) => showNotice(state, `Applying ${fileNameOf({ path })}: ${done} of ${of}.`));
  };
  update(controller, (state) => ({ ...state, fleetRun: { path, isRunning: true, done: 0, of, lines: [] } }));
  const context = liveContextOf(store.getState());
  let tell = warn;
  // Opened first: it compares with the rows the operator agreed to, however long the lock takes.
  const sending = sendingFrom(controller, remote, (line) => tell(line));
  const program = `spotdeck with :fleet of ${fileNameOf({ path })}`;
  const held = await (controller.journal?.holdFleet?.(program, warn) ?? NO_JOURNAL);
  try {
    if (!held.ok) return warn(held.error);
    const hold = held.value;
    if (await hold.settle(() => newRows(controller, remote)))
      return warn('Look at the differences again, and apply them then.');
    await carryOut(plan, allowed, {
      path: fileNameOf({ path }),
      context,
      open: (say) => {
        tell = say;
        return sendKept(sending, hold, async () => liveContextOf(store.getState()), say);
      },
      onDone: progress,
      warn,
    });
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    for (const line of error.lines) warn(line);
  } finally {
    sending.close();
    if (held.ok) void held.value.release();
    changed({ isRunning: false });
    update(controller, (state) => endNoticed(withoutSpentMarks(state)));
  }
}

/** Sends through the console. Once another project was shown, nothing more is sent. */
function sendingFrom(
  { store }: Pick<Controller, 'store'>,
  remote: Pick<RemotePort, 'sendNext' | 'pollNow'>,
  tell: (line: string) => void,
): Sending {
  const place = placeOf(store.getState());
  let isElsewhere = false;
  const stop = store.subscribe((state) => {
    isElsewhere ||= !isShown(state, place);
  });
  const seen = createSeenRows(liveContextOf(store.getState()));
  /** Looks in the lists for a write without a clear answer. */
  const becameOf = async (write: Write, result: SendResult): Promise<SendResult> => {
    const isPending = ({ pending }: ConsoleState): boolean => pending.some((one) => one.write === write);
    const before = store.getState().pending.find((one) => one.write === write)?.before;
    const now = await stateWith({ store }, remote, (state) => !isPending(state), READ_WITHIN_MS);
    if (now === null || before === undefined) {
      tell(`What became of ${write.name} could not be read. Look at it before you go on.`);
      return result;
    }
    const shown = shownIn({ write, before }, liveContextOf(now), now);
    if (shown.kind === 'done') return { code: EXIT.done, kind: 'done', written: shown.written };
    tell(shown.why);
    return shown.kind === 'missed' ? { ...result, kind: 'missed' } : result;
  };
  const left = (code: ExitCode, why: string): SendResult => {
    tell(why);
    return { code, kind: 'refused', written: null };
  };
  return {
    send: async (write) => {
      const { name } = write;
      if (isElsewhere) return left(EXIT.unreachable, 'Another project was shown, so nothing more was sent.');
      const readOnly = readOnlyReason(store.getState().connected);
      if (readOnly !== null) return left(EXIT.unreachable, readOnly);
      const now = liveContextOf(store.getState());
      const why = seen.whyChanged(write, now);
      if (why !== null) return left(EXIT.refused, `${name} is left as it is: ${why}.`);
      const outcome = await remote.sendNext(write);
      if (outcome === null) return left(EXIT.refused, stillInProgress(name));
      const { kind, ...description } = describeOutcome(write, outcome);
      if (kind !== 'done') tell(outcomeSentence(description));
      const result = sendResultOf(kind, outcome);
      const ended = kind === 'unknown' ? await becameOf(write, result) : result;
      seen.sent(write, ended.written, now);
      return ended;
    },
    isListed: async (write, fid) => {
      const { list } = write;
      const answered = store.getState().lists[list].newer.get(fid)?.sequence ?? 0;
      // The answer puts its row in the list at once; only a later request counts.
      const isThere = (state: ConsoleState): boolean => {
        const { newer, sequence } = state.lists[list];
        const isLater = (newer.get(fid)?.sequence ?? sequence) > answered;
        return isLater && isAsAsked(write, fid, liveContextOf(state));
      };
      return (await stateWith({ store }, remote, isThere, LOOKED_FOR_MS)) !== null;
    },
    close: stop,
  };
}

/** Polls and waits for a matching state; null on time-out or when another place is shown. */
function stateWith(
  { store }: Pick<Controller, 'store'>,
  remote: Pick<RemotePort, 'pollNow'>,
  isMeant: (state: ConsoleState) => boolean,
  forMs: number,
): Promise<ConsoleState | null> {
  const place = placeOf(store.getState());
  const until = store.getState().now + forMs;
  return new Promise((resolve) => {
    const look = (state: ConsoleState): boolean => {
      const isOver = !isShown(state, place) || state.now > until;
      if (!isOver && !isMeant(state)) return false;
      resolve(isOver ? null : state);
      return true;
    };
    if (look(store.getState())) return;
    const stop = store.subscribe((state) => {
      if (look(state)) stop();
    });
    remote.pollNow();
  });
}

/** Rows requested from now on. @throws {CommandFailure} when they do not come. */
async function newRows({ store }: Controller, remote: RemotePort): Promise<Context> {
  const from = store.getState().now;
  const isNew = ({ lists }: ConsoleState): boolean =>
    [lists.bids, lists.volumes].every(({ fetchedAt }) => fetchedAt !== null && fetchedAt > from);
  const state = await stateWith({ store }, remote, isNew, READ_WITHIN_MS);
  if (state === null)
    throw new CommandFailure(EXIT.unreachable, 'The lists could not be read again, so nothing was sent.');
  return liveContextOf(state);
}

function endNoticed(state: ConsoleState): ConsoleState {
  const { fleetRun } = state;
  if (fleetRun === undefined) return state;
  const { done, of, lines } = fleetRun;
  const name = fileNameOf(fleetRun);
  if (done === of) return showNotice(state, `Applied ${counted(done, 'change')} of ${name}.`, 'good');
  const [why = ''] = lines;
  return showNotice(state, `${done} of ${counted(of, 'change')} of ${name} done. ${why}`.trim(), 'bad');
}

/** `settle` looks for the writes of an earlier run; it resolves to whether there were any. */
type ConsoleHold = Hold & { readonly settle: (read: () => Promise<Context>) => Promise<boolean> };

/** An error is a sentence that names the program with the lock. */
type HoldFleet = (program: string, say: (line: string) => void) => Promise<Outcome<ConsoleHold, string>>;

declare module '../../../store/controller.ts' {
  interface JournalPort {
    readonly holdFleet?: HoldFleet;
  }
}

export const holdFleetIn =
  (journal: AsyncJournal, { scope, clock }: { readonly scope: () => Scope; readonly clock: Clock }): HoldFleet =>
  async (program, say) => {
    const held = await holdProject({ journal, scope: scope(), clock, program, say });
    if (!held.ok) return held;
    const hold = held.value;
    return { ok: true, value: { ...hold, settle: (read) => settleEarlier({ hold, clock, read, say }) } };
  };
