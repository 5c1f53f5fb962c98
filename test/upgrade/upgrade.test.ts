import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MINUTE_MS } from '../../src/lib/duration.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { freshHome, type Variables } from '../driver/environment.ts';
import { runProgram } from '../driver/running.ts';
import { startAt } from '../driver/time.ts';
import { newPath } from '../journal/snapshots.ts';
import { STILL } from '../stories/service.ts';
import { about, fileOf, type KeptFile, NAMES_FROM } from './kept.ts';

const versions = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

function copyOf(version: string, name: KeptFile, changed = (text: string): string => text): string {
  const content = readFileSync(fileOf(version, name));
  const path = join(dirname(newPath()), name.replace(/\.gz$/, ''));
  if (name.endsWith('.gz')) writeFileSync(path, gunzipSync(content), { mode: 0o600 });
  else writeFileSync(path, changed(content.toString('utf8')), { mode: 0o600 });
  return path;
}

function run(args: readonly string[], env: Variables) {
  const home = freshHome();
  onTestFinished(() => home.remove());
  return runProgram(args, home, env);
}

/** A minute after the version's night. Its service is gone. */
function afterNight(version: string): Variables & { readonly SPOTDECK_JOURNAL: string } {
  const { until, origin, project } = about.parse(JSON.parse(readFileSync(fileOf(version, 'about.json'), 'utf8')));
  return {
    ...startAt(until + MINUTE_MS),
    SPOTDECK_BASE_URL: origin,
    SPOTDECK_PROJECT: project,
    SPOTDECK_TOKEN: 'fkey_of-nobody',
    SPOTDECK_JOURNAL: copyOf(version, 'journal.db.gz'),
  };
}

describe.each(versions)('what version %s wrote', (version) => {
  test('in its journal is in costs, reasons and digest', async () => {
    const env = afterNight(version);
    const spent = await run(['spend', '-o', 'json'], env);
    expect([spent.code, spent.err]).toEqual([0, '']);
    expect(JSON.parse(spent.out)).toMatchObject({ at_most: expect.stringMatching(/^\d+\.\d*[1-9]/), currency: '$' });
    expect((await run(['digest'], env)).out).toMatch(
      /^2 bids lost \d+ instances\.[\s\S]*^- render: preempted, out since/m,
    );
  });

  test('as a saved view is shown by the console and printed by get', async () => {
    const market = await openMarket(STILL);
    const views = copyOf(version, 'views.json');
    const before = readFileSync(views, 'utf8');
    const env = { ...market.env, SPOTDECK_JOURNAL: join(dirname(views), 'journal.db') };
    const got = await run(['get', 'bids', '--view', 'Europe only', '--columns', 'name'], env);
    expect([got.code, got.err, got.out.trim().split('\n').length]).toEqual([0, '', 7]);
    const console = await openDemo({ service: { env } });
    console.type(':europe only\r');
    await console.see('This is the view Europe only.');
    await console.see('1 Bids ─ 6 of 14');
    console.do('quit');
    await console.ended();
    expect(JSON.parse(readFileSync(views, 'utf8'))).toMatchObject({
      profiles: { default: { views: JSON.parse(before).profiles.default.views } },
    });
  });

  test('as names of a list of the service is shown, and the list is not asked for', async () => {
    const { origin, until } = about.parse(JSON.parse(readFileSync(fileOf(version, 'about.json'), 'utf8')));
    const night = startAt(until + MINUTE_MS);
    const market = await openMarket(STILL);
    const names = copyOf(version, 'names.json', (text) => text.replaceAll(origin, market.origin));
    const config = newPath();
    writeFileSync(config, NAMES_FROM, { mode: 0o600 });
    const env = {
      ...market.env,
      ...night,
      SPOTDECK_CONFIG: config,
      SPOTDECK_JOURNAL: join(dirname(names), 'journal.db'),
    };
    const got = await run(['get', 'bids', 'pretrain-b200', '--columns', 'type'], env);
    expect(got).toEqual({ code: 0, out: expect.stringContaining('B200 × 8'), err: '' });
  });

  test('as a recording is replayed, up to what was lost', async () => {
    const console = await openConsole({ args: ['replay', copyOf(version, 'night.spotdeck.gz')] });
    await console.see('spotdeck REPLAY');
    await console.seeLoaded('14 bids');
    console.do('replay-next-loss');
    await console.see(/\d\d:\d\d:\d\d: \S+ (lost \d+ instances?.*|was lost)\. Press \. to go on\./);
    console.do('quit');
    expect(await console.ended()).toEqual({ code: 0, signal: null });
  });

  test('as settings is read whole', async () => {
    const config = copyOf(version, 'config.toml');
    expect(await run(['config', 'check'], { SPOTDECK_CONFIG: config })).toMatchObject({ code: 0, err: '' });
  });
});

describe('a journal of a later version', () => {
  const LATER = "can't be used: it was written by a later version of spotdeck.";
  /** Settings for one, and whether it kept its bytes. */
  function later() {
    const env = afterNight('0.1.0');
    const path = env.SPOTDECK_JOURNAL;
    const database = new DatabaseSync(path);
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 99');
    database.close();
    const before = readFileSync(path);
    return { env, isAsBefore: () => readFileSync(path).equals(before) };
  }

  test.each([['spend'], ['digest'], ['why'], ['watch', '--once']])(
    'is left alone by %s, which says so and is no success',
    async (...words) => {
      const { env, isAsBefore } = later();
      const market = await openMarket(STILL);
      const { code, err } = await run(words, { ...env, ...market.env });
      expect(err).toContain(LATER);
      expect(code).toBe(1);
      expect(isAsBefore()).toBe(true);
    },
  );

  test('is left alone by a console, which says so and goes on without it', async () => {
    const { env, isAsBefore } = later();
    const market = await openMarket(STILL);
    const console = await openConsole({ args: [], env: { ...env, ...market.env }, columns: 200 });
    await console.seeLoaded('14 bids');
    await console.see('by a later version of spotdeck');
    await console.pane('bids').select('sweep-b').do('detail');
    await console.see('Limit price');
    console.press('Esc');
    console.do('quit');
    await console.ended();
    expect(isAsBefore()).toBe(true);
  });
});

test('a setting of a later version stops commands and is named', async () => {
  const config = copyOf('0.1.0', 'config.toml', (text) => `of_tomorrow = true\n${text}`);
  expect(await run(['get', 'bids'], { SPOTDECK_CONFIG: config })).toMatchObject({
    code: 2,
    err: expect.stringMatching(/config\.toml, line 1.*of_tomorrow/),
  });
});
