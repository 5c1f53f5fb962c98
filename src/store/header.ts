import type { Bid } from '../contract/bid.ts';
import type { ServiceList } from '../contract/lists.ts';
import { ageInSteps, MINUTE_MS } from '../lib/duration.ts';
import { changedKeys, keysBetween } from '../lib/maps.ts';
import { isSameMoney } from '../lib/money.ts';
import { leastOf, withoutOf } from '../lib/sum.ts';
import { counted } from '../lib/words.ts';
import type { Tone } from '../resources/cell.ts';
import { serviceLists } from '../resources/index.ts';
import { boundText, briefBound, costInWords, unpricedCount } from '../resources/parts/amounts.ts';
import type { Exposure } from '../resources/resource.ts';
import { isSignedOut, refusalOf } from './access.ts';
import { type Ages, agesInView, promisedMs, restWords } from './age.ts';
import { type HeaderStatus, inAllLengths, type Lengths, NOTHING } from './header-order.ts';
import { hasMore, type List } from './list.ts';
import { isLongEnded } from './lists/ended-rows.ts';
import { visibleLists } from './panes/on-screen.ts';
import { preemptingBids, preemptingInstances } from './preemption.ts';
import type { ConsoleState, Features } from './state.ts';
import { committedNow, countsIn, exposureNow } from './totals.ts';

/** An age in view as bad as a failing service, in milliseconds. */
const BAD_MS = 15_000;
const COUNTED: readonly ServiceList[] = ['bids', 'instances'];

export function connectionOf(state: ConsoleState): HeaderStatus {
  const status = liveStatus(state);
  const isBad = status.tone === 'bad';
  for (const { header } of state.features.parts) {
    const own = header?.status?.(state, status) ?? null;
    if (own !== null) return own;
  }
  if (state.frozen === null) return status;
  const { inView, rest } = agesInView(state, [...visibleLists(state)], state.frozen);
  const frozen = `${state.glyphs.frozen} frozen`;
  const age = `${frozen} ${ageInSteps(inView ?? rest ?? 0)}`;
  return {
    text: `${age}, ${status.text}`,
    medium: isBad ? `${state.glyphs.frozen} ${status.medium}` : age,
    brief: isBad ? `${state.glyphs.frozen} ${status.brief}` : frozen,
    tone: isBad ? 'bad' : 'warn',
  };
}

/** Worst first: signed out, no connection, stale, loading, live. Lists the token may not read only count. */
function liveStatus(state: ConsoleState): HeaderStatus {
  const { glyphs } = state;
  const bad = (long: string, brief: string): HeaderStatus => ({
    text: `${glyphs.bad} ${long}`,
    medium: `${glyphs.bad} ${brief}`,
    brief: `${glyphs.bad} ${brief}`,
    tone: 'bad',
  });
  if (isSignedOut(state)) return bad('signed out', 'sign in');
  const readable = serviceLists.filter((name) => refusalOf(state, name) === null);
  if (readable.length === 0) return bad('no access', 'no access');
  const visible = visibleLists(state);
  const shown = readable.filter((name) => visible.has(name));
  const names = shown.length === 0 && visible.size > 0 ? readable : shown;
  const lists = names.map((name) => state.lists[name]);
  const isFailing = lists.some(({ failure }) => failure !== null);
  const isLoading = lists.some(({ fetchedAt }) => fetchedAt === null);
  const { inView } = agesInView(state, names, state.lists);
  const isWithoutRows = lists.some(
    ({ failure, fetchedAt, rows }) => failure !== null && fetchedAt === null && rows.size === 0,
  );
  if (isWithoutRows || (isFailing && isLoading && inView === null)) return bad('no connection', 'offline');
  const all = [...new Set([...names, ...COUNTED])];
  const { rest } = agesInView(state, all, state.lists);
  return statusOf(state, {
    ages: { inView: isFailing ? (inView ?? rest) : inView, rest },
    isFailing,
    page: isLoading ? Math.max(1, ...lists.map(({ loading }) => loading?.pages ?? 1)) : null,
    denied: serviceLists.length - readable.length,
    isCut: all.some((name) => hasMore(state.lists[name])),
  });
}

/** `page` is the last one of a first list, else null; `isCut` lists miss rows at their end. */
type StatusInputs = {
  readonly ages: Ages;
  readonly isFailing: boolean;
  readonly page: number | null;
  readonly denied: number;
  readonly isCut: boolean;
};

function statusOf(state: ConsoleState, { ages, isFailing, page, denied, isCut }: StatusInputs): HeaderStatus {
  const age = ages.inView ?? 0;
  const isStale = isFailing || age > promisedMs(state);
  const word = isStale ? 'stale' : 'live';
  const progress = page === null ? [] : [`page ${page}`];
  const rows = ages.inView === null ? (page === null ? [word] : []) : [`${word} ${ageInSteps(age)}`];
  const rest = restWords(ages);
  const missing = isCut ? ['rows missing'] : [];
  const noAccess = denied > 0 && !isStale ? [`no access to ${counted(denied, 'list')}`] : [];
  const lacks = [...missing, ...(noAccess.length > 0 ? ['no access'] : [])].slice(0, 1);
  const brief = isStale ? [word] : page !== null ? progress : lacks.length > 0 ? lacks : [word];
  // The age of new rows can wait for more room.
  const isPlain = !isStale && page === null && rest.length === 0;
  const { sign, tone } = looksOf(state, { isFailing, isStale, isBad: age > BAD_MS, page, lacks: denied > 0 || isCut });
  const textOf = (parts: readonly string[]): string => `${sign} ${parts.join(', ')}`;
  return {
    text: textOf([
      ...progress.map((text) => `loading ${text}`),
      ...rows,
      ...rest.map((text) => `${text} old`),
      ...missing,
      ...noAccess,
    ]),
    medium: textOf(isPlain ? brief : [...progress, ...rows, ...rest, ...missing]),
    brief: textOf(brief),
    tone,
  };
}

type Looks = Pick<StatusInputs, 'isFailing' | 'page'> & {
  readonly isStale: boolean;
  readonly isBad: boolean;
  readonly lacks: boolean;
};

function looksOf(
  { glyphs }: Pick<ConsoleState, 'glyphs'>,
  { isFailing, isStale, isBad, page, lacks }: Looks,
): { readonly sign: string; readonly tone: Tone } {
  if (isStale) return { sign: glyphs.warn, tone: isFailing || isBad ? 'bad' : 'warn' };
  if (page !== null) return { sign: glyphs.busy, tone: 'busy' };
  return lacks ? { sign: glyphs.warn, tone: 'warn' } : { sign: glyphs.on, tone: 'good' };
}

/** Marked while the lists are incomplete. Without bids nothing is wanted. */
export function countsOf(state: ConsoleState): Lengths {
  const { bids, instances } = state.lists;
  if (!hasRows(bids) && !hasRows(instances)) return NOTHING;
  const { dot } = state.glyphs;
  const { running, wanted } = countsIn(state.lists);
  const shown = shownBids(state);
  const ofBids = `${counted(shown, 'bid')}${soFar(bids)}`;
  if (!hasRows(instances)) return inAllLengths(ofBids);
  if (!hasRows(bids)) return inAllLengths(`${counted(running, 'instance')} running${soFar(instances)}`);
  const some = soFar(bids) || soFar(instances);
  return {
    short: `${running}/${wanted} run${some}`,
    medium: `${ofBids} ${dot} ${running}/${wanted} running${some}`,
    long: `${ofBids} ${dot} ${running} of ${counted(wanted, 'instance')} running${some}`,
  };
}

type Shown = Pick<List<Bid>, 'rows' | 'endedAt'> & { readonly features: Features | null; readonly at: number };

let lastShown: Shown & { readonly count: number } = {
  rows: new Map(),
  endedAt: new Map(),
  features: null,
  at: 0,
  count: 0,
};

function shownBids({ lists: { bids }, features, now }: ConsoleState): number {
  const at = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const { rows, endedAt } = bids;
  const isShown = (of: Shown, fid: string): number => {
    const listed = of.rows.get(fid);
    return listed !== undefined && !isLongEnded(listed.row, features.panes.bids, of.endedAt, at) ? 1 : 0;
  };
  const next: Shown = { rows, endedAt, features, at };
  const isNext = lastShown.features === features && lastShown.at === at;
  const touched = isNext
    ? new Set([...keysBetween(lastShown.rows, rows, bids.delta), ...changedKeys(lastShown.endedAt, endedAt)])
    : rows.keys();
  let count = isNext ? lastShown.count : 0;
  for (const fid of touched) count += isShown(next, fid) - (isNext ? isShown(lastShown, fid) : 0);
  lastShown = { ...next, count };
  return count;
}

/**
 * The highest cost per hour at limit prices, one amount per currency. While lists are incomplete or costs unknown it is
 * no upper limit, and never called one.
 */
export function exposureLine(state: ConsoleState): Lengths {
  const { bids, instances } = state.lists;
  if (!hasRows(bids) || !hasRows(instances)) return NOTHING;
  const exposure = exposureNow(state);
  if (bids.fetchedAt === null || instances.fetchedAt === null) return inAllLengths(`${costInWords(exposure)}/h so far`);
  const { glyphs } = state;
  const short = `${briefBound(exposure, glyphs)}/h`;
  const medium = `${boundText(exposure, glyphs)}/h`;
  if (exposure.kind === 'known') return { short, medium, long: `${costInWords(exposure)}/h at most` };
  if (exposure.kind === 'unknown') {
    const unknown = `cost unknown for ${unpricedCount(exposure.without)}`;
    return { short, medium: unknown, long: unknown };
  }
  const missing = `${exposure.without.length} unknown`;
  return { short, medium: `${medium}, ${missing}`, long: `${costInWords(exposure)}/h, ${missing}` };
}

export function preemptingNow(state: ConsoleState): Lengths {
  const count = preemptingBids(state).length || preemptingInstances(state).length;
  if (count === 0) return NOTHING;
  const short = `${state.glyphs.warn} ${count}`;
  const long = `${short} preempting`;
  return { short, medium: long, long };
}

const hasRows = ({ fetchedAt, rows }: Pick<List<unknown>, 'fetchedAt' | 'rows'>): boolean =>
  fetchedAt !== null || rows.size > 0;

const soFar = ({ fetchedAt, rows }: Pick<List<unknown>, 'fetchedAt' | 'rows'>): string =>
  fetchedAt === null && rows.size > 0 ? ' so far' : '';

/** The cost if all open bids are filled; empty when it equals the running cost. */
export function committedLine(state: ConsoleState): string {
  const { bids, instances } = state.lists;
  if (bids.fetchedAt === null || instances.fetchedAt === null) return '';
  const [running, committed] = [exposureNow(state), committedNow(state)];
  return isSameCost(running, committed) ? '' : `${costInWords(committed)} committed`;
}

const isSameCost = (one: Exposure, other: Exposure): boolean =>
  one.kind === other.kind &&
  withoutOf(one).length === withoutOf(other).length &&
  leastOf(other).every((sum) => leastOf(one).some((money) => isSameMoney(money, sum)));

/** The oldest failure, for the bottom of the screen; null for none. Lists without access don't count. */
export function problemOf(state: ConsoleState) {
  const failing = serviceLists.flatMap((name) =>
    refusalOf(state, name) === null ? (state.lists[name].failure ?? []) : [],
  );
  return failing.sort((a, b) => a.since - b.since)[0] ?? null;
}
