import { MINUTE_MS } from '../lib/duration.ts';

/**
 * The most urgent first. `awaited`: a list never complete, or requested; `rest`: refreshing the rest of a list;
 * `foreign`: beyond the interface, while no list waits.
 */
export const REQUEST_CLASSES = ['view', 'pending', 'preempting', 'awaited', 'ended', 'rest', 'foreign'] as const;
export type RequestClass = (typeof REQUEST_CLASSES)[number];

export const MAX_OPEN = 6;

const CONNECTIONS_OF_VIEW = 3;

const CONNECTIONS_LEFT: Readonly<Record<RequestClass, number>> = {
  view: 0,
  pending: CONNECTIONS_OF_VIEW,
  preempting: CONNECTIONS_OF_VIEW,
  awaited: CONNECTIONS_OF_VIEW + 1,
  ended: CONNECTIONS_OF_VIEW + 1,
  rest: CONNECTIONS_OF_VIEW + 1,
  foreign: CONNECTIONS_OF_VIEW + 1,
};

/** Requests may arrive late and fall into the service's next minute. */
const DEALT_SHARE = 0.98;
/** Sendable at once: usually, and at the start when nothing is known. */
const BURST_SHARE = 0.08;
const START_SHARE = 0.25;
/** Of the burst; refreshing leaves it to the operator's next action. */
const KEPT_SHARE = 0.5;
/** One in so many requests may be the longest waiting, however busy more urgent classes are. */
const STARVED_TURNS: Readonly<Record<RequestClass, number>> = {
  view: 1,
  pending: 3,
  preempting: 3,
  awaited: 6,
  ended: 8,
  rest: 8,
  foreign: Number.POSITIVE_INFINITY,
};

export type Deal = { readonly burst: number; readonly perMs: number };

/** Deals at most `max` requests a minute. `sinceStart` in milliseconds. */
export function dealOf(max: number, sinceStart: number): Deal {
  const dealt = Math.max(1, max * DEALT_SHARE);
  const burst = Math.max(1, Math.floor(dealt * BURST_SHARE));
  const start = Math.max(1, Math.floor(dealt * START_SHARE));
  const left = Math.max(0, 1 - sinceStart / MINUTE_MS);
  return { burst: burst + (start - burst) * left, perMs: Math.max(dealt - (left > 0 ? start : burst), 1) / MINUTE_MS };
}

export type WaitingRequest = { readonly of: RequestClass; readonly since: number };

/** Times are steady, in milliseconds. */
export type Situation = {
  readonly now: number;
  readonly deal: Deal;
  readonly tokens: number;
  readonly open: number;
  readonly waiting: readonly WaitingRequest[];
  readonly needs: Readonly<Record<RequestClass, number>>;
  readonly starvedAt: number;
};

/** The index of the request to send, or the time to wait; null while all connections are busy. */
export type Choice = { readonly send: number; readonly starved: boolean } | { readonly inMs: number | null };

/**
 * The most urgent class goes first, within it the longest wait. A lower class leaves connections and tokens to more
 * urgent ones; one request of three to eight may be the oldest instead.
 */
export function nextRequest(situation: Situation): Choice {
  const { now, deal, tokens, open, waiting, starvedAt } = situation;
  if (waiting.length === 0) return { inMs: null };
  const untilTokens = (count: number): number => (count - tokens) / deal.perMs;
  const isFree = ({ of }: WaitingRequest): boolean => open < MAX_OPEN - CONNECTIONS_LEFT[of];
  let soonest: number | null = null;
  const notBefore = (ms: number): void => {
    soonest = Math.min(soonest ?? ms, ms);
  };
  const oldest =
    open < MAX_OPEN - CONNECTIONS_OF_VIEW
      ? oldestOf(waiting.filter(({ of }) => of !== 'view' && of !== 'foreign'))
      : null;
  if (oldest !== null) {
    const inMs = Math.max(oldest.since, starvedAt) + STARVED_TURNS[oldest.of] / deal.perMs - now;
    if (inMs <= 0 && tokens >= 1) return { send: waiting.indexOf(oldest), starved: true };
    notBefore(Math.max(inMs, untilTokens(1)));
  }
  for (const of of REQUEST_CLASSES) {
    const request = oldestOf(waiting.filter((each) => each.of === of));
    if (request === null || !isFree(request)) continue;
    const needed = 1 + keptFrom(of, situation);
    if (tokens >= needed) return { send: waiting.indexOf(request), starved: false };
    notBefore(untilTokens(needed));
  }
  return { inMs: soonest };
}

/** Never so many as to leave none of a full bucket. */
function keptFrom(of: RequestClass, { needs, deal }: Situation): number {
  const needed = REQUEST_CLASSES.slice(0, REQUEST_CLASSES.indexOf(of)).reduce((sum, other) => sum + needs[other], 0);
  const kept = of === 'rest' || of === 'foreign' ? Math.max(needed, deal.burst * KEPT_SHARE) : needed;
  return Math.min(kept, deal.burst - 1);
}

function oldestOf(waiting: readonly WaitingRequest[]): WaitingRequest | null {
  return waiting.reduce<WaitingRequest | null>(
    (oldest, request) => (oldest === null || request.since < oldest.since ? request : oldest),
    null,
  );
}
