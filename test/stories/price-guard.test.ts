import { describe, expect, test } from 'vitest';
import { answer, typedAgain } from '../driver/answer.ts';
import { type Console, openConsole, openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { openScript } from './script.ts';
import { BIDS, named, STILL } from './service.ts';

/** A console on a market that stands still, with the form that changes one bid open at its price. */
async function changing(
  name: string,
  args: readonly string[] = [],
): Promise<{ console: Console; price: () => Promise<unknown> }> {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market, args });
  await console.pane('bids').select(name).do('edit-bid');
  await console.see(`Change ${name}`);
  return { console, price: async () => (await named(market, BIDS, name))?.['limit_price'] };
}

describe('a slip of the hand needs a confirmation', () => {
  test('exactly ten times the old price has to be typed again, in any spelling of the same amount', async () => {
    const { console, price } = await changing('eval-night');
    console.type('9');
    console.do('review');
    await console.see('$9.00 is ten times the old price of $0.90 or more.');
    await answer(console, 'Enter');
    await console.see('Type $9.00 to send it');
    await typedAgain(console, '90');
    await console.see('Type $9.00 to send it');
    expect(await price()).toBe('$0.90');
    console.press('Ctrl-U');
    await typedAgain(console, '9.0');
    await console.see('Changed eval-night.');
    expect(await price()).toBe('$9.00');
  });

  test('a tenth of the price while 8 instances run has to be typed again, and lowering it a little does not', async () => {
    const { console, price } = await changing('train-llama');
    console.type('2.60');
    console.do('review');
    await console.see('$2.60 is half the old price of $26.05 or less, and 8 instances are running.');
    await answer(console, 'Enter');
    await console.see('Type $2.60 to send it');
    expect(await price()).toBe('$26.05');
    console.press('Esc');
    await console.see('Limit price');
    console.press('Ctrl-U');
    console.type('25');
    console.do('review');
    await console.see(/\$26\.05 → \$25\.00/);
    await answer(console, 'Enter');
    await console.see('Changed train-llama.');
    expect(await price()).toBe('$25.00');
  });

  test('a price far above all bids of the same type has to be typed again, with commas or without', async () => {
    const market = await openMarket(STILL);
    const console = await openDemo({ service: market });
    await console.pane('bids').do('place-bid');
    await console.see('Place a bid');
    console.paste('slipped');
    console.press('Tab');
    console.paste('1xl40s.us-central1-a');
    console.press('Tab');
    await console.see('▸ Quantity');
    console.type('1');
    console.press('Tab');
    console.type('1750');
    console.do('review');
    await console.see('$1,750.00 is five times the median limit price of this type and region');
    await console.see('$1.75. Type the price again');
    await answer(console, 'Enter');
    await console.see('Type $1,750.00 to send it');
    expect(await named(market, BIDS, 'slipped')).toBeUndefined();
    await typedAgain(console, '$1,750.00');
    await console.see('Placed slipped.');
    expect(await named(market, BIDS, 'slipped')).toMatchObject({ limit_price: '$1750.00' });
  });
});

test('a region where nothing is, and one that the type is not known in, get a line in the review', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  await console.pane('bids').do('place-bid');
  await console.see('Place a bid');
  console.paste('far');
  console.press('Tab');
  console.paste('8xh100.us-central1-a');
  console.press('Tab', 'Shift-Tab');
  await console.see(/▸ Region\* +us-central1-a/);
  console.paste('us-central1-c');
  expect(console.shows('is in us-central1-c')).toBe(false);
  console.press('Tab');
  console.type('1');
  console.press('Tab');
  console.type('26');
  console.do('review');
  await console.see('▲ No bid, volume or instance is in us-central1-c. Known: eu-north1-a');
  await console.see('▲ 8xh100.us-central1-a is known in us-central1-a, not in us-central1-c.');
  await answer(console, 'Enter');
  await console.see('Type us-central1-c to send it');
  console.press('Esc');
  await console.gone('is known in us-central1-a');
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
