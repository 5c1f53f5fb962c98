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
  [['get', 'vol'], 'There is no list "vol". Did you mean "volumes"?'],
  [['get', 'pods'], 'There is no list "pods". Did you mean "instances"?'],
  [['get', 'keys'], 'There is no list "keys". Did you mean "ssh-keys" or "api-keys"?'],
  [['get', 'logs'], 'Logs are no list of the service: they are on the instances.'],
  [['keys'], 'There is no command "keys". Did you mean "get ssh-keys" or "get api-keys"?'],
  [['bid', 'pauze', 'x'], 'There is no command "spotdeck bid pauze". Did you mean "pause"?'],
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
  [['bids', 'list'], 'spotdeck get bids'],
  [['bids', 'pause', 'train-llama'], 'spotdeck bid pause train-llama'],
  [['bid', 'create', '--help'], 'spotdeck bid place'],
  [['help', 'bid', 'create'], 'spotdeck bid place'],
  [['stop', 'train-llama'], 'spotdeck bid pause train-llama'],
  [['pods'], 'spotdeck get instances'],
  [['disks', 'ls'], 'spotdeck get volumes'],
  [['describe', 'pod', 'train-0'], 'spotdeck get instances train-0 -o json'],
  [['logs', 'train-0'], 'spotdeck ssh NAME -- tail -n 100 -f /var/log/cloud-init-output.log'],
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

test.each([
  [['get', 'bids', '-w'], 'To follow changes: spotdeck watch'],
  [['get', 'bids', '-n', 'other'], 'Another project: --project PROJECT'],
  [['get', 'bids', '-l', 'a=b'], "Only some rows: --filter 'status:open region:us'"],
  [['bid', 'cancel', 'x', '--force'], 'Without a question: --yes'],
  [
    ['bid', 'pause', '--filter', 'name:x'],
    'spotdeck bid pause $(spotdeck get bids --filter WORDS --columns fid --no-headers)',
  ],
])('%j, an option of other programs, is answered with what does the same', async (args, instead) => {
  const { status, stdout, stderr } = await runAlone(args);
  expect({ status, stdout, last: stderr.trimEnd().split('\n').at(-1) }).toEqual({
    status: 2,
    stdout: '',
    last: instead,
  });
});

test('-h is --help, for the program and for each of its commands', async () => {
  for (const words of [[], ['get'], ['demo'], ['bid'], ['bid', 'pause'], ['api-key', 'rotate'], ['top']]) {
    const help = await runAlone([...words, '--help']);
    expect(help.stdout).toContain('Usage: ');
    expect(await runAlone([...words, '-h'])).toEqual(help);
  }
});

test('without a connection a command names login, the variables, and the demo', async () => {
  expect(await runAlone(['get', 'bids'])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/spotdeck login.*\n.*spotdeck demo/),
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
