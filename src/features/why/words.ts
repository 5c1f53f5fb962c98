import { byWords } from '../../changes/change-event.ts';
import { clockTime, HOUR_MS, MINUTE_MS, moment, shortDuration } from '../../lib/duration.ts';
import { formatMoneyGrouped, type Money } from '../../lib/money.ts';
import { capitalized, counted } from '../../lib/words.ts';
import type { Tone } from '../../resources/cell.ts';
import type { LimitAdvice } from './advice.ts';
import { type Doer, isForCapacity, isGuess, type Moment, namesBoth, type Reason, type Since } from './reason.ts';

/** Age up to which a time is said without its date, in milliseconds. */
const DATELESS_MS = 12 * HOUR_MS;
/** Longest time between two looks that is said as one time, in milliseconds. */
const AT_ONCE_MS = MINUTE_MS;

/** A time as sentences have it: `07:29`, as lines begin with it `07:29:40`, or with its date when it is long ago. */
export function timeText(at: number, now: number, to: 'minutes' | 'seconds' = 'minutes'): string {
  if (now - at >= DATELESS_MS) return `${moment(at).slice(0, 16)} UTC`;
  return to === 'seconds' ? clockTime(at) : clockTime(at).slice(0, 5);
}

/** When something happened: `at 07:29`, or `between 07:12 and 07:29` when nobody looked in between. */
export function whenText({ at, since }: Moment, now: number): string {
  if (since === null) return `by ${timeText(at, now)}`;
  return at - since <= AT_ONCE_MS
    ? `at ${timeText(at, now)}`
    : `between ${timeText(since, now)} and ${timeText(at, now)}`;
}

const price = (money: Money): string => formatMoneyGrouped(money);

const EITHER = 'outbid or no room';

/** The reason in a few words, for a column beside the status. A guess ends with a question mark. */
export function shortText(reason: Reason): string {
  switch (reason.kind) {
    case 'paused':
    case 'ended':
      return byShort(reason.by) + (isGuess(reason) ? '?' : '');
    case 'preempting':
      return namesBoth(reason) ? EITHER : isForCapacity(reason) ? 'no room' : 'outbid?';
    case 'capacity':
      return 'no room';
    case 'outbid':
      return 'outbid?';
    case 'outbid-or-capacity':
      return EITHER;
    case 'deciding':
      return 'new';
    case 'stopping':
      return `stops ${reason.count}`;
    case 'starting':
      return reason.wanted > 1 ? `starts ${reason.count}/${reason.wanted}` : 'starts';
    case 'missing':
      return `${reason.count} missing`;
    case 'error':
      return reason.count > 1 ? `${reason.count} errors` : 'error';
    case 'relocating':
      return 'relocating';
    case 'preempted':
      return 'preempted';
    case 'with-bid':
      return shortText(reason.because);
    case 'unknown-status':
    case 'not-known':
      return '?';
  }
}

/** How much a reason is in need of somebody. */
export function toneOf({ kind }: Reason): Tone {
  switch (kind) {
    case 'preempting':
    case 'error':
      return 'bad';
    case 'capacity':
    case 'outbid':
    case 'outbid-or-capacity':
    case 'missing':
    case 'relocating':
      return 'warn';
    case 'starting':
    case 'stopping':
    case 'deciding':
      return 'busy';
    case 'paused':
    case 'ended':
    case 'preempted':
    case 'with-bid':
    case 'unknown-status':
    case 'not-known':
      return 'dim';
  }
}

/** Who did it, in the few words of a column. */
function byShort(by: Doer): string {
  switch (by.kind) {
    case 'here':
    case 'other-program':
      return 'by you';
    case 'agent':
      return `by ${by.words.replace(/^rule /, '')}`;
    case 'nobody-here':
      return 'by others';
    case 'not-known':
      return '?';
  }
}

/** The reason in one sentence, with its evidence. A guess begins with `Probably`, or names both causes. */
export function sentence(reason: Reason, now: number): string {
  const { since } = reason;
  const when = since === null ? '' : ` ${whenText(since, now)}`;
  const waits = since === null ? '' : ` since ${timeText(since.at, now)}`;
  switch (reason.kind) {
    case 'paused':
    case 'ended':
      return doneText(reason.kind === 'paused' ? 'Paused' : 'Ended', reason.by, when, since) + unseenText(reason, now);
    case 'preempting':
      return `Being preempted${waits}${preemptedFor(reason)}.`;
    case 'capacity':
      return `Not enough capacity${waits}: ${reason.runs.name} runs at ${price(reason.runs.limit)}, so the price is not above its ${price(reason.limit)}.`;
    case 'outbid': {
      const preempted = reason.preempted === null ? '' : `it was preempted ${whenText(reason.preempted, now)}, and `;
      const runs = `your bids that run here are at ${price(reason.runs.limit)} or more`;
      return `Probably outbid${waits}: its limit is ${price(reason.limit)}, ${preempted}${runs}.`;
    }
    case 'outbid-or-capacity': {
      const preempted = reason.preempted === null ? '' : `, preempted ${whenText(reason.preempted, now)}`;
      return reason.isEarly
        ? `Outbid or without capacity${waits}${preempted}: it is too early to say which.`
        : `Outbid or without capacity${waits}${preempted}: no bid of yours runs in this type and region to show which.`;
    }
    case 'deciding':
      return `It has waited only${waits === '' ? ' a moment' : waits}: the service may still decide.`;
    case 'stopping':
      return `${counted(reason.count, 'instance')} of it ${reason.count === 1 ? 'is' : 'are'} still stopping.`;
    case 'starting':
      return startingText(reason, now);
    case 'missing':
      return `${reason.count} of ${reason.wanted} instances are missing: the service has not brought them${waits === '' ? '' : `, allocated${waits}`}.`;
    case 'error':
      return reason.count > 1
        ? `${reason.count} of its instances report an error; the service does not say which.`
        : 'An instance reports an error; the service does not say which.';
    case 'relocating':
      return `Relocating${waits}: the service moves it to another machine.`;
    case 'preempted': {
      const bid =
        reason.bid === null
          ? ''
          : `: its bid ${reason.bid} was outbid${reason.limit === null ? '' : ` or had no room at ${price(reason.limit)}`}`;
      return `Preempted${when}${bid}.`;
    }
    case 'with-bid':
      return `Stopped with its bid ${reason.bid}: ${uncapitalized(sentence(reason.because, now))}`;
    case 'unknown-status':
      return `The service says ${reason.status}${waits}; what that means is not documented.`;
    case 'not-known':
      return `Nothing shows why${since === null ? '' : `; it is so ${when.trim()}`}.`;
  }
}

const uncapitalized = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** What a bid that is being preempted loses its instances for, as the end of a sentence. */
function preemptedFor(reason: Extract<Reason, { kind: 'preempting' }>): string {
  const { limit, runs } = reason;
  if (limit === null) return '';
  if (runs === null) return `, outbid or without capacity: its limit is ${price(limit)}`;
  return isForCapacity(reason)
    ? ` for capacity, not for the price: ${runs.name} runs at ${price(runs.limit)}, and its limit is ${price(limit)}`
    : `, probably outbid: its limit is ${price(limit)}, your bids that run here are at ${price(runs.limit)} or more`;
}

/** That nobody looked for a time, when what is said of who did it may have changed in it. */
function unseenText(reason: Extract<Reason, { kind: 'paused' | 'ended' }>, now: number): string {
  const unseen = reason.since?.unseen ?? null;
  if (unseen === null || reason.by.kind === 'not-known') return '';
  return ` Nobody looked from ${timeText(unseen.from, now)} to ${timeText(unseen.to, now)}, so that may have changed.`;
}

/** Who paused or ended a row, and when. */
function doneText(what: string, by: Doer, when: string, since: Moment | null): string {
  switch (by.kind) {
    case 'here':
    case 'other-program':
    case 'agent':
      return `${what} ${byWords(by)}${when}.`;
    case 'nobody-here':
      return `${what}${when} by somebody else or by the service: no program with this journal did it.`;
    case 'not-known':
      return since === null
        ? `${what} before this journal saw it; nothing shows by whom.`
        : `${what}${when}; nothing shows by whom.`;
  }
}

function startingText({ count, wanted, slowest, usualMs }: Extract<Reason, { kind: 'starting' }>, now: number): string {
  const since = slowest === null ? '' : `, the first for ${shortDuration(now - slowest.at)}`;
  const usual = usualMs === null ? '' : `; it usually takes ${shortDuration(usualMs)}`;
  return wanted === 1
    ? `Starts${slowest === null ? '' : `, for ${shortDuration(now - slowest.at)}`}${usual}.`
    : `${count} of ${wanted} instances start${count === 1 ? 's' : ''}${since}${usual}.`;
}

/** How sure a reason is, in a word. */
export const certainty = (reason: Reason): 'certain' | 'likely' | 'unknown' =>
  isGuess(reason) ? 'likely' : reason.kind === 'not-known' || reason.kind === 'unknown-status' ? 'unknown' : 'certain';

const OF_CAPACITY = 'a bid for fewer instances, another type or another region may fit';

/**
 * What may help, in one sentence; null for nothing. `advice` is the limit price that is advised, null when none is known. A price is no help
 * where capacity is the reason.
 */
export function helpText(reason: Reason, advice: LimitAdvice | null): string | null {
  const higher =
    advice === null
      ? 'a higher limit price may win'
      : `a limit of ${price(advice.limit)} would have held ${advice.percent} % of the last 7 days`;
  switch (reason.kind) {
    case 'outbid':
    case 'outbid-or-capacity':
    case 'preempting':
      if (reason.kind === 'preempting' && isForCapacity(reason)) return `${capitalized(OF_CAPACITY)}.`;
      if (namesBoth(reason)) return `If it is outbid, ${higher}; if there is no room, ${OF_CAPACITY}.`;
      return advice === null
        ? 'A higher limit price may win; the prices of the last days do not show which.'
        : `${capitalized(higher)}.`;
    case 'capacity':
      return `${capitalized(OF_CAPACITY)}.`;
    case 'paused':
      return 'Resume it to let it wait for the market again.';
    case 'with-bid':
      return helpText(reason.because, advice);
    case 'deciding':
    case 'stopping':
    case 'starting':
    case 'relocating':
    case 'missing':
    case 'error':
    case 'ended':
    case 'preempted':
    case 'unknown-status':
    case 'not-known':
      return null;
  }
}

/** Since when a row has its status, as a clause: `at 07:29, 12m ago`; null when nothing is known. */
export function sinceText(since: Since, now: number): string | null {
  switch (since.kind) {
    case 'seen':
      return `${whenText(since, now)}, ${shortDuration(now - since.at)} ago${since.unseen === null ? '' : `; nobody looked from ${timeText(since.unseen.from, now)} to ${timeText(since.unseen.to, now)}`}`;
    case 'at-least':
      return `before ${timeText(since.at, now)}, when the journal begins`;
    case 'not-known':
      return null;
  }
}
