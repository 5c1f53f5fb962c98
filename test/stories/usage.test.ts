import { expect, test } from 'vitest';
import { openScript, runAlone } from './script.ts';

test('--help shows the commands first, one line each, then the few options that matter', async () => {
  const { status, stdout } = await runAlone(['--help']);
  expect(status).toBe(0);
  const lines = stdout.split('\n');
  const at = (text: string): number => lines.findIndex((line) => line.startsWith(text));
  expect(at('Read:')).toBeGreaterThan(0);
  expect(at('Change:')).toBeGreaterThan(at('Read:'));
  expect(at('Options:')).toBeGreaterThan(at('Embedded market:'));
  const commands = lines.slice(at('Console:'), at('Options:')).filter((line) => line.startsWith('  '));
  for (const line of commands) expect(line, 'a command has one line').toMatch(/^ {2}\w[\w-]* {2,}[A-Z].*\.$/);
  expect(Math.max(...lines.slice(0, at('Options:')).map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(stdout).not.toContain('--refresh-hidden');
});

test('help settings lists every flag with its variable, allowed values and default', async () => {
  const { stdout } = await runAlone(['help', 'settings']);
  expect(stdout).toContain('--refresh-hidden <seconds>, SPOTDECK_REFRESH_HIDDEN');
  expect(stdout).toContain('Allowed: a number of seconds from 0.5 to 3600. Default: 10.');
});

test('help followed by a command explains that command', async () => {
  expect((await runAlone(['help', 'bid', 'pause'])).stdout).toContain('Usage: spotdeck bid pause [options] <bids...>');
});

test.each([
  [['gett', 'bids'], 'There is no command "gett". Did you mean "get"?'],
  [['dotcor', '--json'], 'There is no command "dotcor". Did you mean "doctor"?'],
  [['--profile', 'prod', 'wach'], 'There is no command "wach". Did you mean "watch"?'],
  [['help', 'logn'], 'There is no command "logn". Did you mean "login"?'],
  [['frobnicate', '-o', 'json'], 'There is no command "frobnicate".'],
  [['get', 'bidz'], 'There is no list "bidz". Did you mean "bids"?'],
  [['get', 'rules'], 'Rules are no list of the service: they are in the config file.'],
  [['bid', 'pauze', 'x'], "Unknown command 'pauze'. Did you mean pause?"],
  [['get', 'bids', '--filtr', 'x'], "Unknown option '--filtr'. Did you mean --filter?"],
])('%j names the mistyped word and the nearest one', async (args, sentence) => {
  const { status, stderr, stdout } = await runAlone(args);
  expect({ status, stdout, first: stderr.split('\n')[0] }).toEqual({ status: 2, stdout: '', first: sentence });
});

test.each([
  [['describe', 'bid', 'train-llama'], 'spotdeck get bids train-llama -o json'],
  [['describe', 'instances', 'a b'], "spotdeck get instances 'a b' -o json"],
  [['bid', 'show', 'train-llama'], 'spotdeck get bids train-llama -o json'],
  [['delete', 'bid', 'train-llama'], 'spotdeck bid cancel train-llama'],
  [['rm', 'volumes', 'scratch'], 'spotdeck volume delete scratch'],
  [['bid', 'delete', 'train-llama', '--yes'], 'spotdeck bid cancel train-llama'],
  [['api-key', 'delete', 'ci'], 'spotdeck api-key revoke ci'],
  [['pause', 'train-llama'], 'spotdeck bid pause train-llama'],
  [['bids'], 'spotdeck get bids'],
  [['bid', 'list'], 'spotdeck get bids'],
  [['rules'], 'spotdeck autopilot --dry-run'],
  [['help', 'rules'], 'spotdeck autopilot --dry-run'],
  [['version', '--json'], 'spotdeck --version'],
])('%j does nothing, and is answered with the whole command', async (args, command) => {
  const { status, stdout, stderr } = await runAlone(args);
  expect({ status, stdout, last: stderr.trimEnd().split('\n').at(-1) }).toEqual({
    status: 2,
    stdout: '',
    last: `Type: ${command}`,
  });
});

test('version and -V print the version, as --version does', async () => {
  const { stdout } = await runAlone(['--version']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  for (const word of ['version', '-V']) expect(await runAlone([word])).toMatchObject({ status: 0, stdout });
});

test('list and ls are get, with its options', async () => {
  const { run } = await openScript();
  const bids = await run(['get', 'bids', '--columns', 'name']);
  for (const word of ['list', 'ls']) expect(await run([word, 'bids', '--columns', 'name'])).toEqual(bids);
  // A value of an option stays as it is.
  expect(await run(['--project', 'list', 'list', 'bids'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('list'),
  });
});

test.each([
  [['get'], 'Which list? Give one of bids, instances, volumes, ssh-keys, api-keys.'],
  [['bid', 'pause'], 'Which bid? Give a name or identifier.'],
  [['volume', 'delete'], 'Which volume? Give a name or identifier.'],
  [['ssh'], 'Which instance? Give a name or identifier; with --all, that of a bid.'],
  [['replay'], 'Which file? Give a file made by --record.'],
  [['completion'], 'Which shell? Give one of bash, zsh, fish.'],
])('%j without its argument asks for it as a person would', async (args, sentence) => {
  const { status, stderr } = await runAlone(args);
  expect({ status, first: stderr.split('\n')[0] }).toEqual({ status: 2, first: sentence });
});

test('the singular of a list works too: get bid, get instance NAME', async () => {
  const { run } = await openScript();
  const [ran, many] = [await run(['get', 'bid']), await run(['get', 'bids'])];
  expect(ran.code).toBe(0);
  expect(ran.out.split('\n').length).toBe(many.out.split('\n').length);
  const { out } = await run(['get', 'instance', 'train-llama-0', '--columns', 'name']);
  expect(out).toBe('NAME\ntrain-llama-0\n');
});
