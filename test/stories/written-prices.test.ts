import { expect, onTestFinished, test } from 'vitest';
import { answer, typedAgain } from '../driver/answer.ts';
import { openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { refuses, rewritten } from '../faults/faults.ts';
import { type Fault, openWire } from '../faults/wire.ts';
import { openScript } from './script.ts';
import { BIDS, named, STILL } from './service.ts';

/** A service that writes thousands with commas and refuses prices that have some. */
const withCommas: Fault = (struck) =>
  /"limit_price":"[^"]*,/.test(struck.request.body)
    ? refuses(422, 'limit_price: not a price')(struck)
    : rewritten((text) => text.replace(/"limit_price":"\$(\d+)(\d{3}\.\d+)"/g, '"limit_price":"$$$1,$2"'))(struck);

async function commaService() {
  const market = await openMarket(STILL);
  const wire = await openWire(market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  wire.fault(withCommas);
  const writes = (): readonly string[] => wire.asked.filter(({ method }) => method !== 'GET').map(({ body }) => body);
  return { market, wire, writes, env: { ...market.env, SPOTDECK_BASE_URL: wire.origin } };
}

test('a price that the service writes as $1,204.00 is sent as $1204.00, by undo, by a new bid like it and by the command line', async () => {
  const { market, env, writes } = await commaService();
  const script = await openScript(market);
  expect((await script.run(['bid', 'update', 'eval-night', '--price', '1204', '--yes'], env)).code).toBe(0);
  const console = await openDemo({ service: { env } });
  await console.pane('bids').select('eval-night').focus();
  await console.seeSelected('Bids', /eval-night .* \$1,204\.00/);
  console.do('edit-bid');
  await console.see('It is now $1,204.00');
  console.type('1300');
  console.do('review');
  await console.see('$1,204.00 → $1,300.00');
  // Far above the other bids of its type.
  await typedAgain(console, '1,300');
  await console.see('Changed eval-night.');
  console.do('undo');
  await console.see('limit price $1,300.00 back to $1,204.00');
  await answer(console, 'y');
  await console.see('Put eval-night back as it was.');
  expect(await named(market, BIDS, 'eval-night')).toMatchObject({ limit_price: '$1204.00' });
  await console.pane('bids').select('eval-night').do('place-bid-like');
  await console.see('Place a bid like eval-night');
  console.do('review');
  await console.see(/Limit price\s+\$1,204\.00/);
  await answer(console, 'Enter');
  await console.see('Placed eval-night-2.');
  const prices = writes().map((body) => /"limit_price":"([^"]*)"/.exec(body)?.[1]);
  expect(prices).toEqual(['$1204.00', '$1300.00', '$1204.00', '$1204.00']);
});
