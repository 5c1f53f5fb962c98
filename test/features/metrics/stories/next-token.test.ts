import { expect, test } from 'vitest';
import { newPath } from '../../../journal/snapshots.ts';
import { refusing } from '../../../stories/altered.ts';
import { changed } from '../../../stories/service.ts';
import { nextKey, vault } from '../../../stories/token-file.ts';
import { isRead, openExporter, scrapeUntil } from './exporter.ts';

/** How many bids are paused, by the metrics. */
const pausedIn = (text: string): number =>
  [...text.matchAll(/^spotdeck_bids\{[^}]*status="paused"[^}]*\} (\d+)$/gm)].reduce((sum, [, n]) => sum + Number(n), 0);

test('the exporter goes on with the token that its program prints once the first has ended, and runs it once for that', async () => {
  const script = await refusing(/(?!)/);
  const { market, home, wire } = script;
  const { env, holds, runs } = vault({ home, market: { ...market, origin: wire.origin } }, market.token);
  const exporter = await openExporter({ ...env, SPOTDECK_JOURNAL: newPath() });
  const before = pausedIn(await scrapeUntil(exporter, isRead));
  const next = await nextKey(script);
  holds(next);
  await changed({ ...market, token: next }, 'render', { paused: true });
  const text = await scrapeUntil(exporter, (now) => pausedIn(now) === before + 1);
  expect(text).toMatch(/^spotdeck_token_refused(\{[^}]*\})? 0$/m);
  expect(runs()).toBe(2);
  expect(await exporter.end('SIGTERM')).toEqual([0, null]);
  expect(`${text}${exporter.stderr()}`).not.toContain(next);
});
