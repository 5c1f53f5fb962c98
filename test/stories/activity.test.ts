import { expect, onTestFinished, test } from 'vitest';
import { parseVariants } from '../../src/market/variants.ts';
import { answer } from '../driver/answer.ts';
import { type Market, openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { freshHome } from '../driver/environment.ts';
import type { RunningProgram } from '../driver/here/command.ts';
import { openProgram, runProgram } from '../driver/running.ts';
import { passes, soon } from '../driver/time.ts';
import { newPath } from '../journal/snapshots.ts';
import { losingMarket } from './losing.ts';
import { changed, STILL } from './service.ts';

test('changes made while the console was closed, and earlier writes, are in Activity after a restart, once, and lead to their row', async () => {
  const market = await openMarket(STILL);
  const env = { ...market.env, SPOTDECK_JOURNAL: newPath() };
  const first = await openDemo({ service: { env } });
  await first.pane('bids').select('sweep-b').do('pause-bid');
  await answer(first, 'p');
  await first.see(/sweep-b +‖ paused/);
  first.do('quit');
  await first.ended();
  await changed(market, 'render', { limit_price: '$1.75' });
  for (const _ of ['the next start', 'the one after']) {
    const next = await openDemo({ service: { env } });
    await next.pane('activity').do('zoom');
    await next.see(/observed +render: limit price \$1\.\d+ → \$1\.75/);
    await next.see(/done +▸ sweep-b paused by you \(2 instances\)/);
    const lines = next.screen().join('\n');
    expect(lines.match(/render: limit price/g)).toHaveLength(1);
    expect(lines.match(/sweep-b/g)).toHaveLength(1);
    next.type('/limit\ri');
    await next.see(/▌ +render/);
    // The next console begins as this one ends.
    next.do('zoom');
    next.do('quit');
    await next.ended();
  }
});

function watching(market: Pick<Market, 'env'>, journal: string, ...args: readonly string[]): RunningProgram {
  const home = freshHome();
  onTestFinished(() => home.remove());
  return openProgram(['watch', ...args], home, { ...market.env, SPOTDECK_JOURNAL: journal, SPOTDECK_REFRESH: '0.5' });
}

/** What it has printed so far. */
const printed = (watch: RunningProgram): readonly unknown[] =>
  watch
    .out()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

test('spotdeck watch prints changes as lines of JSON, ends well on request, and continues from there the next time', async () => {
  const market = await openMarket(STILL);
  const journal = newPath();
  const begun = watching(market, journal, '--once');
  expect(await begun.ended).toEqual([0, null]);
  expect(begun.out()).toBe('');

  await changed(market, 'render', { limit_price: '$1.75' });
  const all = watching(market, journal);
  const event = { event: 'changed', list: 'bids', name: 'render', field: 'limit_price', new: '1.75', currency: '$' };
  await all.prints(/\n/);
  expect(printed(all)).toMatchObject([event]);
  await changed(market, 'render', { limit_price: '$1.80' });
  await all.prints(/\n.*\n/);
  expect(printed(all)).toMatchObject([event, { ...event, old: '1.75', new: '1.80' }]);
  expect(await all.end('SIGTERM')).toEqual([0, null]);
  expect(all.errors()).toBe('');

  const past = watching(market, journal, '--once', '--since', '1h', '--filter', '1.80');
  await past.ended;
  expect(printed(past)).toMatchObject([{ ...event, new: '1.80' }]);
});

test('spotdeck watch reports when the service can not be read, and ends when the token is not accepted', async () => {
  const market = await openMarket(STILL);
  const stranger = watching({ env: { ...market.env, SPOTDECK_TOKEN: 'wrong' } }, newPath());
  expect(await stranger.ended).toEqual([3, null]);
  expect(stranger.errors()).toMatch(/^The service did not accept the token/);
  await market.stop();
  const nobody = watching(market, newPath(), '--once');
  expect(await nobody.ended).toEqual([4, null]);
  expect(nobody.errors()).toContain('refused the connection');
});

test('spotdeck watch says on stderr, once, which filters a service refuses, and goes on', async () => {
  const market = await openMarket({ ...STILL, variants: parseVariants('filters=refused') });
  // So small pages that the instances are read in parts.
  const refused = watching({ env: { ...market.env, SPOTDECK_PAGE_SIZE: '2' } }, newPath());
  const line =
    'instances: no longer filtered by bid_fid_in, because the service refuses it; complete lists are read instead.';
  await refused.prints(new RegExp(line));
  expect(refused.errors().split(line)).toHaveLength(2);
  await changed(market, 'render', { limit_price: '$1.75' });
  await soon(() => expect(refused.out()).toContain('\n'));
  expect(printed(refused)[0]).toMatchObject({ name: 'render', field: 'limit_price', new: '1.75', currency: '$' });
});

test('spotdeck watch --group prints one object for each bid that lost instances, with every event in it, at the end too', async () => {
  const market = await losingMarket('train-llama', 'render');
  const home = freshHome();
  onTestFinished(() => home.remove());
  const grouped = openProgram(['watch', '--group'], home, market.env);
  const plain = openProgram(['watch'], home, market.env);
  const lines = (text: string): readonly Record<string, unknown>[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const lost = (): number => lines(plain.out()).filter(({ event }) => event === 'lost').length;
  await runProgram(['watch', '--once'], home, market.env);
  market.lose();
  await soon(() => expect(lost()).toBeGreaterThan(4));
  await passes(5000);
  expect(await grouped.end('SIGTERM')).toEqual([0, null]);
  expect(grouped.errors()).toBe('');
  // What is printed last of each has all of it.
  const last = [...new Map(lines(grouped.out()).map((line) => [line['incident'], line])).values()];
  expect(last.map(({ name }) => name).toSorted()).toEqual(['render', 'train-llama']);
  expect(last.map(({ state }) => state)).toEqual(['out', 'out']);
  expect(last.map(({ what }) => what)).toContainEqual(
    expect.stringMatching(/^train-llama (lost|preempted), out since \d\d:\d\d \(\d+ instances\)$/),
  );
  const events = last
    .flatMap((line) => (Array.isArray(line['events']) ? line['events'] : []))
    .filter(({ event }) => event === 'lost');
  expect(events).toHaveLength(lost());
  expect(last.reduce((sum, line) => sum + Number(line['lost']), 0)).toBe(events.length);
  expect(lines(plain.out()).filter(({ event }) => event === 'lost')).toEqual(expect.arrayContaining(events));
});
