import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { openProgram } from '../driver/running.ts';
import { soon } from '../driver/time.ts';
import { NAMED, refusing } from './altered.ts';
import { changed } from './service.ts';
import { NO_TOKEN, tokenFileOf } from './token-file.ts';

describe('a token that may not read one list', () => {
  test.each([403, 401])(
    '(%i) keeps watch going: the list is named once, the changes of the others are printed',
    async (status) => {
      const { market, home, env, refuse, wire } = await refusing(/api-keys/, status);
      const watch = openProgram(['watch'], home, env);
      await watch.prints(/API keys: .*Not for this token/);
      await soon(() => expect(wire.asked.filter(({ path }) => path.includes('api-keys')).length).toBeGreaterThan(2));
      await changed(market, 'sweep-a', { limit_price: '$1.23' });
      await watch.prints(/"field":"limit_price"/);
      expect(watch.errors().match(/API keys: /g)).toHaveLength(1);
      expect(watch.errors()).toContain('Without this list');
      refuse(/(?!)/, 403);
      await watch.prints(/API keys: read again\./);
      expect(await watch.end('SIGTERM')).toEqual([0, null]);
    },
  );

  test('is named by watch --once, which ends with 1, since it did not read all', async () => {
    const { run } = await refusing(/api-keys/);
    const ran = await run(['watch', '--once']);
    expect(ran.err.match(NAMED)).toHaveLength(1);
    expect(ran.code).toBe(1);
  });

  test('has its line in doctor, which warns of it and names what does without', async () => {
    const { run } = await refusing(/api-keys/);
    const { code, out } = await run(['doctor']);
    expect(out).toMatch(/warning +api-keys +The token is not allowed to do this: Not for this token\./);
    expect(out).toContain('Without this list');
    expect(code).toBe(0);
  });
});

test('one refusal by a proxy ends no running watch', async () => {
  const { market, home, env, refuse } = await refusing(/(?!)/);
  const watch = openProgram(['watch'], home, env);
  await soon(() => expect(watch.errors()).toBe(''));
  refuse(/volumes/, 403);
  await watch.prints(/Volumes: .*Not for this token/);
  refuse(/(?!)/, 403);
  await watch.prints(/Volumes: read again\./);
  await changed(market, 'sweep-a', { limit_price: '$1.23' });
  await watch.prints(/"field":"limit_price"/);
  expect(await watch.end('SIGTERM')).toEqual([0, null]);
});

test('a refused token of a file is waited for: watch goes on with the next one in the file', async () => {
  const script = await refusing(/(?!)/);
  const { file } = tokenFileOf(script, '', script.wire.origin);
  writeFileSync(file, 'token-of-yesterday\n');
  const watch = openProgram(['watch'], script.home, { ...script.env, ...NO_TOKEN });
  await watch.prints(/The service did not accept the token: /);
  await watch.prints(new RegExp(`waiting for another one from ${file}`));
  writeFileSync(file, `${script.market.token}\n`);
  await watch.prints(/signed in with the new one/);
  // A change is one of rows that were read before.
  await watch.prints(/Everything is read again\./);
  await changed(script.market, 'sweep-a', { limit_price: '$1.23' });
  await watch.prints(/"field":"limit_price"/);
  expect(watch.errors().match(/did not accept/g)).toHaveLength(1);
  expect(await watch.end('SIGTERM')).toEqual([0, null]);
});

test('a refused token of a variable ends watch with 3 and the cause, since nobody can bring another one', async () => {
  const { home, env } = await refusing(/v2/, 401);
  const watch = openProgram(['watch'], home, env);
  expect(await watch.ended).toEqual([3, null]);
  expect(watch.errors()).toContain('The service did not accept the token: Not for this token.');
});

test('in a running console one refused list is counted, its pane says why, and it heals by itself', async () => {
  const { env, refuse } = await refusing(/(?!)/);
  const console = await openConsole({ args: [], env, columns: 160, rows: 45 });
  await console.seeLoaded('14 bids');
  refuse(/volumes/, 403);
  await console.see('no access to 1 list');
  expect(console.shows('signed out')).toBe(false);
  expect(console.shows('to sign in with')).toBe(false);
  console.type('3');
  await console.see('Not for this token');
  refuse(/(?!)/, 403);
  await console.gone('no access');
  await console.see('● live');
});
