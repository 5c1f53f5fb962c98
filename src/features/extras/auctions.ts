import { type Auction, readAuctions } from '../../contract/extras/auctions.ts';
import type { OwnValue } from '../../resources/context.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Dated, Extra, Send } from './extra.ts';

/** Between two requests, in milliseconds. */
const EVERY_MS = 20_000;
/** An older price is not the price now. In milliseconds. */
const FRESH_MS = 90_000;

declare module './state.ts' {
  interface KnownExtras {
    readonly auctions?: Dated<ReadonlyMap<string, Auction>>;
  }
}

const keyOf = (type: string, region: string): string => JSON.stringify([type, region]);

const send: Send = async (reads, path, signal) => {
  const answer = await reads.readForeign({ ...readAuctions, path }, {}, { signal });
  if (!answer.ok) return answer;
  const value = new Map(answer.value.map((one) => [keyOf(one.instance_type, one.region), one]));
  if (value.size < answer.value.length)
    return { ok: false, error: { kind: 'unexpected', why: 'a type is there twice in one region' } };
  return {
    ok: true,
    value: (readAt) => (state) => ({ ...state, extras: { ...state.extras, auctions: { value, readAt } } }),
  };
};

export const auctions: Extra = {
  name: 'auctions',
  path: readAuctions.path,
  says: 'the price and the free capacity of every type and region',
  asks: ({ extras }) => [{ readAt: extras?.auctions?.readAt ?? null, everyMs: EVERY_MS, isAwaited: false, send }],
  trial: () => send,
};

type Known = Pick<ConsoleState, 'extras' | 'now'>;

/** All auctions as they are now, by type and region; null for unknown. */
const freshAuctions = ({ extras, now }: Known): ReadonlyMap<string, Auction> | null => {
  const known = extras?.auctions;
  return known !== undefined && now - known.readAt < FRESH_MS ? known.value : null;
};

/** Price and free capacity now; null while the service does not say it, or did not lately. */
export const auctionOf = (state: Known, type: string, region: string): Auction | null =>
  freshAuctions(state)?.get(keyOf(type, region)) ?? null;

export const knowsAuctions: OwnValue<[], boolean> = { of: ({ state }) => freshAuctions(state) !== null };

export const auctionNow: OwnValue<[type: string, region: string], Auction | null> = {
  of: ({ state }, type, region) => auctionOf(state, type, region),
};
