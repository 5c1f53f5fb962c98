import { expect, test } from 'vitest';
import { answer } from '../../../driver/answer.ts';
import { openDemo } from '../../../driver/demo.ts';
import { evidenceOf } from '../../../stories/evidence.ts';
import { openScript } from '../../../stories/script.ts';
import { BIDS, named } from '../../../stories/service.ts';

/** A lasting home, and a market that stands still, seen from aside. */
async function operator() {
  const { market, home, run } = await openScript();
  const evidence = await evidenceOf(market);
  const env = { ...evidence.env, XDG_DATA_HOME: home.env['XDG_DATA_HOME'] };
  const open = async () => {
    const console = await openDemo({ service: { env } });
    return console;
  };
  const status = async (name: string): Promise<unknown> => (await named(market, BIDS, name))?.['status'];
  // The console's address: a set belongs to its service.
  return { market, run: (args: readonly string[]) => run(args, env), evidence, open, status };
}

test('marked bids are paused as a set; after a restart it resumes those that are unchanged, and names the others', async () => {
  const { open, run, status, evidence } = await operator();
  const first = await open();
  first.type('/name:=render | name:=sweep-a | name:=sweep-b\r*:pause set night\r');
  await answer(first, 'y');
  await first.see('Paused 3 of 3 bids.');
  expect([await status('render'), await status('sweep-a')]).toEqual(['Paused', 'Paused']);
  first.do('quit');
  await first.ended();

  expect((await run(['bid', 'update', 'sweep-a', '--price', '5'])).code).toBe(0);
  expect((await run(['bid', 'resume', 'sweep-b'])).code).toBe(0);
  const before = evidence.writes().length;
  const second = await open();
  // An earlier console's events are there once the journal is open.
  await second.see('done: Pause 3 bids');
  second.type(':set night');
  await second.see(/Resume the set night .*3 bids, paused \d+s ago/);
  second.press('Enter');
  await second.see('Resume the set night');
  await second.see('render  $1.35 × 3');
  await second.see('sweep-a is left as it is: its limit price is now $5.00.');
  await second.see('sweep-b is left as it is: it is no longer paused.');
  await second.see('Max cost if all filled: $4.05 /h.');
  await answer(second, 'y');
  await second.see('Resumed render.');
  expect(evidence.writes().slice(before)).toHaveLength(1);
  expect(await status('sweep-a')).toBe('Paused');
  second.type(':resume set night\r');
  await second.see('There is no set named night.');
});

test('the name of a set is not used twice, and a bid that can not be paused is not in it', async () => {
  const { open, run, status } = await operator();
  const console = await open();
  console.type('/name:=render | name:=distill\r*:pause set one\r');
  await answer(console, 'y');
  // distill is paused already.
  await console.see('Paused render.');
  console.press('Esc', 'Esc');
  console.type('/name:=sweep-a\r:pause set ONE\r');
  await console.see('There is a set ONE already.');
  expect(await status('sweep-a')).toBe('Allocated');
  const resumed = await run(['bid', 'resume', '--set', 'one']);
  expect(resumed).toEqual({ code: 0, out: 'Resumed render.\n', err: '' });
  expect(await status('distill')).toBe('Paused');
});

test('the command line pauses and resumes the same sets', async () => {
  const { run, status } = await operator();
  expect(await run(['bid', 'pause', '--set', 'batch', 'render', 'sweep-a'])).toMatchObject({
    code: 0,
    out: 'Paused render.\nPaused sweep-a.\n',
  });
  expect(await run(['bid', 'pause', '--set', 'batch', 'sweep-b'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is a set batch already.'),
  });
  expect(await run(['bid', 'resume', '--set', 'nope'])).toMatchObject({
    code: 2,
    err: 'There is no set named nope.\nThere are: batch.\n',
  });
  const dry = await run(['bid', 'resume', '--set', 'batch', '--dry-run']);
  expect(dry.out.match(/"paused": false/g)).toHaveLength(2);
  expect(await status('render')).toBe('Paused');
  expect((await run(['bid', 'resume', '--set', 'batch'])).out).toBe('Resumed render.\nResumed sweep-a.\n');
  expect([await status('render'), await status('sweep-a')]).not.toContain('Paused');
  expect((await run(['bid', 'resume', '--set', 'batch'])).code).toBe(2);
});

test('a read-only console lists sets and resumes none', async () => {
  const { open, run, market } = await operator();
  await run(['bid', 'pause', '--set', 'night', 'render']);
  const first = await open();
  first.do('quit');
  await first.ended();
  const { run: alone } = await openScript(market);
  expect(await alone(['bid', 'pause', '--set', 'x', 'sweep-a', '--read-only'])).toMatchObject({ code: 2 });
  const console = await openDemo({ service: market, args: ['--read-only'] });
  console.type(':pause set night\r');
  await console.see('This console is read-only');
});
