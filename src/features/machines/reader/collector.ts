import type { Cancel, Clock } from '../../../lib/clock.ts';
import type { MachineTarget, ReadingEvent, SampleSource } from '../reading.ts';
import { createStreams, TURN_AGAIN_MS } from './streams.ts';

/** Streams at once, and the number of them for turns. */
const MOST_STREAMS = 32;
const FOR_TURNS = 4;
/** `sshd` drops more logins at once (MaxStartups), and a jump host sees them all. */
const MOST_OPENING = 4;
/**
 * A machine leaving the screen keeps its stream this long, so that scrolling does not log in again, in milliseconds.
 */
const GRACE_MS = 20_000;
/** Between rounds, and until a free place is filled, in milliseconds. */
const ROUND_MS = 1000;
const SOON_MS = 100;

type Collecting = {
  readonly clock: Clock;
  readonly random: () => number;
  readonly source: () => SampleSource;
  /** Machines to read all the time, most important first. */
  readonly targets: () => readonly MachineTarget[];
  /** Machines to sample in turns. */
  readonly rest: () => readonly MachineTarget[];
  /** Whether a machine may still be read at this address. */
  readonly exists: (target: MachineTarget) => boolean;
  readonly everyMs: () => number;
  readonly onEvents: (events: readonly ReadingEvent[]) => void;
};

export type Collector = {
  readonly start: () => void;
  readonly stop: () => void;
  /** Tries a failed machine again at once; all without a fid. */
  readonly retry: (fid?: string) => void;
};

/**
 * Gives streams to machines on screen, within limits, and to others in turns. Failed machines wait longer each time;
 * some wait for the operator.
 */
export function createCollector({
  clock,
  random,
  source,
  targets,
  rest,
  exists,
  everyMs,
  onEvents,
}: Collecting): Collector {
  /** Last turns, oldest first. */
  const turns = new Map<string, number>();
  let events: ReadingEvent[] = [];
  /** Machines with a first sample passed on, and whether an event waits other than a further sample. */
  const known = new Set<string>();
  let isNews = false;
  let lastPassed = Number.NEGATIVE_INFINITY;
  /** As of the last round. */
  let wanted: ReadonlyMap<string, MachineTarget> = new Map();
  let others: ReadonlyMap<string, MachineTarget> = new Map();
  let lastRound = Number.NEGATIVE_INFINITY;
  let timer: { readonly at: number; readonly cancel: Cancel } | null = null;
  let running = false;

  const schedule = (ms: number): void => {
    const at = clock.steady() + ms;
    if (!running || (timer !== null && timer.at <= at)) return;
    timer?.cancel();
    timer = { at, cancel: clock.after(ms, wake) };
  };
  const streams = createStreams({
    clock,
    random,
    onRoom: () => schedule(SOON_MS),
    onEvent: (event) => {
      events.push(event);
      isNews ||= event.kind === 'failed' || !known.has(event.fid);
    },
  });
  const begin = (target: MachineTarget, turn: boolean): void =>
    streams.begin({ target, turn, source: source(), everyMs: everyMs() });

  /** Ends streams of machines gone or off the screen for long, and those with an old interval. */
  const endStreams = (): void => {
    const now = clock.steady();
    for (const [fid, own] of streams.open) {
      if (wanted.has(fid)) {
        own.seenAt = now;
        own.turn = false;
      }
      const isStale = own.source !== source() || (!own.turn && own.everyMs !== everyMs());
      if (isStale || !exists(own.target) || (!own.turn && now - own.seenAt > GRACE_MS)) streams.end(fid);
    }
    streams.forgetGone(exists);
    for (const fid of known) if (!streams.open.has(fid) && !others.has(fid)) known.delete(fid);
  };

  /** Ends the stream longest off the screen if all are in use. Returns whether there is room. */
  const makeRoom = (): boolean => {
    if (streams.open.size < MOST_STREAMS) return true;
    const now = clock.steady();
    const left = [...streams.open.values()].filter(({ turn, seenAt }) => !turn && seenAt < now);
    const [oldest] = left.sort((a, b) => a.seenAt - b.seenAt);
    if (oldest === undefined) return false;
    streams.end(oldest.target.fid);
    return true;
  };

  /** Failed machines come last: each may keep its place until its connection times out. */
  const openWanted = (): void => {
    const due = [...wanted.values()].filter((target) => streams.isDue(target) && exists(target));
    for (const target of due.sort((a, b) => streams.failures(a) - streams.failures(b))) {
      if (streams.opening() >= MOST_OPENING || !makeRoom()) return;
      begin(target, false);
    }
  };

  /** First machines without a turn, then the longest waiting ones. */
  const openTurns = (): void => {
    const now = clock.steady();
    for (const fid of turns.keys()) if (!others.has(fid)) turns.delete(fid);
    const again = [...turns].flatMap(([fid, at]) => (now - at < TURN_AGAIN_MS ? [] : (others.get(fid) ?? [])));
    for (const target of [...[...others.values()].filter(({ fid }) => !turns.has(fid)), ...again]) {
      if (streams.opening() >= MOST_OPENING || streams.open.size >= MOST_STREAMS) return;
      if (!streams.isDue(target) || !exists(target)) continue;
      turns.delete(target.fid);
      turns.set(target.fid, now);
      begin(target, true);
    }
  };

  /** First samples and failures pass in the next round, further samples twice in an interval. */
  const passOn = (): void => {
    if (events.length === 0 || (!isNews && clock.steady() - lastPassed < everyMs() / 2)) return;
    const due = events;
    events = [];
    isNews = false;
    lastPassed = clock.steady();
    for (const { kind, fid } of due) {
      if (kind === 'sampled') known.add(fid);
      else known.delete(fid);
    }
    onEvents(due);
  };

  const round = (): void => {
    lastRound = clock.steady();
    const all = byFid(rest().filter(exists));
    wanted = byFid(targets().filter(exists), all.size === 0 ? MOST_STREAMS : MOST_STREAMS - FOR_TURNS);
    for (const fid of wanted.keys()) all.delete(fid);
    others = all;
    endStreams();
    passOn();
  };

  /** Fills free places. Rounds stay rare: lists of thousands of machines are not read for each place. */
  const wake = (): void => {
    timer = null;
    if (clock.steady() - lastRound >= ROUND_MS) round();
    schedule(lastRound + ROUND_MS - clock.steady());
    openWanted();
    openTurns();
  };

  return {
    start: () => {
      if (running) return;
      running = true;
      lastRound = Number.NEGATIVE_INFINITY;
      wake();
    },
    stop: () => {
      running = false;
      timer?.cancel();
      timer = null;
      for (const fid of [...streams.open.keys()]) streams.end(fid);
      events = [];
      isNews = false;
      known.clear();
    },
    retry: (fid) => {
      streams.forgive(fid);
      schedule(0);
    },
  };
}

function byFid(targets: readonly MachineTarget[], most = Number.POSITIVE_INFINITY): Map<string, MachineTarget> {
  const found = new Map<string, MachineTarget>();
  for (const target of targets) {
    if (found.size >= most) break;
    found.set(target.fid, target);
  }
  return found;
}
