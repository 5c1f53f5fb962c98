import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { openProgram } from '../driver/running.ts';
import { refuses } from '../faults/faults.ts';
import { newPath } from '../journal/snapshots.ts';
import { refusing } from './altered.ts';
import { openScript } from './script.ts';
import { BIDS, changed, named } from './service.ts';
import { nextKey, vault } from './token-file.ts';

test('a console and watch go on with the token that their program prints once the first has ended, and run it once for that', async () => {
  const script = await refusing(/(?!)/);
  const { market, home, wire } = script;
  const { env, holds, runs } = vault({ home, market: { ...market, origin: wire.origin } }, market.token);
  const console = await openConsole({ args: [], env: { ...home.env, ...env } });
  await console.seeLoaded('14 bids');
  const before = wire.asked.length;
  const watch = openProgram(['watch'], home, { ...env, SPOTDECK_JOURNAL: newPath() });
  await console.until('watch has read each list', () => wire.asked.length > before + 20);
  expect(runs()).toBe(2);
  const next = await nextKey(script);
  holds(next);
  await console.see('The key of this profile was replaced; signed in with the new one.');
  await watch.prints(/signed in with the new one/);
  await changed({ ...market, token: next }, 'sweep-a', { limit_price: '$1.24' });
  await watch.prints(/"field":"limit_price"/);
  await console.see('$1.24');
  await console.see('● live');
  expect(runs()).toBe(4);
  expect(watch.errors()).not.toContain('did not accept');
  expect(await watch.end('SIGTERM')).toEqual([0, null]);
  expect(`${console.raw()}${watch.out()}${watch.errors()}`).not.toContain(next);
});

test('a command whose program printed a token that had ended runs it again, and a change goes out once', async () => {
  const script = await openScript();
  const { env, holds, runs } = vault(script, 'token-of-yesterday');
  // The program prints the next token from its second run on.
  const program = join(script.home.folder, 'vault');
  writeFileSync(
    program,
    `${readFileSync(program, 'utf8')}echo ${script.market.token} > '${join(script.home.folder, 'vault-token')}'\n`,
  );
  expect(await script.run(['get', 'bids', 'render', '--columns', 'name'], env)).toMatchObject({ code: 0, err: '' });
  expect(runs()).toBe(2);
  holds('token-of-yesterday');
  expect(await script.run(['bid', 'pause', 'render'], env)).toMatchObject({ code: 0 });
  expect(runs()).toBe(4);
  expect(await named(script.market, BIDS, 'render')).toMatchObject({ status: 'Paused' });
});

test('watch outlasts a program that fails, says why once, and goes on when it prints a good token', async () => {
  const script = await openScript();
  const { env, holds } = vault(script, 'token-of-yesterday');
  const watch = openProgram(['watch'], script.home, env);
  await watch.prints(/The service did not accept the token: /);
  await watch.prints(/It is waiting for another one from the program \S+vault\./);
  holds(script.market.token);
  await watch.prints(/signed in with the new one/);
  expect(await watch.end('SIGTERM')).toEqual([0, null]);
});

test('one passing refusal of every list signs nobody out', async () => {
  const { env, wire } = await refusing(/(?!)/);
  const console = await openConsole({ args: [], env });
  await console.seeLoaded('14 bids');
  const until = wire.asked.length + 5;
  wire.fault(refuses(401, 'The sign-in is out of order'), { match: () => wire.asked.length <= until });
  await console.until('the refusals have passed', () => wire.asked.length > until + 5);
  await console.see('● live');
  expect(console.raw()).not.toMatch(/signed out|sign-in is out of order/);
});
