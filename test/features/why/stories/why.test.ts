import { writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answer } from '../../../driver/answer.ts';
import { openConsole, openMarket } from '../../../driver/console.ts';
import { freshHome, type Variables } from '../../../driver/environment.ts';
import { openProgram, runProgram } from '../../../driver/running.ts';
import { soon } from '../../../driver/time.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { changed, placed, STILL } from '../../../stories/service.ts';

async function run(args: readonly string[], env: Variables) {
  const home = freshHome();
  onTestFinished(() => home.remove());
  return runProgram(args, home, env);
}

const stillMarket = async () => ({
  ...(await openMarket(STILL)).env,
  SPOTDECK_JOURNAL: newPath(),
  SPOTDECK_REFRESH: '0.5',
});

describe('on the screen', () => {
  test('a bid that the operator pauses says so in its row, h explains it, and a shell knows it later', async () => {
    const env = await stillMarket();
    const console = await openConsole({ args: [], env });
    await console.seeLoaded('14 bids');
    console.type('/name:=sweep-b\r');
    await console.see('1 of 14');
    console.press('p');
    await answer(console, 'p');
    await console.see(/sweep-b +‖ paused +by you/);
    console.press('h');
    await console.see('Bid sweep-b');
    await console.see(/Paused by you at \d\d:\d\d\./);
    await console.see('Certainty certain');
    await console.see('Resume it to let it wait for the market again.');
    console.press('Esc');
    console.press('H');
    await console.see('Incidents are lines of Activity (7); W shows what is still out.');
    console.do('quit');
    await console.ended();

    const { out, code } = await run(['why', 'sweep-b', '-o', 'json'], env);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([
      { list: 'bids', name: 'sweep-b', status: 'Paused', runs: false, reason: 'paused', certainty: 'certain' },
    ]);
  });
});

test('names of any width keep the prices and states of other bids in their columns', async () => {
  const market = await openMarket(STILL);
  const names = ['学習ジョブ', 'e\u0301tape', 'plain-name', '🚀'];
  for (const name of ['asked', ...names]) await placed(market, name, '$0.01');
  const console = await openConsole({ args: [], env: { ...market.env, SPOTDECK_JOURNAL: newPath() } });
  await console.seeLoaded('19 bids');
  console.type('/name:=asked\r');
  await console.see('1 of 19');
  console.press('h');
  await console.see('Your other bids of this type and region');
  const columns = names.map((name) => {
    const row = console.rowOf(new RegExp(`${name} +\\$0\\.01`));
    return [console.cellsAt(row, '$0.01')[0]?.column, console.cellsAt(row, '○ open')[0]?.column];
  });
  expect(new Set(columns.map((own) => own.join(' '))).size).toBe(1);
});

describe('from a shell', () => {
  test('without a name it prints each bid that does not run what it wants', async () => {
    const { out, code } = await run(['why'], await stillMarket());
    expect(code).toBe(0);
    expect(out).toMatch(/^distill: Paused before this journal saw it; nothing shows by whom\.$/m);
    expect(out).toContain('The journal has nothing of this project yet.');
    expect(out).not.toMatch(/^pretrain-b200: /m);
  });

  test.each([
    ['asks a service that says prices, and tells outbid with both numbers', true, {}, 'outbid'],
    ['waits for more with extras = "off"', true, { SPOTDECK_EXTRAS: 'off' }, 'deciding'],
    ['waits for more on a service that says no prices', false, {}, 'deciding'],
  ])('it %s', async (_, extras, more, reason) => {
    const market = await openMarket({ ...STILL, extras });
    await placed(market, 'low', '$0.01');
    const { out, code } = await run(['why', 'low', '-o', 'json'], {
      ...market.env,
      SPOTDECK_JOURNAL: newPath(),
      ...more,
    });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([{ name: 'low', reason }]);
    if (reason === 'outbid') expect(out).toMatch(/the price is \$\d+\.\d\d now \(service\), its limit \$0\.01/);
  });

  test('an unknown name is wrong usage, and nothing is printed in its place', async () => {
    const { out, err, code } = await run(['why', 'nobody'], await stillMarket());
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('nobody');
  });

  test('a journal that cannot be read is said, and is no success', async () => {
    const env = { ...(await stillMarket()), SPOTDECK_JOURNAL: '/proc/self/mem' };
    const why = await run(['why', 'distill'], env);
    expect([why.code, why.err]).toEqual([1, expect.stringMatching(/journal/i)]);
    expect(why.out).toMatch(/^distill: Paused before this journal saw it/m);
  });

  test('a journal that is no journal is said, and the reasons of the lists are printed', async () => {
    const env = await stillMarket();
    writeFileSync(env.SPOTDECK_JOURNAL, 'This is a diary, and no database.'.repeat(100));
    const { out, err } = await run(['why', 'distill'], env);
    expect(err).toMatch(/journal/i);
    expect(out).toMatch(/^distill: Paused before this journal saw it/m);
  });
});

test('watch --group prints what somebody else paused as one object, with every event in it', async () => {
  const market = await openMarket(STILL);
  const home = freshHome();
  onTestFinished(() => home.remove());
  const env = { ...market.env, SPOTDECK_JOURNAL: newPath(), SPOTDECK_REFRESH: '0.5' };
  const watch = openProgram(['watch', '--group'], home, env);
  await soon(async () => expect((await run(['why', 'sweep-b', '-o', 'json'], env)).out).toContain('since_before": "2'));
  await changed(market, 'sweep-b', { paused: true });
  await soon(async () =>
    expect((await run(['why', 'sweep-b'], env)).out).toMatch(/sweep-b: Paused .*not by a program with this journal/),
  );
  expect(await watch.end('SIGTERM')).toEqual([0, null]);
  const found = watch
    .out()
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ name }) => name === 'sweep-b');
  expect(found).toMatchObject([{ list: 'bids', state: 'over', what: 'sweep-b paused (2 instances)' }]);
});
