import { onTestFinished } from 'vitest';
import { type Market, openMarket } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import { refuses } from '../faults/faults.ts';
import { calm, type Exchange, openWire, type Wire } from '../faults/wire.ts';
import { newPath } from '../journal/snapshots.ts';
import { openScript, type Script } from './script.ts';
import { STILL } from './service.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Starts a market behind a proxy that renames or replaces fields of rows. `change` gets the path of the list. */
export async function alteredMarket(
  market: Market,
  change: (row: Row, path: string) => Row,
): Promise<{ readonly env: Variables }> {
  const wire = await openWire(market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  wire.fault(
    async (struck) => {
      const { status, type, text } = await struck.forward();
      if (status !== 200) return calm(struck);
      const path = struck.request.path.split('?')[0] ?? '';
      struck.response
        .writeHead(status, { 'content-type': type })
        .end(JSON.stringify(JSON.parse(text), (_, value: unknown) => (isRow(value) ? change(value, path) : value)));
    },
    { match: ({ method }) => method === 'GET' },
  );
  return { env: { ...market.env, SPOTDECK_BASE_URL: wire.origin } };
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'fid' in value && typeof value.fid === 'string';

/** A script on a market behind a wire that refuses the requests for some lists. */
export async function refusing(
  path: RegExp,
  status = 403,
): Promise<
  Script & { readonly wire: Wire; readonly env: Variables; readonly refuse: (path: RegExp, as: number) => void }
> {
  const script = await openScript(await openMarket(STILL));
  const wire = await openWire(script.market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const refuse = (refused: RegExp, as: number): void =>
    wire.fault(refuses(as, 'Not for this token'), { match: (request) => refused.test(request.path) });
  refuse(path, status);
  const own = { SPOTDECK_BASE_URL: wire.origin, SPOTDECK_JOURNAL: newPath(), SPOTDECK_REFRESH: '0.5' };
  const env = { ...script.market.env, ...own };
  return { ...script, wire, env, refuse, run: (args, more = {}) => script.run(args, { ...own, ...more }) };
}

/** How a program names the list. */
export const NAMED = /API keys: The token is not allowed to do this: Not for this token\./g;

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
