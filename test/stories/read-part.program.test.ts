import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { node, program } from '../driver/built.ts';
import { openLarge, PAGE } from './large-project.ts';
import { openScript } from './script.ts';
import { asked, INSTANCES } from './service.ts';

describe('a command reads no more of a large project than it needs', () => {
  test('ssh reads instances until the one with the identifier has come, and all of them for a name, which two may have', async () => {
    const { market, reads } = await openLarge();
    const all = await asked(market, INSTANCES);
    const { fid, name } = all.find((instance) => instance['ssh_destination'] !== null) ?? {};
    const byName = await reads('ssh', String(name));
    const byFid = await reads('ssh', String(fid));
    expect(byFid).toMatchObject({ code: 0, out: byName.out });
    expect(byFid.out).toMatch(/^logs in with /);
    expect(byName.instances.length).toBeGreaterThan(10);
    const at = all.findIndex((instance) => instance['fid'] === fid);
    expect(byFid.instances).toHaveLength(Math.floor(at / PAGE) + 1);
  });
});

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
