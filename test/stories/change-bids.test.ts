import { describe, expect, onTestFinished, test } from 'vitest';
import { answer, typedAgain } from '../driver/answer.ts';
import { type Console, type Market, openConsole, openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { refuses, rewritten } from '../faults/faults.ts';
import { type Fault, openWire } from '../faults/wire.ts';
import { evidenceOf } from './evidence.ts';
import { openScript } from './script.ts';
import { BIDS, named, STILL } from './service.ts';

const SWEEPS = ['sweep-a', 'sweep-b', 'sweep-c'] as const;

/** The limit prices of the three sweeps from the service. */
const prices = (market: Market) =>
  Promise.all(SWEEPS.map(async (name) => (await named(market, BIDS, name))?.['limit_price']));

/** Opens a console on a market without events, with the three sweeps marked. */
async function marked(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const console = await openDemo({ service: evidence, env, args });
  console.type('/sweep\r');
  await console.see('3 of 14');
  console.do('mark-shown');
  await console.see('3 marked');
  return { market, evidence, console };
}

/** Opens the form for the marked bids, with a change of the price in its review. */
async function reviewed(console: Console, change: string): Promise<void> {
  console.do('edit-bid');
  await console.see('Change 3 bids');
  console.type(change);
  console.do('review');
  await console.see('Change 3 bids: review');
}

test('e changes every marked bid once by +10%, after a review of each price and the sum, and one u undoes all', async () => {
  const { market, evidence, console } = await marked();
  const before = await prices(market);
  await reviewed(console, '+10%');
  for (const name of SWEEPS) await console.see(new RegExp(`${name} .*\\$[\\d.]+ → \\$[\\d.]+`));
  await console.see(/Max cost if all filled: \$674\.10 → \$\d+\.\d\d \/h/);
  expect(evidence.writes()).toEqual([]);
  await answer(console, 'Enter');
  await console.see('Changed 3 of 3 bids. Press u to undo.');
  const raised = (price: unknown): string =>
    `$${(Math.ceil(Number(String(price).slice(1)) * 110 - 1e-6) / 100).toFixed(2)}`;
  expect(await prices(market)).toEqual(before.map(raised));
  expect(evidence.writes()).toHaveLength(3);
  console.do('undo');
  await answer(console, 'y');
  await console.see('Changed 3 of 3 bids.');
  expect(await prices(market)).toEqual(before);
  expect(evidence.writes()).toHaveLength(6);
});

describe('bid update for several', () => {
  test('by a filter prints each new price and request with --dry-run, and sends each once for real', async () => {
    const script = await openScript();
    const before = await prices(script.market);
    const args = ['bid', 'update', '--filter', 'name:sweep', '--limit-price', '+0.01'];
    const dry = await script.run([...args, '--dry-run']);
    expect(dry.code).toBe(0);
    expect(dry.out.match(/^PATCH /gm)).toHaveLength(3);
    for (const name of SWEEPS) expect(dry.err).toMatch(new RegExp(`^${name}: \\$[\\d.]+ -> \\$[\\d.]+$`, 'm'));
    expect(dry.err).toMatch(/^Max cost if all filled: \$674\.10 -> /m);
    expect(await prices(script.market)).toEqual(before);
    const real = await script.run(args);
    expect([real.code, real.out.split('\n').toSorted()]).toEqual([
      0,
      ['', ...SWEEPS.map((name) => `Changed ${name}.`)],
    ]);
    expect(await prices(script.market)).toEqual(
      before.map((price) => `$${(Number(String(price).slice(1)) + 0.01).toFixed(2)}`),
    );
  });

  test('by names ends with 1 when one can not be changed, and changes the others', async () => {
    const script = await openScript();
    const ended = String((await named(script.market, BIDS, 'eval-old'))?.['fid']);
    const { code, out, err } = await script.run(['bid', 'update', 'sweep-a', ended, 'sweep-b', '--price', '-1%']);
    expect([code, out]).toEqual([1, 'Changed sweep-a.\nChanged sweep-b.\n']);
    expect(err).toContain("eval-old has ended, so it can't be changed.");
  });

  test('one name takes a change of its price too, and a startling one wants --yes', async () => {
    const script = await openScript();
    expect((await script.run(['bid', 'update', 'sweep-a', '--limit-price', '+10%'])).out).toBe('Changed sweep-a.\n');
    const dear = await script.run(['bid', 'update', ...SWEEPS, '--limit-price', '+1000%']);
    expect([dear.code, dear.out]).toEqual([2, '']);
    expect(dear.err).toContain('Type 3, the number of bids, to change them.');
    expect(dear.err).toContain('Use --yes');
    expect((await script.run(['bid', 'update', ...SWEEPS, '--limit-price', '+1000%', '--yes'])).code).toBe(0);
  });

  test('a filter that finds nothing, or with names beside it, sends nothing', async () => {
    const script = await openScript();
    const price = ['--limit-price', '2'];
    expect(await script.run(['bid', 'update', '--filter', 'name:nobody', ...price])).toEqual({
      code: 1,
      out: '',
      err: 'No bid matches the filter, so nothing was sent.\n',
    });
    const both = await script.run(['bid', 'update', 'render', '--filter', 'name:sweep', ...price]);
    expect([both.code, both.err]).toEqual([2, 'Give names or a filter, not both.\n']);
  });
});

describe('the command line guards the same prices as the console', () => {
  const PLACE = ['--name', 'night', '--region', 'us-central1-a', '--quantity', '1'];

  test.each([
    [['bid', 'update', 'eval-night', '--price', '9'], '$9.00 is ten times the old price of $0.90 or more.'],
    [
      ['bid', 'update', 'train-llama', '--price', '2.60'],
      '$2.60 is half the old price of $26.05 or less, and 8 instances are running.',
    ],
    [
      ['bid', 'place', ...PLACE, '--type', '1xl40s.us-central1-a', '--price', '17.50'],
      '$17.50 is five times the median limit price',
    ],
  ])('%j', async (args, why) => {
    const script = await openScript();
    const refused = await script.run(args);
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain(why);
    expect(refused.err).toMatch(/Give --yes|Use --yes/);
    expect(await named(script.market, BIDS, 'night')).toBeUndefined();
    expect(await named(script.market, BIDS, 'eval-night')).toMatchObject({ limit_price: '$0.90' });
    expect(await named(script.market, BIDS, 'train-llama')).toMatchObject({ limit_price: '$26.05' });
    expect((await script.run([...args, '--yes'])).code).toBe(0);
  });

  test('warns of a region where nothing is, and takes the price in any spelling at its question', async () => {
    const script = await openScript();
    const args = ['bid', 'place', ...PLACE.slice(0, 2), '--region', 'us-central1-c', '--quantity', '1'];
    const { err } = await script.run([...args, '--type', '1xl40s.us-central1-a', '--price', '1', '--dry-run']);
    expect(err).toContain('No bid, volume or instance is in us-central1-c.');
    const console = await openConsole({
      args: ['bid', 'update', 'eval-night', '--price', '1,000'],
      env: script.market.env,
      started: (screen) => screen.shows('Type $1,000.00'),
    });
    console.type('$1,000\r');
    await console.see('Changed eval-night.');
    expect((await console.ended()).code).toBe(0);
  });
});

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
