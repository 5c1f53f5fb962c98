import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { node, program } from '../driver/built.ts';
import { type Console, openConsole } from '../driver/console.ts';
import { freshHome, type Variables } from '../driver/environment.ts';
import { acceptOnLoopback } from '../driver/loopback.ts';

const STILL = ['--seed', '7', '--speed', '0'];

/** A home in which several consoles run. */
function sharedHome(): {
  readonly env: Variables;
  readonly file: string;
  readonly open: (...more: readonly string[]) => Promise<Console>;
} {
  const home = freshHome();
  const file = join(home.folder, 'shared', 'market.db');
  const env = { ...home.env, SPOTDECK_JOURNAL: join(home.folder, 'shared', 'journal.db'), SPOTDECK_REFRESH: '0.5' };
  const open = async (...more: readonly string[]): Promise<Console> => {
    const console = await openConsole({ args: ['demo', '--db', file, ...STILL, ...more], env });
    await console.seeLoaded('14 bids');
    return console;
  };
  return { env, file, open };
}

async function paused(console: Console, name: string): Promise<void> {
  await console.see(new RegExp(`${name} +‖ paused`));
}

/** Pauses an open bid, which needs one key. */
async function pause(console: Console, name: string): Promise<void> {
  await console.pane('bids').focus();
  console.type(`/name:=${name}\r`);
  await console.see(new RegExp(`1 of 14 .*/name:=${name}`));
  await console.see(new RegExp(`▌ +${name} +○ open`));
  // A key that is read together with Enter asks first; the hints come back when Enter was read.
  await console.see('e edit');
  console.type('p');
  await paused(console, name);
  console.press('Esc');
  await console.see(/Bids ─ 14 ─/);
}

/** Takes the port of a program that has ended, answers whatever comes with an empty list, and returns what it heard. */
async function listenInPlaceOf(port: number): Promise<() => string> {
  let heard = '';
  await acceptOnLoopback((socket) => {
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"data":[]}');
    });
  }, port);
  return () => heard;
}

describe('a second demo beside a running one', () => {
  test('joins its market: a change made in one console appears in the other, and in its Activity', async () => {
    const { open, file } = sharedHome();
    const first = await open();
    const second = await open();
    expect(second.line(0)).toContain('DEMO');
    await pause(second, 'train-llama-eu');
    await paused(first, 'train-llama-eu');
    const address = `${file}.address`;
    expect([statSync(address).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
    await first.pane('activity').do('zoom');
    await first.see(/done:? +(Pause train-llama-eu|train-llama-eu paused by you)/);
  });

  test('goes on with the same world when the first quits, and a third joins it', async () => {
    const { open, file } = sharedHome();
    const first = await open();
    const second = await open();
    await pause(first, 'train-llama-eu');
    await paused(second, 'train-llama-eu');
    first.do('quit');
    await first.ended();
    await second.see('The market goes on in this console.', { timeout: 15_000 });
    const third = await open();
    await paused(third, 'train-llama-eu');
    await pause(third, 'sweep-c');
    await paused(second, 'sweep-c');
    third.do('quit');
    await third.ended();
    second.do('quit');
    await second.ended();
    expect(existsSync(`${file}.address`)).toBe(false);
  });

  test('never sends its token to a program that takes the ports of a killed one, and goes on with a new token', async () => {
    const { open, file } = sharedHome();
    const address = () => JSON.parse(readFileSync(`${file}.address`, 'utf8'));
    const first = await open();
    const second = await open();
    await pause(first, 'train-llama-eu');
    await paused(second, 'train-llama-eu');
    const { origin, token, join: joined } = address();
    second.kill('SIGSTOP');
    first.kill('SIGKILL');
    await first.ended();
    const heard = await Promise.all([Number(new URL(origin).port), Number(joined?.port ?? 0)].map(listenInPlaceOf));
    second.kill('SIGCONT');
    await second.see('The market goes on in this console.', { timeout: 15_000 });
    const third = await open();
    await paused(third, 'train-llama-eu');
    await pause(third, 'sweep-c');
    await paused(second, 'sweep-c');
    const said = heard.map((text) => text()).join('');
    expect(said).not.toMatch(/authorization|bearer/i);
    expect(said).not.toContain(token);
    expect([address().token === token, address().join.key === joined.key]).toEqual([false, false]);
  });

  test('that starts at the same moment joins it, whichever is first', async () => {
    const { open } = sharedHome();
    const [one, other] = await Promise.all([open(), open()]);
    await pause(one, 'train-llama-eu');
    await paused(other, 'train-llama-eu');
  });

  test('is refused in one sentence when it would start the world over or run it at another speed', async () => {
    const { env, file, open } = sharedHome();
    await open();
    const { token } = JSON.parse(readFileSync(`${file}.address`, 'utf8'));
    const run = (...args: readonly string[]) =>
      spawnSync(node, [program, ...args, '--db', file], { env, encoding: 'utf8', timeout: 20_000 });
    const fresh = run('demo', '--fresh');
    const faster = run('demo', '--speed', '60');
    const market = run('market', '--port', '0');
    expect(fresh.stderr).toContain('--fresh would start it over');
    expect(faster.stderr).toContain('with another --speed');
    expect(market.stderr).toMatch(/is in use by another market\..* It is served at http:\/\/127\.0\.0\.1:\d+\./);
    for (const { status, stderr, stdout } of [fresh, faster, market]) {
      expect(status).not.toBe(0);
      expect(stderr + stdout).not.toContain(token);
    }
    const joined = run('demo');
    expect([joined.status, joined.stdout.includes('train-llama')]).toEqual([0, true]);
  });
});
