import { copyFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openConsole, openInTerminal, openMarket } from '../../../driver/console.ts';
import { openDemo } from '../../../driver/demo.ts';
import { serveOnLoopback } from '../../../driver/loopback.ts';
import type { Terminal } from '../../../driver/terminal.ts';
import { soon } from '../../../driver/time.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { losingMarket } from '../../../stories/losing.ts';
import { openScript } from '../../../stories/script.ts';
import { STILL } from '../../../stories/service.ts';

/** With lost instances. */
async function recorded(): Promise<string> {
  const file = newPath();
  const market = await losingMarket('train-llama', 'render');
  const console = await openConsole({ args: ['--record', file], env: market.env });
  await console.see('spotdeck REC ');
  await console.seeLoaded('14 bids');
  const before = market.looks();
  await soon(() => expect(market.looks()).toBeGreaterThan(before + 6));
  market.lose();
  await console.pane('instances').focus();
  await console.see('20 of 47 instances running');
  console.do('quit');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
  return file;
}

/** Seconds shown so far, by its header. */
function second(console: Terminal): number {
  const [, minutes, seconds] = /, (\d+):(\d\d) of/.exec(console.line(0)) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

test('a night in which instances were lost is recorded, and replayed: jumped to, paused, browsed', async () => {
  const file = await recorded();
  expect(statSync(file).mode & 0o777).toBe(0o600);

  // A service that counts requests.
  let asked = 0;
  const service = createServer((_, answer) => {
    asked += 1;
    answer.writeHead(500).end();
  });
  const origin = await serveOnLoopback(service);
  const recordedAt = /"origin":"http:\/\/127\.0\.0\.1:\d+"/;
  writeFileSync(file, readFileSync(file, 'utf8').replace(recordedAt, `"origin":"${origin}"`));

  const console = await openConsole({
    args: ['replay', file],
    env: {
      SPOTDECK_BASE_URL: origin,
      SPOTDECK_TOKEN: 'fkey_of-nobody',
      SPOTDECK_PROJECT: 'proj_demo',
    },
  });
  await console.see(/spotdeck REPLAY +\S+ ▸ proj_demo +▸ \d\d:\d\d:\d\d on \d{4}-\d\d-\d\d, \d+:\d\d of \d+:\d\d/);
  await console.seeLoaded('14 bids');
  console.do('replay-start');
  console.do('replay-next-loss');
  await console.see(/\d\d:\d\d:\d\d: \S+ (lost \d+ instances?.*|was lost)\. Press \. to go on\./);
  await console.see(/‖ \d\d:\d\d:\d\d on/);
  await console.pane('activity').focus();
  await console.see(/✖ .*(lost|preempted)/);
  const lostAt = second(console);
  console.do('replay-back');
  await console.until('it is ten seconds before', () => second(console) <= Math.max(0, lostAt - 9));
  expect(console.rowsOfPane('Activity').join('\n')).not.toMatch(/✖ .*(lost|preempted)/);
  await console.pane('bids').do('pause-bid');
  await console.see('This is a recording: it cannot be changed.');
  console.do('bid-ssh');
  await console.see('This is a recording: its instances cannot be reached.');
  const still = second(console);
  console.do('replay-pause');
  await console.until('it goes on', () => second(console) > still);
  console.do('replay-end');
  console.do('story');
  await console.see('[Story]');
  console.press('Esc');
  console.do('replay-start');
  await console.see(/, 0:00 of/);
  console.do('quit');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
  expect(asked, 'nothing was asked of anybody').toBe(0);
  const kept = ['share', 'state'].flatMap((folder) => readdirSync(join(console.home, '.local', folder)));
  expect(kept, 'nothing was written').toEqual([]);
});

test('a truncated recording is shown to its last complete line; any other file is refused in one sentence', async () => {
  const market = await openMarket(STILL);
  const recording = newPath();
  const console = await openDemo({ service: market, args: ['--record', recording] });
  await console.until('every list is recorded', () => readFileSync(recording, 'utf8').includes('"list":"apiKeys"'));
  // As left by a kill at this moment.
  const file = newPath();
  copyFileSync(recording, file);
  truncateSync(file, statSync(file).size - 5);
  const again = await openConsole({ args: ['replay', file] });
  await again.see('The recording was cut off; it is shown to its last whole line.');
  await again.see('14 bids');
  again.do('quit');
  await again.ended();
  expect(readFileSync(file, 'utf8')).not.toContain(market.token);

  const other = join(dirname(file), 'other');
  writeFileSync(other, 'no recording');
  for (const [name, said] of [
    [other, `${other} is not a recording of spotdeck.`],
    [`${other}-that-is-not-there`, `${other}-that-is-not-there can't be read: there is no such file or folder.`],
  ] as const) {
    const terminal = openInTerminal(['replay', name], { columns: 200 });
    expect(await terminal.ended()).toEqual({ code: 2, signal: null });
    expect(terminal.screen().join('\n').trim()).toBe(said);
  }
});

test('a recording over an existing file, or without a terminal, is refused, and nothing starts', async () => {
  const file = newPath();
  writeFileSync(file, 'mine');
  const terminal = openInTerminal(['demo', '--record', file], { columns: 200 });
  expect(await terminal.ended()).toEqual({ code: 2, signal: null });
  await terminal.see(
    `Nothing can be recorded to ${file}: there is a file of that name already, and it is not written over.`,
  );
  expect(readFileSync(file, 'utf8')).toBe('mine');
  const script = await openScript();
  expect(await script.run(['--record', join(script.home.folder, 'new')])).toMatchObject({
    code: 2,
    err: 'The console records, and it needs a terminal.\n',
  });
  expect(await script.run(['--record', join(script.home.folder, 'new'), 'get', 'bids'])).toMatchObject({
    code: 2,
    out: '',
    err: 'Only the console records: "spotdeck --record FILE" or with demo.\n',
  });
});
