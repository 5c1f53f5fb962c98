import { shortDuration } from '../lib/duration.ts';
import { formatMoneyGrouped, isSameMoney } from '../lib/money.ts';
import { sparkline } from '../lib/sparkline.ts';
import type { Tone } from '../resources/cell.ts';
import { serviceLists } from '../resources/index.ts';
import type { Exposure } from '../resources/resource.ts';
import { visibleLists } from './panes/on-screen.ts';
import { replayTime } from './replay-clock.ts';
import type { ConsoleState } from './state.ts';
import { committedNow, exposureNow, runningNow } from './totals.ts';

/** Data older than this many milliseconds is called stale. */
const STALE_MS = 15_000;

export type HeaderStatus = { readonly text: string; readonly tone: Tone };

/** The state of the connection, and of the rows when they stand still: those are frozen, the connection is not. In a recording the moment that is shown. */
export function connectionOf(state: ConsoleState): HeaderStatus {
  const status = liveStatus(state);
  if (state.replay !== null) {
    const text = status.tone === 'bad' ? `, ${status.text}` : '';
    return { text: `${replayTime(state, state.replay)}${text}`, tone: text === '' ? 'accent' : 'bad' };
  }
  if (state.frozen === null) return status;
  const { frozen, glyphs, now } = state;
  const since = Math.min(now, ...[...visibleLists(state)].map((name) => frozen[name].fetchedAt ?? now));
  return {
    text: `${glyphs.frozen} frozen ${shortDuration(now - since)}, ${status.text}`,
    tone: status.tone === 'bad' ? 'bad' : 'warn',
  };
}

/** The state of the connection, worst first: signed out, loading, stale, live. */
function liveStatus(state: ConsoleState): HeaderStatus {
  const { glyphs, now } = state;
  const lists = [...visibleLists(state)].map((name) => state.lists[name]);
  if (lists.some(({ failure }) => failure?.error.kind === 'not-signed-in' || failure?.error.kind === 'no-token')) {
    return { text: `${glyphs.bad} signed out`, tone: 'bad' };
  }
  const oldest = lists.reduce<number | null>(
    (min, { fetchedAt }) => (fetchedAt === null || min === null ? null : Math.min(min, fetchedAt)),
    Number.POSITIVE_INFINITY,
  );
  const age = oldest === null ? null : shortDuration(Math.max(0, now - oldest));
  const failing = lists.some(({ failure }) => failure !== null);
  if (age === null && failing) return { text: `${glyphs.bad} no connection`, tone: 'bad' };
  if (age === null) {
    const pages = Math.max(1, ...lists.map(({ loading }) => loading?.pages ?? 1));
    return { text: `${glyphs.busy} loading page ${pages}`, tone: 'busy' };
  }
  if (failing || (oldest !== null && now - oldest > STALE_MS))
    return { text: `${glyphs.warn} stale ${age}`, tone: 'bad' };
  return { text: `${glyphs.on} live ${age}`, tone: 'good' };
}

/** What there is, in numbers: bids and instances. */
export function countsOf(state: ConsoleState): string {
  const { bids, instances } = state.lists;
  if (bids.fetchedAt === null && instances.fetchedAt === null) return '';
  const running = runningNow(state);
  return `${plural(bids.rows.size, 'bid')} ${state.glyphs.dot} ${running} of ${plural(instances.rows.size, 'instance')} running`;
}

/** What runs now costs at its limit prices: at most this an hour, for the service charges less. One amount for each currency. */
export function exposureLine(state: ConsoleState): string {
  const { bids, instances } = state.lists;
  if (bids.fetchedAt === null || instances.fetchedAt === null) return '';
  return `${amountsOf(exposureNow(state))}/h at most`;
}

/** What running and open bids cost together if all are filled; empty while that is no more than what runs now. */
export function committedLine(state: ConsoleState): string {
  const { bids, instances } = state.lists;
  if (bids.fetchedAt === null || instances.fetchedAt === null) return '';
  const [running, committed] = [exposureNow(state), committedNow(state)];
  const isAllRunning = committed.every((sum) => running.some((money) => isSameMoney(money, sum)));
  return isAllRunning ? '' : `${amountsOf(committed)} committed`;
}

const amountsOf = (exposure: Exposure): string => exposure.map(formatMoneyGrouped).join(' + ') || '$0.00';

/** How many columns each of the two pictures in the header takes, at most and at least. */
const PICTURE = { widest: 12, narrowest: 6 };
/** What stands beside the two pictures. */
const PICTURE_WORDS = ' running   cost'.length;

/**
 * Running instances and their cost over the last hour, as two small pictures in so many columns; empty where there is no room,
 * and until there is something to compare.
 */
export function sparklinesOf({ samples, glyphs }: ConsoleState, room: number): string {
  const columns = Math.min(PICTURE.widest, Math.floor((room - PICTURE_WORDS) / 2));
  if (samples.length < 2 || columns < PICTURE.narrowest) return '';
  const running = sparkline(
    samples.map((sample) => sample.running),
    columns,
    glyphs.bars,
  );
  const cost = sparkline(
    samples.map((sample) => sample.costMicros),
    columns,
    glyphs.bars,
  );
  return `${running} running  ${cost} cost`;
}

/** The problem that keeps a list from being refreshed, for the foot of the screen; null when all is well. */
export function problemOf(state: ConsoleState) {
  const failing = serviceLists.map((name) => state.lists[name].failure).filter((failure) => failure !== null);
  return failing.sort((a, b) => a.since - b.since)[0] ?? null;
}

function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
