import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CustomRun } from '../../../src/features/commands/command-record.ts';
import {
  filledIn,
  paneNamed,
  paneWords,
  placeholdersOf,
  wrongIn,
} from '../../../src/features/commands/custom-command.ts';
import { serviceLists } from '../../../src/resources/index.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';

const context = contextOf(consoleWith());
const program = (...parts: readonly string[]): CustomRun => ({ kind: 'program', parts });

describe('a custom command', () => {
  test('gets the values of its row in its arguments, each in its own argument, and in its environment', () => {
    const { row } = instance('i-1', { name: 'train 0', ssh_destination: 'ubuntu@203.0.113.7:2222' });
    const run = program('ssh', '-p', '{ssh_port}', '--', '{ssh_user}@{ssh_host}', 'echo {name}; date');
    expect(filledIn({ name: 'x', run }, 'instances', row, context, loadedFeatures.panes)).toMatchObject({
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
    expect(
      filledIn({ name: 'GPU use', run: program('ssh', '{ssh_host}') }, 'instances', row, context, loadedFeatures.panes),
    ).toEqual({
      ok: false,
      error: 'fresh has no known ssh_host, so GPU use was not run on it.',
    });
  });

  test('never gets a value from the service as an option or as a shell line', () => {
    const { row } = bid('b-1', { name: '-rf; reboot' });
    expect(
      filledIn({ name: 'x', run: program('rm', '{name}') }, 'bids', row, context, loadedFeatures.panes),
    ).toMatchObject({
      ok: false,
      error: expect.stringContaining('would be an option of rm'),
    });
    expect(
      filledIn({ name: 'x', run: program('rm', '--', '{name}') }, 'bids', row, context, loadedFeatures.panes),
    ).toMatchObject({
      value: { args: ['--', '-rf; reboot'] },
    });
    const shell = filledIn(
      { name: 'x', run: { kind: 'shell', line: 'echo "$SPOTDECK_NAME"' } },
      'bids',
      row,
      context,
      loadedFeatures.panes,
    );
    expect(shell).toMatchObject({
      value: { args: ['-c', 'echo "$SPOTDECK_NAME"'], environment: { SPOTDECK_NAME: '-rf; reboot' } },
    });
  });

  test('whatever a row is called, it has as many arguments as were written, and none but the written ones begin with a dash before --', () => {
    const part = fc.constantFrom('-v', '{name}', 'a{name}b', '{fid}', '--', 'plain', '{type}{region}');
    fc.assert(
      fc.property(fc.array(part), fc.string({ minLength: 1 }), (parts, name) => {
        const filled = filledIn(
          { name: 'x', run: program('p', ...parts) },
          'bids',
          bid('b-1', { name }).row,
          context,
          loadedFeatures.panes,
        );
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
  [
    program('ssh', '{ssh_hots}'),
    '{ssh_hots} is not a placeholder here; placeholders: fid, name, project, type, region',
  ],
  [{ kind: 'shell', line: 'ping {ssh_host}' } as const, 'write "$SPOTDECK_SSH_HOST" in place of {ssh_host}'],
])('%j is refused before it is ever run', (run, why) => {
  expect(wrongIn({ run, panes: ['instances'] }, loadedFeatures.panes)).toContain(why);
});

test('texts after a shell line are its arguments, which may be values', () => {
  expect(
    wrongIn({ run: program('sh', '-c', 'echo "$1"', 'sh', '{name}'), panes: ['bids'] }, loadedFeatures.panes),
  ).toBeNull();
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
