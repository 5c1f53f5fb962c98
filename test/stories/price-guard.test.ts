import { describe, expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { openScript } from './script.ts';
import { BIDS, named } from './service.ts';

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
