import type { Sending } from '../../../command/send.ts';
import type { Bid } from '../../../contract/bid.ts';
import type { VolumeFid } from '../../../contract/fid.ts';
import type { ServiceList } from '../../../contract/lists.ts';
import { counted } from '../../../lib/words.ts';
import { cancelBid, pauseBid, resumeBid } from '../../../resources/bids/writes.ts';
import type { Context } from '../../../resources/context.ts';
import type { Panes } from '../../../resources/panes.ts';
import { deleteVolume } from '../../../resources/volume-actions.ts';
import { createVolume } from '../../../resources/volume-form.ts';
import type { Write } from '../../../resources/write.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../../system/exit.ts';
import { liveBids, volumesOf } from '../rows.ts';
import { type Allowed, type Change, isAllowed, type Plan } from './change.ts';
import { lineOf } from './words.ts';
import { changing, keptVolumes, placing } from './writes.ts';

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
  /** Carries out a change, unless an earlier one has shown that none gets through. */
  const act = async (change: Change, how: () => Promise<boolean>): Promise<boolean> => {
    if (send.isStopped()) return false;
    line = lineOf(change);
    const isDone = await how();
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
  const place = async (change: Of<'place' | 'replace'>): Promise<boolean> => {
    const { wanted } = change;
    const write = placing(wanted, context.project, created);
    if (write === null) return skip(`${wanted.name} was not placed: it needs a volume that was not created.`);
    const { done: isPlaced, bid } = await send.write(write);
    if (!isPlaced || !wanted.paused) return isPlaced;
    if (bid === null) return skip(`${wanted.name} was placed and is not paused: it is not in the list yet.`);
    return send.isStopped() ? false : (await send.write(pauseBid(bid))).done;
  };

  try {
    for (const change of of('create-volume'))
      await act(change, async () => {
        const { done: isDone, volume } = await send.write(createVolume(change.body));
        if (volume !== null) created.set(change.file.name, volume);
        return isDone;
      });
    const unchanged = new Set<string>();
    for (const change of of('pause', 'change', 'resume')) {
      const isDone = await act(change, async () => {
        const { bid, wanted } = change;
        if (change.kind === 'pause') return (await send.write(pauseBid(bid))).done;
        if (change.kind === 'resume')
          return unchanged.has(bid.fid)
            ? skip(`${wanted.name} was not resumed: it is not as the file wants it.`)
            : (await send.write(resumeBid(bid))).done;
        const write = changing(change, created);
        if (write === null) return skip(`${wanted.name} was not changed: it needs a volume that was not created.`);
        const { done: isDone, bid: now } = await send.write(write);
        const kept = now === null ? [] : keptVolumes(now, write);
        return kept.length === 0
          ? isDone
          : skip(`${wanted.name} still has ${counted(kept.length, 'volume')}: this service only adds volumes.`);
      });
      if (!isDone) unchanged.add(change.bid.fid);
    }
    for (const change of of('place')) await act(change, () => place(change));
    for (const change of of('replace')) {
      await act(change, async () => {
        const isPlaced = change.placed !== null || (await place(change));
        return isPlaced && !send.isStopped() && (await send.write(cancelBid(change.bid))).done;
      });
    }
    const others = of('other-bid', 'other-volume');
    line = null;
    if (others.length > 0 && send.worst() !== EXIT.done)
      tell('What is not in the file stays for now: something else was not done.');
    else
      for (const change of others)
        await act(change, async () => {
          if (change.kind === 'other-bid') return (await send.write(cancelBid(change.bid))).done;
          // A bid that was to end first may still use it.
          return send.worst() === EXIT.done
            ? (await send.write(deleteVolume(change.volume))).done
            : skip(`${change.volume.name || change.volume.fid} was not deleted: something else was not done.`);
        });
  } finally {
    sending.close();
  }
  return done < changes.length && send.worst() === EXIT.done ? EXIT.refused : send.worst();
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
