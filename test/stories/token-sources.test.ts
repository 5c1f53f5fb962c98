import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { openScript } from './script.ts';
import { NO_TOKEN, profileWith, withTokenCommand } from './token-file.ts';

test('a token program that does not exist is reported in one line, at once', async () => {
  const script = await openScript();
  const ran = await script.run(['get', 'bids'], withTokenCommand(script, ['no-such-vault', 'read']));
  expect(ran).toEqual({
    code: 2,
    out: '',
    err: 'The program no-such-vault gave no token: it could not be started: there is no such file or folder.\n',
  });
});

test('a token program that prints without end is reported in one line, and stopped', async () => {
  const script = await openScript();
  expect(await script.run(['get', 'bids'], withTokenCommand(script, ['yes']))).toEqual({
    code: 2,
    out: '',
    err: 'The program yes gave no token: it printed more than 64 KiB and was stopped.\n',
  });
});

test('an empty SPOTDECK_TOKEN is no token: the console is signed out and reports it, and a profile has its own', async () => {
  const script = await openScript();
  const ran = await script.run(['get', 'bids'], { SPOTDECK_TOKEN: '' });
  expect([ran.code, ran.out]).toEqual([3, '']);
  expect(ran.err).toMatch(/^No usable token/);
  const own = withTokenCommand(script, ['echo', script.market.token]);
  expect((await script.run(['get', 'bids'], { ...own, SPOTDECK_TOKEN: '' })).code).toBe(0);
  const console = await openConsole({ args: [], env: { ...script.market.env, SPOTDECK_TOKEN: '' } });
  await console.see('No usable token');
});

describe('a profile whose token is not where it says', () => {
  test.each([
    ['token_file = "~/none.token"', /There is no token in \S+\/none.token: there is no such file\./],
    ['token_file = "~/empty.token"', /There is no token in \S+\/empty.token: the file is empty\./],
    ['token_env = "GPU_TOKEN"', /There is no token: the variable GPU_TOKEN is not set\./],
    ['', /There is no token in \S+\/tokens\/work: there is no such file\./],
  ])('(%s) is named, by a command and on screen', async (source, sentence) => {
    const script = await openScript();
    profileWith(script, source);
    writeFileSync(join(script.home.folder, 'empty.token'), '\n', { mode: 0o600 });
    const ran = await script.run(['get', 'bids'], NO_TOKEN);
    expect([ran.code, ran.out]).toEqual([3, '']);
    expect(ran.err.split('\n')[0]).toMatch(sentence);
    const doctor = await script.run(['doctor'], NO_TOKEN);
    expect(doctor.out).toMatch(sentence);
    const console = await openConsole({ args: [], env: { ...script.home.env, ...NO_TOKEN }, columns: 200 });
    await console.see(sentence);
    await console.see('✖ signed out');
  });
});

test('other variables that are empty count as not set', async () => {
  const script = await openScript();
  mkdirSync(join(script.home.folder, '.config/spotdeck'), { recursive: true });
  writeFileSync(join(script.home.folder, '.config/spotdeck/config.toml'), 'read_only = true\n');
  const empty = ['CONFIG', 'PROFILE', 'READ_ONLY', 'TIMEOUT', 'THEME', 'JOURNAL', 'DEBUG', 'ALERTS', 'SSH_USER'];
  const env = Object.fromEntries(empty.map((name) => [`SPOTDECK_${name}`, '']));
  expect(await script.run(['get', 'bids'], env)).toMatchObject({ code: 0, err: '' });
  expect(await script.run(['bid', 'pause', 'render'], env)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/Read-only: nothing was sent\.\nIt is set by read_only in \S+config\.toml, line 1\.\n$/),
  });
});
