import { expect, onTestFinished, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { type Market, openConsole, openMarket } from '../driver/console.ts';
import { passes, storyClock } from '../driver/time.ts';
import { calm, type Fault, openWire, type Wire } from '../faults/wire.ts';
import { newPath } from '../journal/snapshots.ts';
import { asked, BIDS, INSTANCES, named, STILL } from './service.ts';

/** A market behind a wire, and a console on it. */
async function consoleOn(market: Market) {
  const wire = await openWire(market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const env = { ...market.env, SPOTDECK_BASE_URL: wire.origin, SPOTDECK_JOURNAL: newPath() };
  const console = await openConsole({ args: [], env });
  await console.seeLoaded('14 bids');
  return { wire, console };
}

const isListOf =
  (path: string) =>
  (request: { readonly method: string; readonly path: string }): boolean =>
    request.method === 'GET' && request.path.split('?')[0] === path;

/** Answers a list without a row. */
const without =
  (fid: string): Fault =>
  async (struck) => {
    const { status, type, text } = await struck.forward();
    if (status !== 200) return calm(struck);
    const isOther = (row: unknown): boolean =>
      !(typeof row === 'object' && row !== null && 'fid' in row && row.fid === fid);
    const body = JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      Array.isArray(value) ? value.filter(isOther) : value,
    );
    struck.response.writeHead(status, { 'content-type': type }).end(body);
  };

test('an instance that one answer misses is not lost: no event, no bell, and its bid runs as many as before', async () => {
  const market = await openMarket(STILL);
  const { wire, console } = await consoleOn(market);
  const bid = await named(market, BIDS, 'train-llama');
  const mine = (await asked(market, INSTANCES)).find((row) => row['bid'] === bid?.['fid']);
  wire.fault(without(String(mine?.['fid'])), { match: isListOf('/v2/instances'), times: 1 });
  await passes(10_000);
  expect(wire.answered.length).toBeGreaterThan(5);
  expect(console.bells()).toBe(0);
  await console.pane('activity').do('zoom');
  expect(console.screen().join('\n')).not.toMatch(/lost|gone|missing/);
});

/** Accepts changes at once with the row as it is, and carries them out later. */
function late(wire: Wire, market: Market, ms: number): void {
  wire.fault(
    async (struck) => {
      const { request, response } = struck;
      const fid = request.path.split('/').at(-1);
      const row = (await asked(market, BIDS)).find((one) => one['fid'] === fid);
      storyClock().after(ms, () => void struck.forward());
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(row));
    },
    { match: ({ method }) => method === 'PATCH' },
  );
}

test.each([40, 170])(
  'a pause that is carried out %is after it was accepted stays on its row until it shows, and is yours then',
  async (s) => {
    const market = await openMarket(STILL);
    const { wire, console } = await consoleOn(market);
    late(wire, market, s * 1000);
    console.type('/name:=sweep-b\r');
    await console.see('1 of 14');
    console.press('p');
    await answer(console, 'p');
    await passes(7000);
    await console.see(/sweep-b .* pause accepted/);
    await console.see(/sweep-b +‖ paused +by you/, { timeout: 200_000 });
    console.press('h');
    await console.see(/Paused by you at \d\d:\d\d\./);
    expect(wire.asked.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  },
);
