import { onTestFinished } from 'vitest';
import type { Market } from '../driver/console.ts';
import { calm, type Exchange, openWire } from '../faults/wire.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A market that answers what is created with any row. */
export type AnsweringMarket = {
  readonly market: Market;
  /** The writes that were asked for, such as `DELETE /v2/spot/bids/bid_x`. */
  readonly writes: () => readonly string[];
};

/**
 * Puts a wire before a market on which creations are answered with the row that `answer` gives, and not carried out; null leaves one to
 * the market.
 */
export async function answeringMarket(
  market: Market,
  answer: (asked: Row, path: string) => Row | null | Promise<Row | null>,
): Promise<AnsweringMarket> {
  const wire = await openWire(market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const isCreation = ({ method }: Exchange): boolean => method === 'POST';
  wire.fault(
    async (struck) => {
      const { request, response } = struck;
      const row = await answer(JSON.parse(request.body), request.path);
      if (row === null) return calm(struck);
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(row));
    },
    { match: isCreation },
  );
  return {
    market: { ...market, env: { ...market.env, SPOTDECK_BASE_URL: wire.origin } },
    writes: () => wire.asked.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
  };
}
