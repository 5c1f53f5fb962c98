import { MINUTE_MS } from '../lib/duration.ts';

/**
 * Classes of the requests for rows, the most urgent first: rows in view; rows that the operator or a rule waits for; rows that are being
 * preempted; a list that was never complete or that somebody has requested; rows near the view; the rest of a list, again and again.
 */
export const REQUEST_CLASSES = ['view', 'pending', 'preempting', 'awaited', 'near', 'rest'] as const;
export type RequestClass = (typeof REQUEST_CLASSES)[number];

/** Most requests for rows at once. */
export const MAX_OPEN = 6;

/** Connections that the rows in view always have, however long other answers take. */
const CONNECTIONS_OF_VIEW = 3;

/** Connections that each class leaves to more urgent ones. */
const CONNECTIONS_LEFT: Readonly<Record<RequestClass, number>> = {
  view: 0,
  pending: CONNECTIONS_OF_VIEW,
  preempting: CONNECTIONS_OF_VIEW,
  awaited: CONNECTIONS_OF_VIEW + 1,
  near: CONNECTIONS_OF_VIEW + 1,
  rest: CONNECTIONS_OF_VIEW + 1,
};

/** Share of the requests of a minute that are dealt: some come to the service later than they were sent, and fall into its next minute. */
const DEALT_SHARE = 0.98;
/** Share of the requests of a minute that may be sent at once, and at the start, when nothing is known. The others are dealt evenly. */
const BURST_SHARE = 0.08;
const START_SHARE = 0.25;
/** Share of the burst that refreshing the rest of a list leaves to what the operator does next. */
const KEPT_SHARE = 0.5;
/** Every such request may be one of this class that has waited long, however busy more urgent classes are. */
const STARVED_TURNS: Readonly<Record<RequestClass, number>> = {
  view: 1,
  pending: 3,
  preempting: 3,
  awaited: 6,
  near: 8,
  rest: 8,
};

/** How requests are dealt: tokens that a bucket holds at most, and tokens that it gets in a millisecond. */
export type Deal = { readonly burst: number; readonly perMs: number };

/**
 * Deals the requests of a minute so that no minute has more than `max`. In the first minute more may be sent at once, and fewer
 * later; `sinceStart` is in milliseconds.
 */
export function dealOf(max: number, sinceStart: number): Deal {
  const dealt = Math.max(1, max * DEALT_SHARE);
  const burst = Math.max(1, Math.floor(dealt * BURST_SHARE));
  const start = Math.max(1, Math.floor(dealt * START_SHARE));
  const left = Math.max(0, 1 - sinceStart / MINUTE_MS);
  return { burst: burst + (start - burst) * left, perMs: Math.max(dealt - (left > 0 ? start : burst), 1) / MINUTE_MS };
}

/** A request that waits to be sent, and the steady time since when its rows are waited for: within a class it is its place. */
export type WaitingRequest = { readonly of: RequestClass; readonly since: number };

/** What the choice of the next request depends on. Times are steady, in milliseconds. */
export type Situation = {
  readonly now: number;
  readonly deal: Deal;
  /** Requests that may be sent now, with fractions. */
  readonly tokens: number;
  readonly open: number;
  readonly waiting: readonly WaitingRequest[];
  /** Requests that the next turn of each class will take. */
  readonly needs: Readonly<Record<RequestClass, number>>;
  /** When a request was last sent because it had waited long. */
  readonly starvedAt: number;
};

/** The request to send now, by its place among those that wait; or the time until one can be sent, null when a connection has to end first. */
export type Choice = { readonly send: number; readonly starved: boolean } | { readonly inMs: number | null };

/**
 * Chooses the next request. The most urgent class goes first, within it what is waited for the longest. A lower class takes neither the
 * last connections nor the tokens that the next turn of a more urgent one needs; one request of three to eight may be the one that has
 * waited longest.
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
  const oldest = open < MAX_OPEN - CONNECTIONS_OF_VIEW ? oldestOf(waiting.filter(({ of }) => of !== 'view')) : null;
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

/** The tokens that a class leaves to more urgent ones: never so many that a full bucket has none for it. */
function keptFrom(of: RequestClass, { needs, deal }: Situation): number {
  const needed = REQUEST_CLASSES.slice(0, REQUEST_CLASSES.indexOf(of)).reduce((sum, other) => sum + needs[other], 0);
  const kept = of === 'rest' ? Math.max(needed, deal.burst * KEPT_SHARE) : needed;
  return Math.min(kept, deal.burst - 1);
}

function oldestOf(waiting: readonly WaitingRequest[]): WaitingRequest | null {
  return waiting.reduce<WaitingRequest | null>(
    (oldest, request) => (oldest === null || request.since < oldest.since ? request : oldest),
    null,
  );
}
