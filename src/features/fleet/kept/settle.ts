import { VolumeFid } from '../../../contract/fid.ts';
import { type Clock, pause } from '../../../lib/clock.ts';
import { shortDuration } from '../../../lib/duration.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import { withoutPeriod } from '../../../lib/words.ts';
import { changeBid, pauseBid, placeBid, resumeBid, verdictOn } from '../../../resources/bids/writes.ts';
import type { Context } from '../../../resources/context.ts';
import { LOOKED_FOR_MS, madeInList } from '../../../resources/made.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import { createVolume } from '../../../resources/volume-actions.ts';
import type { Write } from '../../../resources/write.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import type { Hold } from './hold.ts';
import type { OpenWrite, SentWrite } from './journal.ts';

const LOOK_MS = 3_000;

type Parts = {
  readonly hold: Pick<Hold, 'open' | 'end'>;
  readonly clock: Clock;
  /** @throws when they can't be read. */
  readonly read: () => Promise<Context>;
  readonly say: (line: string) => void;
};

/**
 * Looks in the lists for the writes of an earlier run without an outcome, until they show or can no longer happen.
 * Returns whether there were any. @throws {CommandFailure} when the journal can't be read.
 */
export async function settleEarlier({ hold, clock, read, say }: Parts): Promise<boolean> {
  /** By the steady clock, as the wall clock may jump. */
  const until = new Map<number, number>();
  for (let looks = 0; ; looks += 1) {
    const open = await hold.open();
    if (open === null)
      throw new CommandFailure(EXIT.journalLost, [
        "The journal can't be read, so it is not known what an earlier run has sent.",
        'Nothing was sent.',
      ]);
    if (open.length === 0) return looks > 0;
    const [now, steady] = [clock.now(), clock.steady()];
    for (const { id, at } of open)
      if (!until.has(id)) until.set(id, steady + LOOKED_FOR_MS - Math.max(0, Math.min(LOOKED_FOR_MS, now - at)));
    const context = await read();
    const left = open.filter((one) => {
      const found = endOf(one, context);
      const isOver = steady >= (until.get(one.id) ?? 0);
      if (found.kind === 'open' && !isOver) return true;
      hold.end(one.id, found.kind === 'done' ? 'done' : 'missed');
      say(`An earlier run was to ${wordsOf(one.sent)}: ${found.why}.`);
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

/** The lists' word on a write, as a clause; `open` may still change. */
type End = { readonly kind: 'done' | 'ended' | 'open'; readonly why: string };

const DONE: End = { kind: 'done', why: 'the list shows that it was carried out' };
const UNKNOWN = 'it is not known whether it was carried out';
const OPEN: End = { kind: 'open', why: 'the list shows that it was not carried out' };
const ENDED: End = { kind: 'ended', why: `the bid has ended since, so ${UNKNOWN}` };

function endOf({ sent, at }: OpenWrite, context: Context): End {
  if (sent === null) return { kind: 'open', why: UNKNOWN };
  switch (sent.call) {
    case 'placeBid':
    case 'createVolume': {
      const { known, isWhole, newestAt } = sent;
      const before = { rows: new Map(), also: new Set(known), isWhole, newestAt, at };
      const write = sent.call === 'placeBid' ? placeBid(sent.body) : createVolume(sent.body);
      const made = madeInList(write, context, before);
      if (made === null) return OPEN;
      if (made.kind === 'made') return DONE;
      return { kind: 'open', why: `${UNKNOWN}. ${withoutPeriod(made.why)}` };
    }
    case 'deleteVolume':
      return context.rowOf('volumes', sent.fid) === undefined ? DONE : OPEN;
    case 'cancelBid':
      return hasBidEnded(sent, context) ? DONE : OPEN;
    case 'updateBid': {
      const bid = context.rowOf('bids', sent.fid)?.row;
      if (bid !== undefined && verdictOn(writeOf(sent, bid), context)?.succeeded === true) return DONE;
      return hasBidEnded(sent, context) ? ENDED : OPEN;
    }
  }
}

function hasBidEnded({ fid }: { readonly fid: string }, context: Context): boolean {
  const bid = context.rowOf('bids', fid)?.row;
  return bid === undefined || isStatus(bid.status, 'terminated');
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

function wordsOf(sent: SentWrite | null): string {
  if (sent === null) return "do what this version can't read";
  const name = printableLine('known' in sent ? sent.body.name : sent.name);
  if (sent.call !== 'updateBid') return `${VERBS[sent.call]} ${name}`;
  const { paused } = sent.body;
  return `${paused === undefined ? 'change' : paused ? 'pause' : 'resume'} the bid ${name}`;
}
