import { expect, onTestFinished, test } from 'vitest';
import { freshHome } from '../driver/environment.ts';
import { openProgram, runProgram } from '../driver/running.ts';
import { passes, soon } from '../driver/time.ts';
import { losingMarket } from './losing.ts';

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
  expect(grouped.out()).toBe('');
  expect(await grouped.end('SIGTERM')).toEqual([0, null]);
  expect(grouped.errors()).toBe('');
  const groups = lines(grouped.out());
  expect(groups.map(({ group }) => group)).toEqual(['lost', 'lost']);
  expect(groups[0]).toMatchObject({ list: 'instances', first: expect.any(String), last: expect.any(String) });
  expect(groups.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^\d+ instances of train-llama lost$/));
  const events = groups.flatMap((group) => (Array.isArray(group['events']) ? group['events'] : []));
  expect(events).toHaveLength(lost());
  expect(groups.reduce((sum, { count }) => sum + Number(count), 0)).toBe(events.length);
  expect(lines(plain.out()).filter(({ event }) => event === 'lost')).toEqual(expect.arrayContaining(events));
});
