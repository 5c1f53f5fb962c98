import type { Sending } from '../../../command/send.ts';
import type { VolumeFid } from '../../../contract/fid.ts';
import { counted } from '../../../lib/words.ts';
import { pauseBid } from '../../../resources/bids/writes.ts';
import type { Context } from '../../../resources/context.ts';
import type { Write, WrittenRow } from '../../../resources/write.ts';
import { EXIT, type ExitCode } from '../../../system/exit.ts';
import { type Allowed, type Change, isAllowed, nameOf, type Plan } from './change.ts';
import { lineOf } from './words.ts';
import { keptVolumes, type Placed, type Step, stepsOf } from './writes.ts';

export type Means = {
  /** Of the file, for sentences. */
  readonly path: string;
  /** The rows the plan was made from. */
  readonly context: Context;
  readonly onDone: (done: number) => void;
  /** Opens the sender; `warn` takes its refusals. */
  readonly open: (warn: (line: string) => void) => Sending;
  readonly warn: (line: string) => void;
};

type Of<Kind extends Change['kind']> = Extract<Change, { readonly kind: Kind }>;

/** `done` also when only the lists show it. */
type End = { readonly done: boolean; readonly row: WrittenRow | null };

const NOT_DONE: End = { done: false, row: null };

type MadeRow = Placed & { readonly row: WrittenRow };

/**
 * Sends the allowed changes: volumes, changes, new bids, then endings. Each write is sent once; the lists decide where
 * its answer is unclear. Stopping is safe: the next run compares again. Returns the worst exit code.
 */
export async function carryOut(plan: Plan, allowed: Allowed, means: Means): Promise<ExitCode> {
  const { path, context, warn } = means;
  const changes = plan.changes.filter((change) => isAllowed(change, allowed));
  const of = <Kind extends Change['kind']>(...kinds: readonly Kind[]): readonly Of<Kind>[] =>
    changes.filter((change): change is Of<Kind> => kinds.some((kind) => kind === change.kind));
  let line: number | null = null;
  const tell = (text: string): void => warn(line === null ? text : `${path}, line ${line}: ${text}`);
  const sending = means.open(tell);
  const send = createSender(sending);
  const created = new Map<string, VolumeFid>();
  let done = 0;
  /** Carries out a change unless the run has stopped; `whyNot` leaves it out. */
  const act = async (change: Change, whyNot: string | null = null): Promise<boolean> => {
    if (send.isStopped()) return false;
    line = lineOf(change);
    if (whyNot !== null) return skip(whyNot);
    const isDone = await carry(change);
    if (isDone) {
      done += 1;
      means.onDone(done);
    }
    return isDone;
  };
  const skip = (text: string): boolean => {
    send.fail();
    tell(text);
    return false;
  };
  const carry = async (change: Change): Promise<boolean> => {
    let made: MadeRow | null = null;
    for (const step of stepsOf(change, context, created)) {
      if (send.isStopped()) return false;
      if (step.kind === 'see-made') {
        const seen: Placed | null = step.placed ?? made;
        if (seen === null || !(await sending.isListed(seen.write, seen.fid))) return skip(whyNotSeen(change, seen));
        if (change.kind === 'create-volume' && made?.row.list === 'volumes')
          created.set(change.file.name, made.row.row.row.fid);
        continue;
      }
      const write = writeOf(step, made?.row ?? null);
      if (write === null) return skip(whyNotDone(change, step));
      const { done: isDone, row } = await send(write);
      if (!isDone) return false;
      if (write.fid === null) made = row === null ? null : { write, row, fid: row.row.row.fid };
      const kept = row?.list === 'bids' ? keptVolumes(row.row.row, write) : [];
      if (kept.length > 0)
        return skip(`${nameOf(change)} still has ${counted(kept.length, 'volume')}: this service only adds volumes.`);
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
        // The bid that was to end may still use it.
        const isLeft = change.kind === 'other-volume' && send.worst() !== EXIT.done;
        await act(change, isLeft ? `${nameOf(change)} was not deleted: something else was not done.` : null);
      }
  } finally {
    sending.close();
  }
  return done < changes.length && send.worst() === EXIT.done ? EXIT.refused : send.worst();
}

function whyNotDone(change: Change, { kind }: Step): string {
  const name = nameOf(change);
  if (kind === 'pause-placed') return `${name} was placed and is not paused: it is not in the list yet.`;
  return `${name} was not ${change.kind === 'change' ? 'changed' : 'placed'}: it needs a volume that was not created.`;
}

function whyNotSeen(change: Change, seen: Placed | null): string {
  const made = `${nameOf(change)}${seen === null ? '' : ` (${seen.fid})`}`;
  switch (change.kind) {
    case 'create-volume':
      return `${made} is not in the list as it was asked for, so no bid gets it yet.`;
    case 'replace':
      return `${made} is not in the list as it was asked for, so ${change.bid.fid}, which it replaces, was not cancelled.`;
    default:
      return `${made} was placed and is not paused: it is not in the list as it was asked for.`;
  }
}

function writeOf(step: Exclude<Step, { readonly kind: 'see-made' }>, placed: WrittenRow | null): Write | null {
  if (step.kind === 'write') return step.write;
  return step.kind === 'pause-placed' && placed?.list === 'bids' ? pauseBid(placed.row.row) : null;
}

/** Sends writes, remembers the worst exit code, and stops at an unknown outcome or a dead connection. */
function createSender(sending: Sending) {
  let worst: ExitCode = EXIT.done;
  let stopped = false;
  const fail = (code: ExitCode = EXIT.refused): void => {
    if (code > worst) worst = code;
  };
  const send = async (write: Write): Promise<End> => {
    const { kind, code, written } = await sending.send(write);
    if (kind === 'done') return { done: true, row: written?.kind === 'row' ? written : null };
    fail(code);
    // Without sign-in or service no other write gets through.
    if (kind === 'unknown' || (kind === 'refused' && code >= EXIT.signedOut)) stopped = true;
    return NOT_DONE;
  };
  return Object.assign(send, { fail, worst: () => worst, isStopped: () => stopped });
}
