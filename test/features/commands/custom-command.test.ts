import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CustomRun,
  filledIn,
  paneNamed,
  paneWords,
  placeholdersOf,
  placeholderValues,
} from '../../../src/features/commands/custom-command.ts';
import { wrongIn } from '../../../src/features/commands/unsafe-arguments.ts';
import { serviceLists } from '../../../src/resources/index.ts';
import type { Rows } from '../../../src/resources/rows.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';

const context = contextOf(consoleWith());

/** A command with the values of a row. */
function filledFor<Name extends 'bids' | 'instances'>(
  command: Parameters<typeof filledIn>[0],
  list: Name,
  row: Rows[Name],
) {
  return filledIn(command, row.name || row.fid, placeholderValues(list, row, context, loadedFeatures.panes));
}
const program = (...parts: readonly string[]): CustomRun => ({ kind: 'program', parts });

describe('a custom command', () => {
  test('gets the values of its row in its arguments, each in its own argument, and in its environment', () => {
    const { row } = instance('i-1', { name: 'train 0', ssh_destination: 'ubuntu@203.0.113.7:2222' });
    const run = program('ssh', '-p', '{ssh_port}', '--', '{ssh_user}@{ssh_host}', 'echo {name}; date');
    expect(filledFor({ name: 'x', run }, 'instances', row)).toMatchObject({
      ok: true,
      value: {
        program: 'ssh',
        args: ['-p', '2222', '--', 'ubuntu@203.0.113.7', 'echo train 0; date'],
        environment: { SPOTDECK_NAME: 'train 0', SPOTDECK_SSH_HOST: '203.0.113.7' },
      },
    });
  });

  test('is not run on a row without a value it needs', () => {
    const { row } = instance('i-1', { name: 'fresh', ssh_destination: null });
    expect(filledFor({ name: 'GPU use', run: program('ssh', '{ssh_host}') }, 'instances', row)).toEqual({
      ok: false,
      error: 'fresh has no known ssh_host, so GPU use was not run on it.',
    });
  });

  test('never gets a value from the service as an option or as a shell line', () => {
    const { row } = bid('b-1', { name: '-rf; reboot' });
    expect(filledFor({ name: 'x', run: program('rm', '{name}') }, 'bids', row)).toMatchObject({
      ok: false,
      error: expect.stringContaining('would be an option of rm'),
    });
    expect(filledFor({ name: 'x', run: program('rm', '--', '{name}') }, 'bids', row)).toMatchObject({
      value: { args: ['--', '-rf; reboot'] },
    });
    const shell = filledFor({ name: 'x', run: { kind: 'shell', line: 'echo "$SPOTDECK_NAME"' } }, 'bids', row);
    expect(shell).toMatchObject({
      value: { args: ['-c', 'echo "$SPOTDECK_NAME"'], environment: { SPOTDECK_NAME: '-rf; reboot' } },
    });
  });

  test('whatever a row is called, it has as many arguments as were written, and none but the written ones begin with a dash before --', () => {
    const part = fc.constantFrom('-v', '{name}', 'a{name}b', '{fid}', '--', 'plain', '{type}{region}');
    fc.assert(
      fc.property(fc.array(part), fc.string({ minLength: 1 }), (parts, name) => {
        const filled = filledFor({ name: 'x', run: program('p', ...parts) }, 'bids', bid('b-1', { name }).row);
        if (!filled.ok) return;
        const { args } = filled.value;
        expect(args).toHaveLength(parts.length);
        const end = args.indexOf('--') < 0 ? args.length : args.indexOf('--');
        for (const [at, arg] of args.slice(0, end).entries()) if (arg.startsWith('-')) expect(parts[at]).toMatch(/^-/);
      }),
    );
  });
});

test.each([
  [program('{name}', 'x'), 'the program itself'],
  [program('sh', '-c', 'ping {name}'), 'write "$SPOTDECK_NAME" in place of {name}'],
  [program('env', 'A=1', '/usr/bin/bash', '-e', '-xc', '-u', 'ping {name}'), 'write "$SPOTDECK_NAME"'],
  [program('ssh', '--', '{ssh_host}', 'sh', '-c', 'echo {name}'), 'write "$SPOTDECK_NAME"'],
  [program('sh', '-c', 'echo "$1"; eval "$1"', 'sh', '{name}'), 'write "$SPOTDECK_NAME"'],
  [
    program('say', 'about {name}'),
    '{name} must be an argument of its own, as a part of another one it can become code',
  ],
  [program('env', 'X={name}', 'sh', '-c', '$X'), 'or use the variable SPOTDECK_NAME'],
  [
    program('python3.12', '-c', 'print({quantity})'),
    'python3.12 reads that as code: use the variable SPOTDECK_QUANTITY',
  ],
  [program('ssh', '{ssh_host}', 'echo', '{name}'), 'ssh gives its arguments to a shell on another machine'],
  [program('psql', 'db', '-c', '{name}'), 'many programs read what follows -c as code'],
  [
    program('ssh', '{ssh_hots}'),
    '{ssh_hots} is not a placeholder here; placeholders: fid, name, project, type, region',
  ],
  [{ kind: 'shell', line: 'ping {ssh_host}' } as const, 'write "$SPOTDECK_SSH_HOST" in place of {ssh_host}'],
])('%j is refused before it is ever run', (run, why) => {
  const panes = run.kind === 'program' && run.parts.join().includes('{quantity}') ? 'bids' : 'instances';
  expect(wrongIn({ run, panes: [panes] }, loadedFeatures.panes)).toContain(why);
});

/** Words between blanks, where `~` stands for one. */
const wordsOf = (line: string): CustomRun => program(...line.split(' ').map((word) => word.replaceAll('~', ' ')));

test.each([
  'python3 -c print("{name}")',
  'python3 -u -c {name}',
  'python3 {name}',
  'python3 -m {name}',
  'perl -e print~"{name}"',
  'perl -ne print {name}',
  'ruby -e {name}',
  'node --eval=console.log("{name}")',
  'node -p {name}',
  'node -r {name} hook.js',
  'deno eval {name}',
  'php -r {name}',
  'lua5.4 -e {name}',
  'Rscript -e {name}',
  'osascript -e {name}',
  'awk {name}',
  'gawk -v x={name} {print~x}',
  'awk -v {name} {print~x}',
  'sed s/x/{name}/e',
  'sed -e {name}',
  'su -c echo~{name}',
  'su - me -c {name}',
  'sudo su -c echo~{name} me',
  'watch echo {name}',
  'watch -n 5 echo~{name}',
  'tmux new-window echo~{name}',
  'tmux display-message {name}',
  'screen -X stuff {name}',
  'ssh host echo~{name}',
  'ssh -- {ssh_host} echo {region}',
  'ssh {name}',
  'scp file host:{name}',
  'rsync -e ssh~-l~{name} a b',
  'env X={name} sh -c $X',
  'env -S {name}',
  'env {name} note',
  'sh -c {name}',
  'bash -lc {name}',
  'bash {name}',
  'bash -c bash~-c~"echo~{name}"',
  'bash -c bash~-c~"$1" bash {name}',
  'sh -c "$1" sh {name}',
  'sh -c "$@" sh {name}',
  'sh -c echo~$1 sh {name}',
  'sh -c true;~"$1x" sh {name}',
  'sh -c A=1~"$1" sh {name}',
  'sh -c exec~"$@" sh {name}',
  'sh -c env~A=1~"$0" {name}',
  'sh -c eval~"echo~$1" sh {name}',
  'sh -c true~&&~ssh~host~"$1" sh {name}',
  'sh -c python3~-c~"$1" sh {name}',
  'sh -c echo~a~|~xargs~-I~%~echo~"$1" sh {name}',
  'eval {name}',
  'eval echo~{name}',
  'xargs sh -c echo~{name}',
  'xargs -I % sh -c echo~% sh {name}',
  'parallel echo {name}',
  'find . -exec sh -c echo~{name} ;',
  'find . -exec sh -c $0 {name} ;',
  'find . -exec {name} ;',
  'docker exec box sh -c echo~{name}',
  'kubectl exec pod -- python -c {name}',
  'nohup {name}',
  'timeout 5 {name}',
  'sudo -u me {name}',
  'nice -n 5 env A=1 {name}',
  'npx {name}',
  'make {name}',
  'vim {name}',
  'less {name}',
  'gdb -ex {name}',
  'sqlite3 db select~{name}',
  'psql -c {name}',
  'mysql -e {name}',
  'powershell.exe {name}',
  'cmd /c echo~{name}',
  'curl -d {"text":"{name}"} https://a.example',
  'curl https://a.example/{name}',
  'note --title={name}',
  '/opt/own/tool --eval {name}',
])('%s is refused: a value of the service could become code', (line) => {
  const wrong = wrongIn({ run: wordsOf(line), panes: ['instances'] }, loadedFeatures.panes);
  expect(wrong).toMatch(/SPOTDECK_[A-Z]+|the program itself must be named/);
});

test.each([
  'note {name} {region}',
  'note -- {name}',
  'note --title {name}',
  'curl --data-urlencode {name} https://a.example',
  'python3 -u /home/me/hook.py {name}',
  'python3 -m hooks.preempted {name}',
  'bash -e hook.sh -- {name}',
  'node --no-warnings hook.js {name}',
  'perl -w hook.pl {name}',
  'env A=1 note {name}',
  'sudo -n -u me note {name}',
  'timeout -k 5 60 note {name}',
  'docker exec box note {name}',
  'find /data -name {name}',
  'sh -c echo~"$1" sh {name}',
  'sh -c printf~"%s|"~"$SPOTDECK_NAME"~"$@"~>>~said sh -- {name}',
  'sh -c title="$1";~note~"about~$0"~"$title" {name}',
  'ssh -p {ssh_port} -l {ssh_user} -- {ssh_host} nvidia-smi -i {gpus}',
  'ssh {ssh_user}@{ssh_host} CUDA_VISIBLE_DEVICES={gpus}~run',
  'scp -P {ssh_port} a {ssh_host}:/tmp',
  'curl http://{private_ip}:8080/',
  'awk {print~$1}',
  'tmux display-message #{pane_id}',
])('%s is accepted: each value is an argument of its own, a number or an address', (line) => {
  expect(wrongIn({ run: wordsOf(line), panes: ['instances'] }, loadedFeatures.panes)).toBeNull();
});

test('plain placeholders are numbers and addresses, whatever the service says', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('-x', 'a b', '$(id)', '1;id', 'me@host', '10.0.0.1', '::1', 'a:22'),
  );
  const { panes } = loadedFeatures;
  fc.assert(
    fc.property(text, text, fc.option(fc.maxSafeInteger()), (destination, ip, count) => {
      const { row } = instance('i-1', { ssh_destination: destination, private_ip: ip });
      const made = bid('b-1', { instance_quantity: count }).row;
      const values = [
        ...Object.values(panes.instances.placeholders ?? {}).map((of) =>
          of.isPlain === true ? of(row, context) : null,
        ),
        ...Object.values(panes.bids.placeholders ?? {}).map((of) => (of.isPlain === true ? of(made, context) : null)),
      ];
      for (const value of values) expect(value ?? '').toMatch(/^[\w.,:-]*$/);
    }),
  );
});

test('in several panes only the placeholders of all of them are valid', () => {
  expect(placeholdersOf(['bids', 'volumes'], loadedFeatures.panes)).toEqual(['fid', 'name', 'project', 'region']);
  expect(wrongIn({ run: program('echo', '{ssh_host}'), panes: ['bids', 'instances'] }, loadedFeatures.panes)).toContain(
    'not a placeholder',
  );
  // A brace that is not one of ours, as in awk, is left as it is.
  expect(wrongIn({ run: program('awk', '{print $1}'), panes: ['bids'] }, loadedFeatures.panes)).toBeNull();
});

test('panes have the same names in the config file and on the command line', () => {
  expect(paneWords).toEqual(serviceLists.map((name) => loadedFeatures.panes[name].words.list));
  expect(paneWords.map(paneNamed)).toEqual(serviceLists);
});
