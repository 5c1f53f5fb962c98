import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openMarket } from '../../../driver/console.ts';
import { createDaemon } from '../../../driver/daemon.ts';
import { hasSshd } from '../../../driver/sshd.ts';
import { soon } from '../../../driver/time.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { freePort } from '../../../stories/free-port.ts';
import { askAndStay, besiege, hostile } from '../../../stories/hostile-connections.ts';
import { asked, BIDS, STILL } from '../../../stories/service.ts';
import { isRead, openExporter, scrapeUntil } from './exporter.ts';
import { statusOf } from './status.ts';

const hasPrometheus = spawnSync('prometheus', ['--version']).error === undefined;
const RULES = 'contrib/prometheus/spotdeck.rules.yml';

describe('spotdeck exporter', () => {
  test.skipIf(!hasPrometheus)('is scraped by Prometheus, which answers queries and loads the alerts', async () => {
    const market = await openMarket(STILL);
    const exporter = await openExporter({ ...market.env, SPOTDECK_JOURNAL: newPath() });
    await scrapeUntil(exporter, isRead);
    const own = mkdtempSync(join(tmpdir(), 'exporter-'));
    onTestFinished(() => rmSync(own, { recursive: true, force: true }));
    const port = await freePort();
    writeFileSync(
      join(own, 'prometheus.yml'),
      JSON.stringify({
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: [join(process.cwd(), RULES)],
        scrape_configs: [{ job_name: 'spotdeck', static_configs: [{ targets: [new URL(exporter.url).host] }] }],
      }),
    );
    const prometheus = spawn(
      'prometheus',
      [
        `--config.file=${own}/prometheus.yml`,
        `--storage.tsdb.path=${own}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    onTestFinished(() => void prometheus.kill('SIGKILL'));
    const query = (text: string) => answerOf(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(text)}`);
    await soon(async () => expect(await query('sum(spotdeck_bids)')).toContain('"value"'));
    const bids = await asked(market, BIDS);
    expect(await query('sum(spotdeck_bids)')).toContain(`"${bids.length}"]`);
    expect(await query('up{job="spotdeck"}')).toContain('"1"]');
    const rules = await answerOf(`http://127.0.0.1:${port}/api/v1/rules`);
    for (const alert of ['SpotdeckInstancesLost', 'SpotdeckBudget', 'SpotdeckRuleHeld']) expect(rules).toContain(alert);
    expect(rules).not.toContain('"health":"err"');
  });
});

describe('1,000 connections at a time from the address of Prometheus keep nobody out who has the token', () => {
  const TOKEN = 'a-token-of-the-exporter';
  const SCRAPES = 10;
  /** Connections that were closed while it was scraped: each of them was opened again at once. */
  const CLOSED = 1000;

  /** Scrapes on a connection that stays open and on new ones while others attack: each has to be answered. */
  async function expectAnswers(url: string, token: string | null, act: (socket: Socket) => unknown): Promise<void> {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => kept.destroy());
    expect(await statusOf(url, headers, 'GET', kept)).toBe(200);
    const siege = await besiege(url, 1000, act);
    for (let scrapes = 0; scrapes < SCRAPES || siege.closed() < CLOSED; scrapes += 1)
      for (const agent of token === null ? [new Agent()] : [kept, new Agent()])
        expect(await statusOf(url, headers, 'GET', agent)).toBe(200);
  }

  test.for(Object.entries(hostile))('%s', async ([, act]) => {
    const market = await openMarket(STILL);
    const env = { ...market.env, SPOTDECK_JOURNAL: newPath(), SPOTDECK_EXPORTER_TOKEN: TOKEN };
    const { url } = await openExporter(env);
    await expectAnswers(url, TOKEN, act);
  });

  test('that ask and stay, on a loopback address without a token', async () => {
    const market = await openMarket(STILL);
    const { url } = await openExporter({ ...market.env, SPOTDECK_JOURNAL: newPath() });
    await expectAnswers(url, null, askAndStay);
  });
});

/** An answer as text; empty while nobody listens. */
async function answerOf(url: string): Promise<string> {
  try {
    return await (await fetch(url)).text();
  } catch {
    return '';
  }
}

test.skipIf(!hasSshd)('SIGTERM ends the exporter while a program that ssh started holds its output open', async () => {
  const daemon = createDaemon();
  const market = await openMarket({ ...STILL, sshDestination: '127.0.0.1:1' });
  const exporter = await openExporter({
    ...market.env,
    SPOTDECK_JOURNAL: newPath(),
    SPOTDECK_MACHINES: 'all',
    SPOTDECK_SSH_OPTIONS: JSON.stringify(['-o', `ProxyCommand=${daemon.start} exec sleep 1000`]),
  });
  await soon(() => expect(daemon.started()).toBeGreaterThan(0));
  expect(await exporter.end('SIGTERM')).toEqual([0, null]);
});
