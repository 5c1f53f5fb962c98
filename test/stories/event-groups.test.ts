import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { node, program } from '../driver/built.ts';
import { openConsole } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';
import { losingMarket } from './losing.ts';

test('instances of three bids that are lost together are three lines that open, and one notification', async () => {
  const market = await losingMarket('train-llama', 'render', 'eval-night');
  const console = await openConsole({ args: ['--alerts', 'desktop'], env: market.env });
  await console.seeLoaded('14 bids');
  await console.pane('activity').do('zoom');
  market.lose();
  await console.see(/✖ lost +▸ train-llama lost, out since/);
  const lines = console.screen().filter((line) => line.includes('✖ lost'));
  expect(lines.length).toBeLessThanOrEqual(3);
  await console.until('it rings', () => console.notifications().length > 0);
  expect(console.notifications()).toHaveLength(1);
  expect(console.notifications()[0]).toMatch(/lost \d+/);
  console.type('/train-llama\r');
  await console.see(/▸ train-llama lost, out since/);
  console.press('Enter');
  await console.see(/▾ train-llama lost, out since/);
  await console.see(/lost + train-llama-\d+: instance lost/);
  console.press('Enter');
  await console.see(/▸ train-llama lost, out since/);
  console.type('i');
  await console.see(/▌ .*train-llama/);
});

test('spotdeck watch --group prints one object for each bid that lost instances, with every event in it, at the end too', async () => {
  const market = await losingMarket('train-llama', 'render');
  const env = { ...freshHome().env, ...market.env };
  const child = spawn(node, [program, 'watch', '--group'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  const plain = spawn(node, [program, 'watch'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void plain.kill('SIGKILL'));
  let single = '';
  plain.stdout.on('data', (chunk) => (single += String(chunk)));
  const lines = (text: string): readonly Record<string, unknown>[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const lost = (): number => lines(single).filter(({ event }) => event === 'lost').length;
  const first = spawn(node, [program, 'watch', '--once'], { env, stdio: 'ignore' });
  await once(first, 'exit');
  market.lose();
  await expect.poll(lost, { timeout: 20_000 }).toBeGreaterThan(4);
  await expect.poll(() => out.length, { timeout: 5000 }).toBe(0);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(err).toBe('');
  const groups = lines(out);
  expect(groups.map(({ group }) => group)).toEqual(['lost', 'lost']);
  expect(groups[0]).toMatchObject({ list: 'instances', first: expect.any(String), last: expect.any(String) });
  expect(groups.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^\d+ instances of train-llama lost$/));
  const events = groups.flatMap((group) => (Array.isArray(group['events']) ? group['events'] : []));
  expect(events).toHaveLength(lost());
  expect(groups.reduce((sum, { count }) => sum + Number(count), 0)).toBe(events.length);
  expect(lines(single).filter(({ event }) => event === 'lost')).toEqual(expect.arrayContaining(events));
});
