import { writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openConsole, openMarket } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import { openProgram } from '../driver/running.ts';
import { refuses } from '../faults/faults.ts';
import { openWire, type Wire } from '../faults/wire.ts';
import { openExporter, scrapeUntil } from '../features/metrics/stories/exporter.ts';
import { NO_TOKEN, tokenFileOf } from '../features/rotation/stories/rotating-operator.ts';
import { newPath } from '../journal/snapshots.ts';
import { openScript, type Script } from './script.ts';
import { changed, STILL } from './service.ts';

/** A script on a market behind a wire that refuses the requests for some lists. */
async function refusing(
  path: RegExp,
  status = 403,
): Promise<
  Script & { readonly wire: Wire; readonly env: Variables; readonly refuse: (path: RegExp, as: number) => void }
> {
  const script = await openScript(await openMarket(STILL));
  const wire = await openWire(script.market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const refuse = (refused: RegExp, as: number): void =>
    wire.fault(refuses(as, 'Not for this token'), { match: (request) => refused.test(request.path) });
  refuse(path, status);
  const own = { SPOTDECK_BASE_URL: wire.origin, SPOTDECK_JOURNAL: newPath(), SPOTDECK_REFRESH: '0.5' };
  const env = { ...script.market.env, ...own };
  return { ...script, wire, env, refuse, run: (args, more = {}) => script.run(args, { ...own, ...more }) };
}

const WAIT = { timeout: 20_000 };
const NAMED = /API keys: The token is not allowed to do this: Not for this token\./g;

describe('a token that may not read one list', () => {
  test.each([403, 401])(
    '(%i) keeps watch going: the list is named once, the changes of the others are printed',
    async (status) => {
      const { market, home, env, refuse, wire } = await refusing(/api-keys/, status);
      const watch = openProgram(['watch'], home, env);
      await watch.prints(/API keys: .*Not for this token/);
      await expect
        .poll(() => wire.asked.filter(({ path }) => path.includes('api-keys')).length, WAIT)
        .toBeGreaterThan(2);
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

  test('has its metric, and the exporter serves the other lists', async () => {
    const { env } = await refusing(/api-keys/);
    const exporter = await openExporter(env);
    const text = await scrapeUntil(
      exporter,
      (found) => /^spotdeck_bids\{/m.test(found) && /forbidden\{list="api-keys"\} 1/.test(found),
    );
    expect(text).toContain('spotdeck_list_up{list="api-keys"} 0');
    expect(text).toContain('spotdeck_list_up{list="bids"} 1');
    expect(text).toContain('spotdeck_list_forbidden{list="bids"} 0');
    expect(exporter.stderr().match(NAMED)).toHaveLength(1);
  });

  test('has its line in doctor, which warns of it and names what does without', async () => {
    const { run } = await refusing(/api-keys/);
    const { code, out } = await run(['doctor']);
    expect(out).toMatch(/warning +api-keys +The token is not allowed to do this: Not for this token\./);
    expect(out).toContain('Without this list');
    expect(code).toBe(0);
  });

  test('does not take the bids out of the digest', async () => {
    const { run } = await refusing(/api-keys/);
    const ran = await run(['digest']);
    expect(ran.out).toContain('Out now: 3 bids');
    expect(ran.err.match(NAMED)).toHaveLength(1);
    expect(ran.code).toBe(1);
  });
});

test('one refusal by a proxy ends no running watch', async () => {
  const { market, home, env, refuse } = await refusing(/(?!)/);
  const watch = openProgram(['watch'], home, env);
  await expect.poll(async () => watch.errors(), { timeout: 1000 }).toBe('');
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
  await watch.prints(new RegExp(`waiting for another one in ${file}`));
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
  expect(console.shows('press T')).toBe(false);
  console.type('3');
  await console.see('Not for this token');
  refuse(/(?!)/, 403);
  await console.gone('no access');
  await console.see('● live');
});
