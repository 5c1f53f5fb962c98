import type { RenewToken, TokenChance } from '../api/client.ts';
import { pause } from '../lib/clock.ts';
import { CommandFailure } from '../system/exit.ts';
import { system } from '../system/system.ts';

/** Shortest time between readings of a token: its program may ask the operator. */
export const BETWEEN_READINGS_MS = 10_000;
/** Wait before a refused token is tried once more: the refusal may be a passing fault. */
const DOUBT_MS = 3000;

/** A token after a refusal: a new one, else the same after some seconds. A second refusal soon after is final. */
export function createTokenRenewal(read: (() => Promise<string | null>) | null): RenewToken {
  let readAt = Number.NEGATIVE_INFINITY;
  let doubted: { readonly token: string; readonly at: number; readonly why: string | null } | null = null;
  let underWay: Promise<TokenChance> | null = null;

  const bring = async (refused: string): Promise<TokenChance> => {
    const { clock } = system();
    const isRecent = (at: number): boolean => clock.steady() - at < BETWEEN_READINGS_MS;
    if (doubted?.token === refused && isRecent(doubted.at)) return { token: null, why: doubted.why };
    let why: string | null = null;
    if (read !== null && !isRecent(readAt)) {
      readAt = clock.steady();
      try {
        const found = await read();
        if (found !== null && found !== refused) return { token: found, why };
      } catch (error) {
        if (!(error instanceof CommandFailure)) throw error;
        why = error.message;
      }
    }
    await pause(clock, DOUBT_MS);
    doubted = { token: refused, at: clock.steady(), why };
    return { token: refused, why };
  };

  return (refused) => {
    underWay ??= bring(refused).finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
