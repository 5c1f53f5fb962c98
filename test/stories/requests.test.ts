import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { newPath } from '../journal/snapshots.ts';
import { openScript } from './script.ts';
import { STILL } from './service.ts';

test('the palette lists the requests, newest first, shows a body, and copies one as curl without the token', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  await console.pane('bids').select('render').do('pause-bid');
  await answer(console, 'p');
  await console.see(/render +‖ paused/);
  console.do('requests');
  await console.see(/200 +\d+ ms +\S+ \S+ +PATCH +\/v2\/spot\/bids\/bid_/);
  console.press('Right');
  await console.gone('GET');
  await console.see('changes 1');
  expect(console.rowsOfPane('Request log').filter((row) => /GET|PATCH/.test(row))).toEqual([
    expect.stringContaining('PATCH'),
  ]);
  console.press('Enter');
  await console.see('{"paused":true}');
  await console.see('Answered');
  console.press('y');
  await console.see('Sent to the clipboard as curl, with $SPOTDECK_TOKEN in place of the token; the terminal decides');
  expect(console.clipboard()).toMatch(
    /^curl -X PATCH -H "Authorization: Bearer \$SPOTDECK_TOKEN" .*--data '\{"paused":true\}' 'http:/,
  );
  console.press('Esc', 'Esc');
  await console.see('1 Bids');
});

test('a secret is in no stored request', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  console.type('5nfleeting\r');
  console.do('review');
  await console.see('review');
  await answer(console, 'Enter');
  await console.see('This is shown only once');
  const secret = /(fkey_[\w-]{12,})/.exec(console.screen().join('\n'))?.[1] ?? '';
  expect(secret).not.toBe('');
  console.press('Esc');
  await answer(console, 'y');
  await console.gone('The API key fleeting');
  console.do('requests');
  await console.see('POST');
  console.press('Right');
  await console.gone('GET');
  await console.see('changes 1');
  console.press('Enter');
  await console.see('The response may contain a secret, so it is not kept.');
  expect(console.screen().join('\n')).not.toContain(secret);
});

const LINE = /^\d{4}-\d\d-\d\dT[\d:.]+Z (GET|POST|PATCH|DELETE) \/v2\/\S+ (\d{3}|-) \d+ms \d+B/;

test('--debug logs every request of a command to a private file: no token, no script, no secret', async () => {
  const { run, market, home } = await openScript();
  const file = join(home.folder, 'debug.log');
  const place = [...'bid place --name logged --instance-type 1xl40s.eu-north1-a --region eu-north1-a'.split(' ')];
  const more = ['--instance-quantity', '1', '--limit-price', '1', '--startup-script', 'export HF=hf_hidden', '--yes'];
  expect((await run([...place, ...more, '--debug', file])).code).toBe(0);
  const key = await run([...'api-key create --name fleeting --expires-at 7d --show-secret --debug'.split(' '), file]);
  const secret = key.out.trim().split('\n').at(-1) ?? '';
  expect(secret).toMatch(/^fkey_/);
  const text = readFileSync(file, 'utf8');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const lines = text.trim().split('\n');
  for (const line of lines) expect(line).toMatch(line.startsWith('#') ? /^# spotdeck / : LINE);
  expect(lines.filter((line) => / POST \/v2\/(spot\/bids|api-keys) 201 /.test(line))).toHaveLength(2);
  for (const hidden of [market.token, secret, 'hf_hidden']) expect(text).not.toContain(hidden);
});

test('a request that fails is in the log with its error, and a log that can’t be written is reported once and ends nothing', async () => {
  const { run, market, home } = await openScript();
  const file = join(home.folder, 'debug.log');
  expect(await run(['doctor', '--debug', home.folder])).toMatchObject({
    err: `The log ${home.folder} can't be written: it is a folder.\n`,
  });
  const full = await run(['get', 'bids', '--debug', '/dev/full']);
  expect([full.code, full.err]).toEqual([0, "The log /dev/full can't be written: the disk is full.\n"]);
  expect(full.out).toContain('render');
  await market.stop();
  expect((await run(['get', 'bids'], { SPOTDECK_DEBUG: file })).code).toBe(4);
  expect(readFileSync(file, 'utf8')).toMatch(/GET \/v2\/spot\/bids\S* - \d+ms 0B unreachable refused\n$/);
});

test('the console logs its requests too, and shows at its foot when it can’t', async () => {
  const market = await openMarket(STILL);
  const file = newPath();
  const console = await openDemo({ service: market, args: ['--debug', file] });
  await console.until(
    'they are in the log',
    () => existsSync(file) && LINE.test(readFileSync(file, 'utf8').split('\n')[1] ?? ''),
  );
  const other = await openConsole({ args: ['--debug', '/'], env: market.env });
  await other.see("The log / can't be written: it is a folder.");
  await other.seeLoaded('14 bids');
});

test('the console and its embedded market log their actions and errors to files, without the token', async () => {
  const demo = await openDemo();
  const folder = join(demo.home, '.local', 'state', 'spotdeck');
  demo.do('quit');
  await demo.ended();
  expect(readFileSync(join(folder, 'console.log'), 'utf8')).toMatch(
    /^\S+Z \d+ started: spotdeck \S+, Node \S+, \S+ 160 × 45\n\S+Z \d+ ended: code 0\n$/,
  );
  expect(readFileSync(join(folder, 'market.log'), 'utf8')).toMatch(
    /^\S+Z \d+ serves the console at http:\/\/127\.0\.0\.1:\d+\n$/,
  );
});

test('a service that went away is in the log of the console, and doctor shows the path of the log', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  // The last of the lists: none breaks off.
  await console.see('in use here');
  await market.stop();
  await console.see('refused the connection');
  const log = join(console.home, '.local', 'state', 'spotdeck', 'console.log');
  const text = readFileSync(log, 'utf8');
  expect(text).toMatch(/^\S+Z \d+ (bids|instances): unreachable: refused$/m);
  expect(text).not.toContain(market.token);
  const script = await openScript();
  expect((await script.run(['doctor'])).out).toMatch(/^ok +logs +the program.s own, .*\/spotdeck$/m);
});
