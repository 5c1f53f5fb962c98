import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openMarket } from '../../../driver/console.ts';
import { listenOnLoopback } from '../../../driver/loopback.ts';
import { soon } from '../../../driver/time.ts';
import { openWire } from '../../../faults/wire.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { NAMED, refusing } from '../../../stories/altered.ts';
import { openScript } from '../../../stories/script.ts';
import { asked, BIDS, STILL } from '../../../stories/service.ts';
import { isRead, openExporter, scrapeUntil } from './exporter.ts';
import { statusOf as sentStatusOf } from './status.ts';

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;
const LISTS = ['bids', 'instances', 'volumes', 'ssh-keys', 'api-keys'];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'exporter-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** The status of an answer, which somebody who may not read the metrics gets only after a moment. */
async function statusOf(...request: Parameters<typeof sentStatusOf>): Promise<number> {
  let status: number | null = null;
  const sent = sentStatusOf(...request).then((answered) => {
    status = answered;
    return answered;
  });
  await Promise.race([sent, soon(() => expect(status).not.toBeNull())]);
  return sent;
}

describe('spotdeck exporter', () => {
  test('serves what the market has: bids by status, and never a token', async () => {
    const market = await openMarket(STILL);
    const exporter = await openExporter({ ...market.env, SPOTDECK_JOURNAL: newPath() }, ['--per', 'bid']);
    const text = await scrapeUntil(exporter, isRead);
    const bids = await asked(market, BIDS);
    for (const [status, own] of Map.groupBy(bids, (bid) => String(bid['status']).toLowerCase())) {
      const lines = [...text.matchAll(new RegExp(`^spotdeck_bids\\{[^}]*status="${status}"[^}]*\\} (\\d+)$`, 'gm'))];
      expect(lines.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(own.length);
    }
    expect(text).not.toContain(market.token);
    expect(exporter.stderr()).not.toContain(market.token);
  });

  test.skipIf(!hasPromtool)('serves nothing that promtool objects to', async () => {
    const market = await openMarket(STILL);
    const exporter = await openExporter({ ...market.env, SPOTDECK_JOURNAL: newPath() }, ['--per', 'bid', 'machine']);
    const input = await scrapeUntil(exporter, (text) => isRead(text) && text.includes('spotdeck_spend_at_most{'));
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 on %s, and its port is free again', async (signal) => {
    const market = await openMarket(STILL);
    const exporter = await openExporter({ ...market.env, SPOTDECK_JOURNAL: newPath() });
    // A connection that stays open does not keep it.
    await scrapeUntil(exporter, isRead);
    expect(await exporter.end(signal)).toEqual([0, null]);
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(Number(new URL(exporter.url).port), '127.0.0.1', resolve);
    });
    server.close();
  });

  test('goes on when the service refuses its token: a sentence, and metrics for alerts', async () => {
    const market = await openMarket(STILL);
    const env = { ...market.env, SPOTDECK_TOKEN: 'fkey_wrong_token', SPOTDECK_JOURNAL: newPath() };
    const exporter = await openExporter(env);
    const text = await scrapeUntil(exporter, (found) => /^spotdeck_token_refused 1$/m.test(found));
    for (const list of LISTS) expect(text).toContain(`spotdeck_list_up{list="${list}"} 0`);
    expect(exporter.stderr()).toMatch(/The service did not accept the token: .*\nIt is tried again once a minute\.\n$/);
    expect(exporter.stderr()).not.toContain('fkey_wrong_token');
    expect(await exporter.end('SIGTERM')).toEqual([0, null]);
  });

  test('tries more than one list while the service is away, counts the errors of each, and reads all when it is back', async () => {
    const market = await openMarket(STILL);
    const wire = await openWire(market.origin);
    onTestFinished(() => wire[Symbol.asyncDispose]());
    const env = { ...market.env, SPOTDECK_BASE_URL: wire.origin, SPOTDECK_JOURNAL: newPath() };
    const exporter = await openExporter(env);
    const everyList = (metric: string, value: number) => (text: string) =>
      LISTS.every((list) => text.includes(`${metric}{list="${list}"} ${value}\n`));
    await scrapeUntil(exporter, everyList('spotdeck_list_up', 1));
    await wire.cut();
    const failing = (text: string) => LISTS.filter((list) => text.includes(`spotdeck_list_up{list="${list}"} 0\n`));
    const away = await scrapeUntil(exporter, (text) => failing(text).length > 1);
    for (const list of failing(away))
      expect(away).toMatch(new RegExp(`^spotdeck_list_errors_total\\{list="${list}"\\} [1-9]`, 'm'));
    expect(away).toContain('spotdeck_token_refused 0\n');
    await wire.mend();
    await scrapeUntil(exporter, everyList('spotdeck_list_up', 1));
    expect(exporter.stderr()).toMatch(/refused the connection.*Everything is read again\.\n$/s);
  });
});

describe('who can read the metrics', () => {
  const TOKEN = 'a-token-of-the-exporter';

  test('on an address that others reach only those with the token, which appears nowhere', async () => {
    const market = await openMarket(STILL);
    const env = { ...market.env, SPOTDECK_JOURNAL: newPath(), SPOTDECK_EXPORTER_TOKEN: TOKEN };
    const exporter = await openExporter(env, ['--listen', '0.0.0.0:0']);
    const url = exporter.url.replace('0.0.0.0', '127.0.0.1');
    expect(await statusOf(url, {})).toBe(401);
    expect(await statusOf(url, { authorization: 'Bearer wrong' })).toBe(401);
    expect(await statusOf(url.replace('/metrics', '/'), {})).toBe(401);
    expect(await statusOf(url, { authorization: `Bearer ${TOKEN}` })).toBe(200);
    expect(exporter.stderr()).not.toContain(TOKEN);
  });

  test('on a loopback address all programs of the machine, but no web page that gives it another name', async () => {
    const market = await openMarket(STILL);
    const exporter = await openExporter({ ...market.env, SPOTDECK_JOURNAL: newPath() });
    expect(await statusOf(exporter.url, { host: 'rebound.example' })).toBe(403);
    expect(await statusOf(exporter.url, {}, 'POST')).toBe(405);
    expect(await statusOf(exporter.url.replace('/metrics', '/other'), {})).toBe(404);
    expect(await statusOf(exporter.url, {}, 'HEAD')).toBe(200);
  });
});

describe('bad input ends the exporter with one sentence and 2', () => {
  const others = 'Other machines can reach';
  test.each([
    [['--listen', '0.0.0.0:9464'], {}, others],
    [['--listen', '[::]:9464'], {}, others],
    [['--listen', '10.1.2.3:9464'], {}, others],
    [['--listen', 'example.com:9464'], {}, '"example.com:9464" is not an address to listen on.'],
    [['--listen', '127.0.0.1'], {}, '"127.0.0.1" is not an address'],
    [['--listen', '127.0.0.1:99999'], {}, 'is not an address'],
    [['--listen', '0.0.0.0:0'], { SPOTDECK_EXPORTER_TOKEN: 'short' }, 'at least 16 characters'],
    [['--token-file', '/nowhere/token'], {}, 'There is no token in /nowhere/token.'],
    [['--per', 'gpu'], {}, 'gpu'],
  ])('%j', async (args, env, sentence) => {
    const script = await openScript();
    const { code, out, err } = await script.run(['exporter', ...args], { ...env, SPOTDECK_JOURNAL: newPath() });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
    expect(err).not.toContain('    at ');
  });

  test('an address in use', async () => {
    const server = createServer();
    const port = await listenOnLoopback(server);
    onTestFinished(() => void server.close());
    const script = await openScript();
    const listen = ['exporter', '--listen', `127.0.0.1:${port}`];
    const { code, err } = await script.run(listen, { SPOTDECK_JOURNAL: newPath() });
    expect([code, err]).toEqual([
      2,
      `Another program listens on 127.0.0.1:${port}.\nGive another address with --listen.\n`,
    ]);
  });

  test('a token file that others can read', async () => {
    const path = join(folder(), 'token');
    writeFileSync(path, 'a-token-of-the-exporter\n');
    chmodSync(path, 0o644);
    const script = await openScript();
    const { code, err } = await script.run(['exporter', '--token-file', path], { SPOTDECK_JOURNAL: newPath() });
    expect(code).toBe(2);
    expect(err).toContain(`Others can read the token in ${path}`);
    expect(err).not.toContain('a-token-of');
  });
});

test('a token that may not read one list has its metric, and the exporter serves the other lists', async () => {
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
