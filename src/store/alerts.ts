import { isOfService } from '../api/backoff.ts';
import { errorMessage } from '../api/error-messages.ts';
import { isLost, type ObservedChange } from '../changes/change-event.ts';
import { LATE_MS } from '../changes/newer.ts';
import type { Bid } from '../contract/bid.ts';
import type { ServiceList } from '../contract/lists.ts';
import { shortDuration } from '../lib/duration.ts';
import {
  compareMoney,
  formatMoneyGrouped,
  type Money,
  moneyOfMicros,
  parseServicePrice,
  timesMoney,
} from '../lib/money.ts';
import { nameOrFid, withoutPeriod } from '../lib/words.ts';
import { isStatus } from '../resources/parts/status.ts';
import { SINGLE_EVENT } from '../resources/rows.ts';
import { isSignedOut } from './access.ts';
import { addActivity } from './activity.ts';
import { type ConsoleState, keyNamed } from './state.ts';

const MAX_NAMED = 3;

/** One sentence about bids newly preempted between two states; null for none. */
export function preemptingAlert(before: ConsoleState, after: ConsoleState): string | null {
  const begun = newChanges('bids', before, after).filter(
    ({ field, from, to }) => field === 'status' && isStatus(to, 'preempting') && !isStatus(from, 'preempting'),
  );
  const [first, ...others] = begun.map(({ name, fid }) => nameOrFid(name, fid));
  if (first === undefined) return null;
  const key = (id: string, usual: string): string => keyNamed(after, id, usual);
  const go = key('next-preempting', '!');
  if (others.length > 0)
    return `${namesListed([first, ...others])} are being preempted. Press ${go} to go to each of them.`;
  const there = after.features.panes.bids.actions.flatMap(({ id, key: usual, onPreemption }) =>
    onPreemption === undefined ? [] : `${key(id, usual)} ${onPreemption}`,
  );
  return `${first} is being preempted. Press ${go} to go to it; there ${there.join(' and ')}.`;
}

export type Losses = readonly ObservedChange[];

/** The first list after a start has none. */
export function newLosses(before: ConsoleState, after: ConsoleState): Losses {
  return newChanges('instances', before, after).filter(isLost);
}

function newChanges(name: ServiceList, before: ConsoleState, after: ConsoleState): readonly ObservedChange[] {
  const { observed } = after.lists[name];
  return observed === before.lists[name].observed ? [] : observed.changes.map(({ change }) => change);
}

export function namesListed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  if (more > 0) return `${names.slice(0, MAX_NAMED).join(', ')} and ${more} more`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** A time without answers from the service. Milliseconds since 1970. */
export type ConnectionTrouble = {
  readonly kind: 'signed-out' | 'no-answer';
  readonly since: number;
  readonly what: string;
};

/** A single failed request is no event. In milliseconds. */
const EVENT_MS = 5000;

/** Null when bids and instances can be read, or the next request may bring them. */
export function connectionTrouble(state: ConsoleState): ConnectionTrouble | null {
  const failures = [state.lists.bids.failure, state.lists.instances.failure].filter((failure) => failure !== null);
  const first = failures.toSorted((a, b) => a.since - b.since)[0];
  if (first === undefined) return null;
  const { error, since } = first;
  if (isSignedOut(state)) return { kind: 'signed-out', since, what: 'Signed out: the service refused the token' };
  if (!isOfService(error) || error.kind === 'rate-limited' || state.now - since < EVENT_MS) return null;
  return { kind: 'no-answer', since, what: withoutPeriod(errorMessage(error).what) };
}

/** Records a new trouble, or else the end of the `noted` one. */
export function connectionNoted(
  state: ConsoleState,
  noted: ConnectionTrouble | null,
  trouble: ConnectionTrouble | null,
): ConsoleState {
  if (trouble !== null) return withEvent(state, trouble, 'refused', trouble.what);
  if (noted === null) return state;
  const again = noted.kind === 'signed-out' ? 'Signed in again' : 'The service answers again';
  return withEvent(state, noted, 'done', `${again} after ${shortDuration(state.now - noted.since)}`);
}

function withEvent(
  state: ConsoleState,
  { kind, since }: ConnectionTrouble,
  outcome: 'refused' | 'done',
  what: string,
): ConsoleState {
  const fid = `connection-${kind}-${since}-${outcome}`;
  const event = { fid, at: state.now, since: null, from: 'here', who: 'service', outcome, what, about: null } as const;
  return addActivity(state, { ...SINGLE_EVENT, ...event });
}

/**
 * Notes bids with a limit price raised elsewhere, and the price before. They are dropped when the price is back,
 * changed from here, or the bid ended.
 */
export function raisesSeen(state: ConsoleState, changes: readonly { readonly change: ObservedChange }[]): ConsoleState {
  const bidOf = (fid: string): Bid | undefined => state.lists.bids.rows.get(fid)?.row;
  const raised = new Map([...state.raised].filter(([fid, before]) => isAbove(bidOf(fid), before)));
  for (const { fid, field, from, to } of changes.map(({ change }) => change)) {
    if (field !== 'limit_price') continue;
    const [before, now] = [parseServicePrice(from ?? ''), parseServicePrice(to ?? '')];
    if (isChangedFromHere(state, fid)) raised.delete(fid);
    else if (before !== null && now !== null && before.sign === now.sign && compareMoney(now, before) > 0) {
      const first = raised.get(fid) ?? before;
      if (isAbove(bidOf(fid), first)) raised.set(fid, first);
    }
  }
  const isSame = raised.size === state.raised.size && [...raised.keys()].every((fid) => state.raised.has(fid));
  return isSame ? state : { ...state, raised };
}

function isAbove(bid: Bid | undefined, before: Money): boolean {
  const now = bid?.limit_price?.amount ?? null;
  return now !== null && !isStatus(bid?.status ?? null, 'terminated') && compareMoney(now, before) > 0;
}

/** An operator or rule with this journal has just changed the row. */
function isChangedFromHere({ pending, lists, now }: ConsoleState, fid: string): boolean {
  return (
    pending.some(({ write }) => write.fid === fid) ||
    [...lists.activity.rows.values()].some(
      ({ row: { about, who, at } }) => who === 'operator' && about?.fid === fid && now - at <= LATE_MS,
    )
  );
}

/** One sentence about prices raised between two states; null for none. */
export function raiseAlert(before: ConsoleState, after: ConsoleState): string | null {
  if (after.raised === before.raised) return null;
  const begun = [...after.raised].flatMap(([fid, was]) => {
    const bid = before.raised.has(fid) ? undefined : after.lists.bids.rows.get(fid)?.row;
    const amount = bid?.limit_price?.amount ?? null;
    return bid === undefined || amount === null ? [] : [{ bid, was, amount }];
  });
  const [first] = begun;
  if (first === undefined) return null;
  const { bid, was, amount } = first;
  const key = keyNamed(after, 'edit-bid', 'e');
  const label = bid.name || bid.fid;
  if (begun.length > 1)
    return `Somebody else raised the limit prices of ${label} and ${begun.length - 1} more. Press ${key} to set them.`;
  const more = moneyOfMicros(amount.sign, amount.micros - was.micros);
  const { instance_quantity: quantity } = bid;
  const cost = quantity === null ? '' : `, up to ${formatMoneyGrouped(timesMoney(more, quantity))}/h more`;
  return `Somebody else raised the limit price of ${label} from ${formatMoneyGrouped(was)} to ${formatMoneyGrouped(amount)}${cost}. Press ${key} to set it.`;
}
