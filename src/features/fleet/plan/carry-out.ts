import type { Sending } from '../../../command/send.ts';
import type { Bid } from '../../../contract/bid.ts';
import type { VolumeFid } from '../../../contract/fid.ts';
import type { ServiceList } from '../../../contract/lists.ts';
import { counted } from '../../../lib/words.ts';
import { pauseBid } from '../../../resources/bids/writes.ts';
import type { Context } from '../../../resources/context.ts';
import type { Panes } from '../../../resources/panes.ts';
import type { Write } from '../../../resources/write.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../../system/exit.ts';
import { liveBids, volumesOf } from '../rows.ts';
import { type Allowed, type Change, isAllowed, nameOf, type Plan } from './change.ts';
import { lineOf } from './words.ts';
import { keptVolumes, type Step, stepsOf } from './writes.ts';

/** What a plan is carried out with. */
export type Means = {
  /** Of the file, for sentences. */
  readonly path: string;
  /** The rows that the plan was made from. */
  readonly context: Context;
  readonly panes: Pick<Panes, ServiceList>;
  /** Reads the lists again, to find out what became of a write without an answer. @throws {CommandFailure} */
  readonly read: (write: Write) => Promise<Context>;
  /** Called with the number of changes that are carried out. */
  readonly onDone?: (done: number) => void;
  /** Opens what sends, with the function that is told what was refused. */
  readonly open: (warn: (line: string) => void) => Sending;
  readonly warn: (line: string) => void;
};

type Of<Kind extends Change['kind']> = Extract<Change, { readonly kind: Kind }>;

/** How a write ended: `done` also when its answer was lost and the lists show that it was carried out. */
type End = { readonly done: boolean; readonly bid: Bid | null; readonly volume: VolumeFid | null };

const NOT_DONE: End = { done: false, bid: null, volume: null };

/**
 * Sends what a plan allows: volumes, changes, new bids, and then what ends. It can stop after any write: the next run compares anew and goes
 * on. A write is sent once; one without an answer is looked for in the lists. Returns the worst exit code.
 */
export async function carryOut(plan: Plan, allowed: Allowed, means: Means): Promise<ExitCode> {
  const { path, context, warn } = means;
  const changes = plan.changes.filter((change) => isAllowed(change, allowed));
  const of = <Kind extends Change['kind']>(...kinds: readonly Kind[]): readonly Of<Kind>[] =>
    changes.filter((change): change is Of<Kind> => kinds.some((kind) => kind === change.kind));
  let line: number | null = null;
  const tell = (text: string): void => warn(line === null ? text : `${path}, line ${line}: ${text}`);
  const sending = means.open(tell);
  const send = createSender(means, sending, tell);
  const created = new Map<string, VolumeFid>();
  let done = 0;
  /** Carries out a change, unless an earlier one has shown that none gets through, or it is left for a reason. */
  const act = async (change: Change, whyNot: string | null = null): Promise<boolean> => {
    if (send.isStopped()) return false;
    line = lineOf(change);
    if (whyNot !== null) return skip(whyNot);
    const isDone = await carry(change);
    if (isDone) {
      done += 1;
      means.onDone?.(done);
    }
    return isDone;
  };
  const skip = (text: string): boolean => {
    send.fail();
    tell(text);
    return false;
  };
  const carry = async (change: Change): Promise<boolean> => {
    const name = nameOf(change);
    let placed: Bid | null = null;
    for (const step of stepsOf(change, context, created)) {
      if (send.isStopped()) return false;
      const write = writeOf(step, placed);
      if (write === null) return skip(whyNotDone(change, step));
      const end = await send.write(write);
      if (!end.done) return false;
      if (write.fid === null) placed = end.bid;
      if (change.kind === 'create-volume' && end.volume !== null) created.set(change.file.name, end.volume);
      const kept = end.bid === null ? [] : keptVolumes(end.bid, write);
      if (kept.length > 0)
        return skip(`${name} still has ${counted(kept.length, 'volume')}: this service only adds volumes.`);
    }
    return true;
  };

  try {
    for (const change of of('create-volume')) await act(change);
    const unchanged = new Set<string>();
    for (const change of of('pause', 'change', 'resume')) {
      const { fid } = change.bid;
      const isLeft = change.kind === 'resume' && unchanged.has(fid);
      const whyNot = isLeft ? `${nameOf(change)} was not resumed: it is not as the file wants it.` : null;
      if (!(await act(change, whyNot))) unchanged.add(fid);
    }
    for (const change of [...of('place'), ...of('replace')]) await act(change);
    const others = of('other-bid', 'other-volume');
    line = null;
    if (others.length > 0 && send.worst() !== EXIT.done)
      tell('What is not in the file stays for now: something else was not done.');
    else
      for (const change of others) {
        // A bid that was to end first may still use it.
        const isLeft = change.kind === 'other-volume' && send.worst() !== EXIT.done;
        await act(change, isLeft ? `${nameOf(change)} was not deleted: something else was not done.` : null);
      }
  } finally {
    sending.close();
  }
  return done < changes.length && send.worst() === EXIT.done ? EXIT.refused : send.worst();
}

/** Why a step of a change can't be done. */
function whyNotDone(change: Change, { kind }: Step): string {
  const name = nameOf(change);
  if (kind === 'pause-placed') return `${name} was placed and is not paused: it is not in the list yet.`;
  return `${name} was not ${change.kind === 'change' ? 'changed' : 'placed'}: it needs a volume that was not created.`;
}

/** The write of a step; null for one that can't be done. */
function writeOf(step: Step, placed: Bid | null): Write | null {
  if (step.kind === 'write') return step.write;
  return step.kind === 'lacks-volume' || placed === null ? null : pauseBid(placed);
}

/** Sends writes, remembers the worst exit code, and stops once the service does not answer. */
function createSender({ context: first, panes, read }: Means, sending: Sending, tell: (text: string) => void) {
  let worst: ExitCode = EXIT.done;
  let stopped = false;
  const bidsBefore = new Set(first.rowsOf('bids').keys());
  const volumesBefore = new Set(first.rowsOf('volumes').keys());
  const fail = (code: ExitCode = EXIT.refused): void => {
    if (code > worst) worst = code;
  };
  /** Notes rows of this run, so that a later one of the same name is not taken for them. */
  const noted = (end: End): End => {
    if (end.bid !== null) bidsBefore.add(end.bid.fid);
    if (end.volume !== null) volumesBefore.add(end.volume);
    return end;
  };
  const lookFor = async (write: Write): Promise<End> => {
    const context = await read(write);
    if (write.fid !== null) {
      const verdict = panes[write.list].verdictOn?.(write, context) ?? null;
      return { ...NOT_DONE, done: verdict?.succeeded === true };
    }
    if (write.list === 'volumes') {
      const volume = volumesOf(context).find(({ name, fid }) => name === write.name && !volumesBefore.has(fid));
      return { ...NOT_DONE, done: volume !== undefined, volume: volume?.fid ?? null };
    }
    const bid = liveBids(context).find(({ name, fid }) => name === write.name && !bidsBefore.has(fid));
    return { ...NOT_DONE, done: bid !== undefined, bid: bid ?? null };
  };
  const write = async (wanted: Write): Promise<End> => {
    const { kind, code, written } = await sending.send(wanted);
    const row = written?.kind === 'row' ? written : null;
    const bid = row?.list === 'bids' ? row.row.row : null;
    const volume = row?.list === 'volumes' ? row.row.row.fid : null;
    if (kind === 'done' && (wanted.fid !== null || row !== null)) return noted({ done: true, bid, volume });
    if (kind === 'refused') {
      fail(code);
      // Without a sign-in or a service no other write gets through either.
      if (code >= EXIT.signedOut) stopped = true;
      return NOT_DONE;
    }
    try {
      const found = noted(await lookFor(wanted));
      if (kind === 'done') return { ...found, done: true };
      tell(`The list was read again: ${found.done ? 'it was carried out.' : 'it was not carried out.'}`);
      if (!found.done) fail(code);
      return found;
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      fail(EXIT.unreachable);
      stopped = true;
      for (const text of error.lines) tell(text);
      return { ...NOT_DONE, done: kind === 'done' };
    }
  };
  return { write, fail, worst: () => worst, isStopped: () => stopped };
}
