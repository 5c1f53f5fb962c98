import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { node, program } from '../driver/built.ts';
import { openScript } from './script.ts';

test('a reader that closes the pipe early ends get quietly', async () => {
  const { market, home } = await openScript();
  const child = spawn(node, [program, 'get', 'instances', '-o', 'json'], {
    env: { ...home.env, ...market.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(err).toBe('');
});
