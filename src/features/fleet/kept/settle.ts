import { VolumeFid } from '../../../contract/fid.ts';
import { type Clock, pause } from '../../../lib/clock.ts';
import { shortDuration } from '../../../lib/duration.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import { changeBid, pauseBid, resumeBid, verdictOn } from '../../../resources/bids/writes.ts';
import type { Context } from '../../../resources/context.ts';
import { LOOKED_FOR_MS } from '../../../resources/made.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import type { Write } from '../../../resources/write.ts';
import { exactName } from '../rows.ts';
import type { Hold } from './hold.ts';
import type { OpenWrite, SentWrite } from './journal.ts';

/** Time between two looks, in milliseconds. */
const LOOK_MS = 3_000;

type Parts = {
  readonly hold: Pick<Hold, 'open' | 'end'>;
  readonly clock: Clock;
  /** Reads the lists that a fleet file changes. @throws when they can't be read. */
  readonly read: () => Promise<Context>;
  readonly say: (line: string) => void;
};

/**
 * Finds out what became of the writes of an earlier run that have no outcome: its program ended before their answers came. They are looked for
 * in the lists until they show them, or until they can no longer be carried out. Returns whether there were any.
 */
export async function settleEarlier({ hold, clock, read, say }: Parts): Promise<boolean> {
  /** Until when each may still be carried out, by the steady clock: the wall clock may have jumped. */
  const until = new Map<number, number>();
  for (let looks = 0; ; looks += 1) {
    const open = hold.open();
    if (open.length === 0) return looks > 0;
    const [now, steady] = [clock.now(), clock.steady()];
    for (const { id, at } of open)
      if (!until.has(id)) until.set(id, steady + LOOKED_FOR_MS - Math.max(0, Math.min(LOOKED_FOR_MS, now - at)));
    const context = await read();
    const left = open.filter((one) => {
      const end = endOf(one, context, steady >= (until.get(one.id) ?? 0));
      if (end === null) return true;
      hold.end(one.id, end === 'done' ? 'done' : 'missed');
      say(`An earlier run was to ${wordsOf(one.sent)}: ${END_WORDS[end]}.`);
      return false;
    });
    if (left.length === 0) return true;
    const longest = Math.max(...left.map(({ id }) => until.get(id) ?? 0)) - steady;
    if (looks === 0)
      say(
        `It is not known yet what became of what an earlier run sent: ${left.map(({ sent }) => wordsOf(sent)).join(', ')}. It is looked for, for up to ${shortDuration(longest)}.`,
      );
    await pause(clock, Math.max(0, Math.min(LOOK_MS, longest)));
  }
}

const END_WORDS = {
  done: 'the list shows that it was carried out',
  missed: 'the list shows that it was not carried out',
  ended: 'the bid has ended since, so it is not known whether it was carried out',
} as const;

/** How a write has ended; null while that may still change. `isOver`: the lists were requested when it could no longer be carried out. */
function endOf({ sent }: OpenWrite, context: Context, isOver: boolean): keyof typeof END_WORDS | null {
  if (isShown(sent, context)) return 'done';
  if (sent.call === 'updateBid' && hasBidEnded(sent, context)) return 'ended';
  return isOver ? 'missed' : null;
}

function hasBidEnded({ fid }: { readonly fid: string }, context: Context): boolean {
  const bid = context.rowOf('bids', fid)?.row;
  return bid === undefined || isStatus(bid.status, 'terminated');
}

/** Whether the lists show that a write was carried out. */
function isShown(sent: SentWrite, context: Context): boolean {
  switch (sent.call) {
    case 'placeBid':
    case 'createVolume': {
      const list = sent.call === 'placeBid' ? 'bids' : 'volumes';
      return [...context.rowsOf(list).values()].some(
        ({ row }) => !sent.known.includes(row.fid) && exactName(list, row, context) === sent.name,
      );
    }
    case 'deleteVolume':
      return context.rowOf('volumes', sent.fid) === undefined;
    case 'cancelBid':
      return hasBidEnded(sent, context);
    case 'updateBid': {
      const bid = context.rowOf('bids', sent.fid)?.row;
      return bid !== undefined && verdictOn(writeOf(sent, bid), context)?.succeeded === true;
    }
  }
}

type Changed = Extract<SentWrite, { readonly call: 'updateBid' }>;

function writeOf({ body: { paused, limit_price, volumes } }: Changed, bid: Parameters<typeof changeBid>[0]): Write {
  if (paused !== undefined) return paused ? pauseBid(bid) : resumeBid(bid);
  return changeBid(bid, {
    ...(limit_price === undefined ? {} : { limit_price }),
    ...(volumes === undefined ? {} : { volumes: volumes.map((fid) => VolumeFid.parse(fid)) }),
  });
}

const VERBS = {
  placeBid: 'place the bid',
  createVolume: 'create the volume',
  cancelBid: 'cancel the bid',
  deleteVolume: 'delete the volume',
} as const;

/** A write in words: `place the bid train`. */
function wordsOf(sent: SentWrite): string {
  const name = printableLine(sent.name);
  if (sent.call !== 'updateBid') return `${VERBS[sent.call]} ${name}`;
  const { paused } = sent.body;
  return `${paused === undefined ? 'change' : paused ? 'pause' : 'resume'} the bid ${name}`;
}
