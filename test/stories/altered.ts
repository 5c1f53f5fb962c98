import { onTestFinished } from 'vitest';
import type { Market } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import { calm, openWire } from '../faults/wire.ts';

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
