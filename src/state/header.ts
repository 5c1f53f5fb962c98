import { counted } from '../lib/counted.ts';
import { shortDuration } from '../lib/duration.ts';
import { formatMoneyGrouped, formatRoundedUp, isSameMoney, type Money } from '../lib/money.ts';
import type { Tone } from '../resources/cell.ts';
import { serviceLists } from '../resources/index.ts';
import { idleWords } from '../resources/parts/idle-machines.ts';
import type { Exposure } from '../resources/resource.ts';
import { isSignedOut, refusalOf } from './access.ts';
import { refreshedAt } from './lists/age.ts';
import type { List } from './lists/list.ts';
import { visibleLists } from './panes/on-screen.ts';
import { preemptingBids, preemptingInstances } from './preemption.ts';
import { replayClock, replayTime } from './replay-clock.ts';
import type { ConsoleState } from './state.ts';
import { committedNow, countsIn, exposureNow, idleNow } from './totals.ts';

/** Age of data, in milliseconds, above which it is shown as stale. */
const STALE_MS = 15_000;

/** Status of the connection; `brief` is its text where there is little room. */
export type HeaderStatus = { readonly text: string; readonly brief: string; readonly tone: Tone };

/** Returns the status of the connection, with the age of frozen rows; in a recording, the shown time. */
export function connectionOf(state: ConsoleState): HeaderStatus {
  const status = liveStatus(state);
  const isBad = status.tone === 'bad';
  if (state.replay !== null) {
    return {
      text: `${replayTime(state, state.replay)}${isBad ? `, ${status.text}` : ''}`,
      brief: `${replayClock(state, state.replay)}${isBad ? ` ${status.brief}` : ''}`,
      tone: isBad ? 'bad' : 'accent',
    };
  }
  if (state.frozen === null) return status;
  const { frozen, glyphs, now } = state;
  const since = Math.min(now, ...[...visibleLists(state)].map((name) => frozen[name].fetchedAt ?? now));
  return {
    text: `${glyphs.frozen} frozen ${shortDuration(now - since)}, ${status.text}`,
    brief: isBad ? `${glyphs.frozen} ${status.brief}` : `${glyphs.frozen} frozen`,
    tone: isBad ? 'bad' : 'warn',
  };
}

/**
 * Returns the status of the connection, worst first: signed out, no connection, loading, stale, live. Lists that the token may not
 * read are counted, wherever they are shown, and say nothing about the others.
 */
function liveStatus(state: ConsoleState): HeaderStatus {
  const { glyphs, now } = state;
  if (isSignedOut(state)) return { text: `${glyphs.bad} signed out`, brief: `${glyphs.bad} sign in`, tone: 'bad' };
  const readable = serviceLists.filter((name) => refusalOf(state, name) === null);
  if (readable.length === 0) return { text: `${glyphs.bad} no access`, brief: `${glyphs.bad} no access`, tone: 'bad' };
  const visible = visibleLists(state);
  const shown = readable.filter((name) => visible.has(name));
  const names = shown.length === 0 && visible.size > 0 ? readable : shown;
  const lists = names.map((name) => state.lists[name]);
  const oldest = names.reduce<number | null>((min, name) => {
    const at = refreshedAt(state, name);
    return at === null || min === null ? null : Math.min(min, at);
  }, Number.POSITIVE_INFINITY);
  const age = oldest === null ? null : shortDuration(Math.max(0, now - oldest));
  const failing = lists.some(({ failure }) => failure !== null);
  if (age === null && failing)
    return { text: `${glyphs.bad} no connection`, brief: `${glyphs.bad} offline`, tone: 'bad' };
  if (age === null) {
    const pages = Math.max(1, ...lists.map(({ loading }) => loading?.pages ?? 1));
    return { text: `${glyphs.busy} loading page ${pages}`, brief: `${glyphs.busy} page ${pages}`, tone: 'busy' };
  }
  if (failing || (oldest !== null && now - oldest > STALE_MS))
    return { text: `${glyphs.warn} stale ${age}`, brief: `${glyphs.warn} stale`, tone: 'bad' };
  const denied = serviceLists.length - readable.length;
  if (denied > 0)
    return {
      text: `${glyphs.warn} live ${age}, no access to ${counted(denied, 'list')}`,
      brief: `${glyphs.warn} no access`,
      tone: 'warn',
    };
  return { text: `${glyphs.on} live ${age}`, brief: `${glyphs.on} live`, tone: 'good' };
}

/** A text of the header in three lengths; empty when there is nothing to show. */
export type Lengths = { readonly short: string; readonly medium: string; readonly long: string };

const NOTHING: Lengths = { short: '', medium: '', long: '' };

/** Returns the numbers of bids and instances, marked while their lists are not complete. Without the bids, what they want is not known. */
export function countsOf(state: ConsoleState): Lengths {
  const { bids, instances } = state.lists;
  if (!hasRows(bids) && !hasRows(instances)) return NOTHING;
  const { dot } = state.glyphs;
  const { running, wanted } = countsIn(state.lists);
  const ofBids = `${counted(bids.rows.size, 'bid')}${soFar(bids)}`;
  if (!hasRows(instances)) return { short: ofBids, medium: ofBids, long: ofBids };
  if (!hasRows(bids)) {
    const text = `${counted(running, 'instance')} running${soFar(instances)}`;
    return { short: text, medium: text, long: text };
  }
  const some = soFar(bids) || soFar(instances);
  return {
    short: `${bids.rows.size}${dot}${running}/${wanted}${some}`,
    medium: `${ofBids} ${dot} ${running}/${wanted} running${some}`,
    long: `${ofBids} ${dot} ${running} of ${counted(wanted, 'instance')} running${some}`,
  };
}

/**
 * Returns the highest cost per hour of running instances, at limit prices; the service charges less. One amount per currency.
 * While a list is not complete it is the cost of the rows so far, which is no upper limit and never called one.
 */
export function exposureLine(state: ConsoleState): Lengths {
  const { bids, instances } = state.lists;
  if (!hasRows(bids) || !hasRows(instances)) return NOTHING;
  const exposure = exposureNow(state);
  const cost = `${amountsOf(exposure)}/h`;
  if (bids.fetchedAt === null || instances.fetchedAt === null) {
    const text = `${cost} so far`;
    return { short: text, medium: text, long: text };
  }
  const { atMost } = state.glyphs;
  return { short: `${atMost}${briefAmounts(exposure) || '$0'}/h`, medium: `${atMost}${cost}`, long: `${cost} at most` };
}

/** Amounts from here on, in millionths, lose their cents where there is little room. */
const WITHOUT_CENTS = 100_000_000n;

/** Returns an amount in few columns, rounded up so that it is still an upper limit. */
const briefAmount = (money: Money): string =>
  money.micros < WITHOUT_CENTS ? formatMoneyGrouped(money) : formatRoundedUp(money);

const briefAmounts = (exposure: Exposure): string => exposure.map(briefAmount).join('+');

/** Returns the number of idle machines and their highest cost per hour; what is not known of it is said at every length. */
export function idleLine(state: ConsoleState): Lengths {
  const idle = idleNow(state);
  const { count, cost, unpriced } = idle;
  if (count === 0) return NOTHING;
  const { atMost, dot } = state.glyphs;
  const long = idleWords(idle, state.glyphs);
  if (cost.length === 0) return { short: `${count} idle ?/h`, medium: long, long };
  const rest = unpriced === 0 ? '' : '+?';
  return {
    short: `${count} idle ${atMost}${briefAmounts(cost)}/h${rest}`,
    medium: `${count} idle ${dot} ${atMost}${amountsOf(cost)}/h${rest}`,
    long,
  };
}

/** Returns the number of bids that are being preempted; of instances, when no bid says so. */
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

/** Returns the cost of running and open bids if all are filled; empty when that equals the running cost. */
export function committedLine(state: ConsoleState): string {
  const { bids, instances } = state.lists;
  if (bids.fetchedAt === null || instances.fetchedAt === null) return '';
  const [running, committed] = [exposureNow(state), committedNow(state)];
  const isAllRunning = committed.every((sum) => running.some((money) => isSameMoney(money, sum)));
  return isAllRunning ? '' : `${amountsOf(committed)} committed`;
}

const amountsOf = (exposure: Exposure): string => exposure.map(formatMoneyGrouped).join(' + ') || '$0.00';

/** Returns the oldest failure of a list, for the bottom of the screen; null when there is none but of lists that the token may not read. */
export function problemOf(state: ConsoleState) {
  const failing = serviceLists.flatMap((name) =>
    refusalOf(state, name) === null ? (state.lists[name].failure ?? []) : [],
  );
  return failing.sort((a, b) => a.since - b.since)[0] ?? null;
}
