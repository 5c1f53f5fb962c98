import { existsSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openConsole, openMarket } from '../../../driver/console.ts';
import { freshHome, type Variables } from '../../../driver/environment.ts';
import { type ProgramEnd, runProgram } from '../../../driver/running.ts';
import { passes, soon, storyClock } from '../../../driver/time.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { alteredMarket, type Row } from '../../../stories/altered.ts';
import { BIDS, named, STILL } from '../../../stories/service.ts';

/** A market that takes the instances of a bid away on request; after a second without a look the console opens a digest. */
async function losing(name: string, change: (row: Row) => Row = (row) => row) {
  const market = await openMarket(STILL);
  const fid = (await named(market, BIDS, name))?.['fid'];
  let isLosing = false;
  const { env } = await alteredMarket(market, (row, path) => {
    const shown = change(row);
    if (!isLosing) return shown;
    if (path === '/v2/instances' && row['bid'] === fid) return { ...shown, status: 'STATUS_PREEMPTED' };
    return row['fid'] === fid ? { ...shown, status: 'Open' } : shown;
  });
  return {
    market,
    env: { ...env, SPOTDECK_JOURNAL: newPath(), SPOTDECK_REFRESH: '0.5', SPOTDECK_DIGEST_AFTER: '0.02' },
    lose: () => {
      isLosing = true;
    },
  };
}

/** Runs a command to its end. */
function run(args: readonly string[], env: Variables): Promise<ProgramEnd> {
  const home = freshHome();
  onTestFinished(() => home.remove());
  return runProgram(args, home, env);
}

/** Time for which a console is looked at, in milliseconds. */
const A_LOOK_MS = 1000;

/** Opens a console until all lists are recorded, and quits it. */
async function look(env: Variables): Promise<void> {
  const console = await openConsole({ args: [], env });
  await console.seeLoaded('14 bids');
  await console.see('5 API keys');
  await console.until('the journal is written', (screen) => !screen.shows('Loading'));
  await passes(A_LOOK_MS);
  console.do('quit');
  await console.ended();
}

/** How long ago the journal was written last. */
async function unseenMs(env: Variables): Promise<number> {
  const { out } = await run(['digest', '-o', 'json'], env);
  const digest: unknown = JSON.parse(out);
  const until =
    typeof digest === 'object' && digest !== null && 'journal_until' in digest ? digest.journal_until : null;
  return storyClock().now() - Date.parse(String(until));
}

describe('after an absence', () => {
  test('the console begins with what was lost, above the events, and e gets it back; W shows it again and goes back', async () => {
    const service = await losing('render');
    await look(service.env);
    service.lose();
    await soon(async () => expect(await unseenMs(service.env)).toBeGreaterThan(1500));
    const console = await openConsole({ args: [], env: service.env });
    await console.see('While you were away');
    await console.see(/1 bid lost \d+ instances/);
    await console.see(/Not observed: |Cost over /);
    await console.see(/render \(.* in .*\): preempted, out since \d\d:\d\d, 0 of \d+ running/);
    await console.see(/render preempted, out since/);
    console.type('e');
    await console.see('Change 1 bid');
    console.press('Esc');
    await console.until('the page is back', (screen) => !screen.shows('Change 1 bid'));
    console.type('q');
    await console.until('it is closed', (screen) => !screen.shows('While you were away'));
    console.type('W');
    await console.see('What happened in the last');
    await console.see(/render \(.*preempted, out since/);
    console.type('W');
    await console.until('it is closed', (screen) => !screen.shows('What happened in the last'));
    console.do('quit');
    await console.ended();
  });
});

describe('spotdeck digest', () => {
  test('prints a short text with what is out now, which no name can turn into a mention or a link', async () => {
    const service = await losing('render');
    const { env } = await alteredMarket(service.market, (row) =>
      row['name'] === 'render' ? { ...row, name: '@here [x](https://evil.example)', status: 'Open' } : row,
    );
    const own = { ...service.env, ...env };
    await look(own);
    const { code, out, err } = await run(['digest'], own);
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toMatch(/^spotdeck digest of proj_demo, the last 8h\n/);
    expect(out).toContain('No instance was lost.\nOut now: ');
    expect(out).toMatch(/- ＠here ［x］（https：／／evil․example）: now open, \d+ of \d+ running, outbid or no room\n/);
    expect(out).not.toMatch(/[@[\]]|:\/\//);
    const json = await run(['digest', '-o', 'json'], own);
    expect(JSON.parse(json.out)).toMatchObject({ bids: expect.arrayContaining([withNow({ is_out: true })]) });
  });

  test('calls a bid without a name by its identifier, one that lost its instances and one that is only out', async () => {
    const nameless = new Map([
      ['render', null],
      ['sweep-c', ' '],
    ]);
    const service = await losing('render', (row) => {
      const name = nameless.get(String(row['name']));
      return name === undefined ? row : { ...row, name };
    });
    const [lost, waits] = await Promise.all(
      [...nameless.keys()].map(async (name) => String((await named(service.market, BIDS, name))?.['fid'])),
    );
    await look(service.env);
    service.lose();
    await look(service.env);
    const { out } = await run(['digest'], service.env);
    expect(out).toMatch(new RegExp(`- ${lost}: preempted, out since `));
    expect(out).toMatch(new RegExp(`- ${waits}: now open, 0 of 4 running`));
    const json = await run(['digest', '-o', 'json'], service.env);
    expect(JSON.parse(json.out)).toMatchObject({
      bids: expect.arrayContaining([lost, waits].map((fid) => expect.objectContaining({ fid, name: fid }))),
    });
  });

  test('without the service it prints what the journal has, says so on stderr, and ends with the code of the failure', async () => {
    const market = await openMarket(STILL);
    const offline = { ...market.env, SPOTDECK_JOURNAL: newPath() };
    await look(offline);
    await market.stop();
    const { code, out, err } = await run(['digest'], offline);
    expect(code).toBe(4);
    expect(err).not.toBe('');
    expect(out).toContain('What is out now is not known: the lists were not read.');
    const json = await run(['digest', '-o', 'json'], offline);
    expect(json.code).toBe(4);
    expect(JSON.parse(json.out)).toMatchObject({ knows_now: false, bids: [] });
  });

  test('a journal that has nothing yet says so and is not created; a wrong time is refused in one sentence', async () => {
    const market = await openMarket(STILL);
    const env = { ...market.env, SPOTDECK_JOURNAL: newPath() };
    const { code, out } = await run(['digest', '--since', '2026-01-01'], env);
    expect(code).toBe(0);
    expect(out).toContain('The journal has no data for it yet');
    expect(existsSync(env.SPOTDECK_JOURNAL)).toBe(false);
    for (const wrong of ['8x', '2999-01-01', 'yesterday']) {
      const refused = await run(['digest', '--since', wrong], env);
      expect(refused.code).toBe(2);
      expect(refused.out).toBe('');
    }
  });
});

/** A bid of a digest as JSON, with members of how it stands now. */
const withNow = (now: object): unknown => expect.objectContaining({ now: expect.objectContaining(now) });

test('in the past W is about the hours before that moment', async () => {
  const console = await openConsole({ args: ['demo', '--seed', '7'], env: {} });
  await console.seeLoaded('14 bids');
  await console.see('Simulated up to here');
  await soon(() => {
    console.press('{');
    expect(console.shows('spotdeck PAST')).toBe(true);
  });
  console.type('W');
  await console.see('What happened in the last 8h');
  await console.see(/Cost over \dh observed: at most \$/);
  console.press('Esc', 'Esc');
  await console.see('● live');
  console.do('quit');
  await console.ended();
});
