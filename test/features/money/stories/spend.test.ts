import { describe, expect, test } from 'vitest';
import { openConsole, openMarket } from '../../../driver/console.ts';
import { passes, soon } from '../../../driver/time.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { openScript, runAlone } from '../../../stories/script.ts';
import { STILL } from '../../../stories/service.ts';

/** What the running instances of the market cost an hour at most, in millionths of a dollar. */
const MICROS_PER_HOUR = 560_150_000;

/** A journal of a console that was open for a moment. */
async function openSeen() {
  const market = await openMarket(STILL);
  const env = { ...market.env, SPOTDECK_JOURNAL: newPath() };
  const console = await openConsole({ args: ['--refresh', '0.5'], env });
  await console.see('$560.15/h at most');
  await console.see('5 API keys');
  const script = await openScript(market);
  const first = await script.run(['watch', '--once'], env);
  expect(first.code).toBe(0);
  const spend = (...args: readonly string[]) => script.run(['spend', ...args], env);
  // What was seen once has no length yet; consoles record it every ten seconds.
  await passes(10_000);
  const seen = async (): Promise<unknown> => JSON.parse((await spend('-o', 'json')).out).at_most;
  await soon(async () => expect(await seen()).toMatch(/^[1-9]/));
  console.do('quit');
  await console.ended();
  return spend;
}

const micros = (amount: unknown): number => Math.round(Number(amount) * 1_000_000);

describe('spotdeck spend', () => {
  test('says what the time that a console was open has cost at most, exactly, and lists it by day, hour, bid, type, region and project', async () => {
    const spend = await openSeen();
    const { code, out, err } = await spend('-o', 'json');
    expect([code, err]).toEqual([0, '']);
    const whole = JSON.parse(out);
    expect(whole).toMatchObject({ currency: '$', other_currencies: [] });
    expect(whole.known_since).toMatch(/Z$/);
    const knownMs = Date.parse(whole.to) - Date.parse(whole.known_since);
    const gapMs = whole.unobserved.reduce(
      (sum: number, gap: { from: string; to: string }) => sum + Date.parse(gap.to) - Date.parse(gap.from),
      0,
    );
    expect(micros(whole.at_most)).toBe(Math.ceil(((knownMs - gapMs) * MICROS_PER_HOUR) / 3_600_000));
    for (const by of ['day', 'hour', 'bid', 'type', 'region', 'project']) {
      const { parts } = JSON.parse((await spend('-o', 'json', '--by', by, '--until', whole.to)).out);
      const sum = parts.reduce((total: number, part: { at_most: string }) => total + micros(part.at_most), 0);
      // Each part is rounded up to a millionth.
      expect(sum).toBeGreaterThanOrEqual(micros(whole.at_most));
      expect(sum).toBeLessThanOrEqual(micros(whole.at_most) + parts.length);
    }
  });

  test('prints a table that says at most, how much was observed, and since when something is known', async () => {
    const spend = await openSeen();
    const { code, out, err } = await spend('--by', 'type');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^TYPE +AT MOST +INSTANCE HOURS\n/);
    expect(out).toMatch(/\ntotal +\$\d/);
    expect(out).toMatch(/: at most \$\d[\d.]*, limit price x running instances over observed time\.\n/);
    expect(out).toMatch(
      /\nObserved: \d+ % of the known time, \d+s(?: of \d+s)?\.\nNo data before \d{4}-\d\d-\d\d \d\d:\d\d\.\n/,
    );
    expect((await spend()).out).toMatch(/^DAY +AT MOST +INSTANCE HOURS +OBSERVED +IN GAPS AT MOST\n\d{4}-\d\d-\d\d /);
  });

  test('prints CSV whose sentences are on stderr', async () => {
    const spend = await openSeen();
    const { code, out, err } = await spend('--by', 'bid', '-o', 'csv');
    expect(code).toBe(0);
    expect(out).toMatch(/^bid,at most,instance hours\r\n/);
    expect(out.trimEnd().split('\r\n').at(-1)).toMatch(/^total,\$\d/);
    expect(err).toMatch(/at most \$/);
  });
});

test('without a journal spotdeck spend says that nothing is known, invents nothing, makes no file, and ends with 0', async () => {
  const script = await openScript();
  const path = newPath();
  const { code, out, err } = await script.run(['spend'], { SPOTDECK_JOURNAL: path });
  expect([code, out]).toEqual([0, '']);
  expect(err).toBe('No data for proj_demo: no console or "spotdeck watch" has run.\n');
  const json = JSON.parse((await script.run(['spend', '-o', 'json'], { SPOTDECK_JOURNAL: path })).out);
  expect(json).toMatchObject({
    known_since: null,
    at_most: null,
    at_least: '0.00',
    observed_seconds: 0,
    unobserved: [],
    parts: [],
  });
});

test.each([
  [['--since', '2026-02-31'], /Give a time such as 8h or 7d, or a date such as 2026-11-20/],
  [['--since', 'yesterday'], /Give a time such as 8h or 7d/],
  [['--until', '9999-01-01'], /Give a time in the past/],
  [['--since', '1h', '--until', '2h'], /^--since has to be before --until\.\n/],
  [['--by', 'name'], /Allowed choices are day, hour, bid, type, region, project/],
  [['-o', 'xml'], /Allowed choices are table, json, ndjson, csv/],
  [['--colour'], /Unknown option '--colour'/],
])('spotdeck spend %j ends with 2 and one sentence', async (args, sentence) => {
  const env = { SPOTDECK_BASE_URL: 'http://127.0.0.1:1', SPOTDECK_PROJECT: 'p' };
  const { status, stdout, stderr } = await runAlone(['spend', ...args], env);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(sentence);
});

test('spotdeck spend asks no service and needs no token', async () => {
  const env = { SPOTDECK_BASE_URL: 'http://127.0.0.1:1', SPOTDECK_PROJECT: 'p' };
  expect(await runAlone(['spend'], env)).toMatchObject({ status: 0, stdout: '' });
  expect(await runAlone(['spend'])).toMatchObject({ status: 2, stderr: expect.stringMatching(/^No service is set\./) });
});
