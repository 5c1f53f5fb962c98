import { type Auction, readAuctions } from '../../contract/extras/auctions.ts';
import { isSameMoney, type Money } from '../../lib/money.ts';
import type { ContextSource, OwnValue } from '../../resources/context.ts';
import type { ConsoleState, Lists } from '../../store/state.ts';
import type { Dated, Extra, Send } from './extra.ts';

/** Between two requests, in milliseconds. */
const EVERY_MS = 20_000;
/** An older price is not the price now. In milliseconds. */
const FRESH_MS = 90_000;

/** By `auctionKey`. An unchanged auction stays the same object. */
export type Auctions = ReadonlyMap<string, Auction>;

type ReadAuctions = Dated<Auctions>;

declare module './state.ts' {
  interface KnownExtras {
    readonly auctions?: ReadAuctions;
    /** Those of a frozen screen's lists, once newer ones are read. */
    readonly frozenAuctions?: ReadAuctions & { readonly lists: Lists };
  }
}

/** A type in a region. */
export const auctionKey = (type: string, region: string): string => JSON.stringify([type, region]);

type Placed = { readonly instance_type: string | null; readonly region: string | null };

/** Null for a row without a type or a region. */
export const auctionKeyOf = ({ instance_type: type, region }: Placed): string | null =>
  type === null || region === null ? null : auctionKey(type, region);

const send: Send = async (reads, path, signal) => {
  const answer = await reads.readForeign({ ...readAuctions, path }, {}, { signal });
  if (!answer.ok) return answer;
  const read = new Map(answer.value.map((one) => [auctionKey(one.instance_type, one.region), one]));
  if (read.size < answer.value.length)
    return { ok: false, error: { kind: 'unexpected', why: 'a type is there twice in one region' } };
  return { ok: true, value: (readAt) => (state) => auctionsRead(state, read, readAt) };
};

export const auctions: Extra = {
  name: 'auctions',
  path: readAuctions.path,
  says: 'the price and the free capacity of every type and region',
  // Before all that only tells of the past: a warning needs the price now.
  asks: ({ extras }) => [{ readAt: extras?.auctions?.readAt ?? null, everyMs: EVERY_MS, isAwaited: true, send }],
  trial: () => send,
};

function auctionsRead(state: ConsoleState, read: Auctions, readAt: number): ConsoleState {
  const { auctions: before, frozenAuctions } = state.extras ?? {};
  const frozen = frozenAuctions?.lists === state.frozen ? frozenAuctions : undefined;
  const { frozen: lists } = state;
  return {
    ...state,
    extras: {
      ...state.extras,
      auctions: { value: keptSame(before?.value ?? NONE, read), readAt },
      ...(lists === null || before === undefined ? {} : { frozenAuctions: frozen ?? { ...before, lists } }),
    },
  };
}

const NONE: Auctions = new Map();

/** With the objects of before where they are equal, or the same map. */
function keptSame(before: Auctions, read: Auctions): Auctions {
  let differs = before.size !== read.size;
  const next = new Map<string, Auction>();
  for (const [key, auction] of read) {
    const known = before.get(key);
    const isSame = known !== undefined && isSameAuction(known, auction);
    differs ||= !isSame;
    next.set(key, isSame ? known : auction);
  }
  return differs ? next : before;
}

const isSameAuction = (a: Auction, b: Auction): boolean =>
  a.fid === b.fid &&
  a.capacity === b.capacity &&
  isSamePrice(a.last_instance_price, b.last_instance_price) &&
  isSamePrice(a.lowest_allocated_price, b.lowest_allocated_price);

const isSamePrice = (a: Money | null, b: Money | null): boolean =>
  a === b || (a !== null && b !== null && isSameMoney(a, b));

type Known = Pick<ConsoleState, 'extras' | 'now'>;

/** Whether they are those of now. */
export const isFresh = ({ readAt }: ReadAuctions, now: number): boolean => now - readAt < FRESH_MS;

/** Price and free capacity now; null while the service does not say it, or did not lately. */
export function auctionOf({ extras, now }: Known, type: string, region: string): Auction | null {
  const known = extras?.auctions;
  return known !== undefined && isFresh(known, now) ? (known.value.get(auctionKey(type, region)) ?? null) : null;
}

/** At the time of the drawn lists; null for unknown. */
export function auctionsAt({ state: { extras, frozen, now }, lists }: ContextSource): ReadAuctions | null {
  const kept = extras?.frozenAuctions;
  const known = lists === frozen && kept?.lists === lists ? kept : extras?.auctions;
  const at = lists === frozen ? (lists.bids.fetchedAt ?? now) : now;
  return known !== undefined && isFresh(known, at) ? known : null;
}

/** Known prices and free capacity of now. */
export const auctionsNow: OwnValue<[], Auctions> = { of: (source) => auctionsAt(source)?.value ?? NONE };

/** When they were asked for, in milliseconds since 1970; null for unknown. */
export const auctionsReadAt: OwnValue<[], number | null> = { of: (source) => auctionsAt(source)?.readAt ?? null };

/** Of a type in a region, by `auctionKey`; null for unknown. */
export const auctionNow: OwnValue<[key: string], Auction | null> = {
  of: (source, key) => auctionsNow.of(source).get(key) ?? null,
  revision: auctionsNow,
};
