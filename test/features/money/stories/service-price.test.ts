import { expect, onTestFinished, test } from 'vitest';
import { openMarket } from '../../../driver/console.ts';
import { freshHome, type Variables } from '../../../driver/environment.ts';
import { runProgram } from '../../../driver/running.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { STILL } from '../../../stories/service.ts';

/** A command on a market that says prices, before any bid was seen. */
async function run(args: readonly string[], more: Variables = {}, extras = true) {
  const market = await openMarket({ ...STILL, extras });
  const home = freshHome();
  onTestFinished(() => home.remove());
  return runProgram(args, home, { ...market.env, SPOTDECK_JOURNAL: newPath(), ...more });
}

const ONE = ['price', '--type', '8xh100', '--region', 'us-central1-a'];

test('price asks a service that says prices, before any bid was seen', async () => {
  const { out, code } = await run(ONE);
  expect(code).toBe(0);
  expect(out).toMatch(/^Price \$\d+\.\d\d \(service\), \d+ free/);
  expect(out).toMatch(/ NOW +FREE /);
  const json: unknown = JSON.parse((await run([...ONE, '-o', 'json'])).out);
  expect(json).toMatchObject([{ region: 'us-central1-a', bids: 0, price_now: expect.stringMatching(/^\d+\.\d\d$/) }]);
  const all: unknown = JSON.parse((await run(['price', '-o', 'json'])).out);
  expect(all).toHaveLength(20);
});

test.each([
  ['with extras = "off"', { SPOTDECK_EXTRAS: 'off' }, true],
  ['on a service that says no prices', {}, false],
] as const)('price prints what own bids show %s', async (_, more, extras) => {
  const { out, err, code } = await run(ONE, more, extras);
  expect([code, out]).toEqual([0, '']);
  expect(err).toMatch(/^No bid of 8xh100 in us-central1-a was seen in the last 7d/);
});

test('doctor says the unit of prices in cents, and whether own bids contradict the service', async () => {
  const { out } = await run(['doctor']);
  expect(out).toMatch(/ok +price unit +prices in cents are per instance, by 8x/);
  expect(out).toMatch(/ok +prices +own bids do not contradict those of the service/);
  expect((await run(['doctor'], {}, false)).out).not.toMatch(/price unit|contradict/);
});
