import type { ConsoleState } from '../../store/state.ts';
import { demandsOf } from '../../store/state-part.ts';

export type WantedPrice = { readonly type: string; readonly region: string; readonly quantity: number };
/** Prices before now; `spanMs` in milliseconds. */
export type WantedHistory = {
  readonly types: readonly string[];
  readonly region: string | null;
  readonly spanMs: number;
};

export type WantedBid = { readonly fid: string; readonly isOpen: boolean };

export type WantedExtras = {
  /** What a bid for so many must offer. */
  readonly prices?: readonly WantedPrice[];
  readonly histories?: readonly WantedHistory[];
  /** Bids with a wanted history; `isOpen`: it is on screen. */
  readonly bids?: readonly WantedBid[];
};

declare module '../../store/state-part.ts' {
  interface Demands {
    readonly extras?: WantedExtras;
  }
}

export function wantedIn(state: ConsoleState): Required<WantedExtras> {
  const all = demandsOf(state).flatMap(({ extras }) => extras ?? []);
  return {
    prices: all.flatMap(({ prices = [] }) => prices),
    histories: all.flatMap(({ histories = [] }) => histories),
    bids: [
      ...new Map(
        all
          .flatMap(({ bids = [] }) => bids)
          .toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen))
          .map((one) => [one.fid, one]),
      ).values(),
    ],
  };
}
