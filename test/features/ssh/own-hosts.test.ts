import { afterEach, expect, test, vi } from 'vitest';
import { hostsOfSsh } from '../../../src/features/ssh/hosts/ssh-hosts.ts';
import { homeWith } from './ssh-home.ts';

afterEach(() => vi.unstubAllEnvs());

/** The names that the configuration of this home has, and what could not be read. */
function ownOf(files: Readonly<Record<string, string>>, names: readonly string[]) {
  homeWith(files);
  const { placeOf, problems } = hostsOfSsh();
  return { own: names.filter((name) => placeOf(name) !== null), problems };
}

const NAMES = ['train-7', 'train-8', 'db9', 'db10', 'web', 'x'];

test.each([
  ['patterns', 'Host train-* db?', ['train-7', 'train-8', 'db9']],
  ['exceptions', 'Host !train-8 train-* db* !db1*', ['train-7', 'db9']],
  ['another case', 'hOsT TRAIN-7 Db?', ['train-7', 'db9']],
  ['an equals sign, tabs and quotes', '\t"Host"=\t"train-7"  \'db9\' # x', ['train-7', 'db9']],
  ['Match host with a list', 'Match host train-*,!train-8,web', ['train-7', 'web']],
  ['Match with an equals sign and quotes', 'Match originalhost="x" user=me', ['x']],
  ['Match with conditions that all have to hold', 'Match host train-* !originalhost *8 localuser me', ['train-7']],
  ['the last pass', 'Match final host web', ['web']],
  ['only one pass at a time', 'Match final host web\nMatch !final\n  Include conf.d/final.conf', ['web']],
  ['a command that gets no host', 'Match exec "test -e /tmp/%u" host web', ['web']],
  ['a host that connections go through', 'Host *\n  ProxyJump me@web:22,ssh://x', ['web', 'x']],
  ['nothing that is for every host', 'User a\nHost *\nHost ?* !web\nMatch all\nMatch final all\nMatch exec true', []],
  ['nothing for others', 'Match !host web\nMatch !originalhost web user me\nMatch !all', []],
  [
    'files that a section includes',
    'Host train-7\nInclude none\nHost *\n Include conf.d/[a-b].conf',
    ['train-7', 'db9'],
  ],
  ['files for which a section is closed', 'Host y\n  Include conf.d/a.conf', []],
])('the own configuration has %s', (_, config, expected) => {
  expect(
    ownOf(
      {
        config,
        'conf.d/a.conf': 'Host db9\n',
        'conf.d/.b.conf': 'Host x\n',
        'conf.d/final.conf': 'Match final host train-7\n',
      },
      NAMES,
    ),
  ).toEqual({
    own: expected,
    problems: [],
  });
});

test.each([
  ['a command that gets the host', 'Match exec "check %h"'],
  ['a criterion that is not known', 'Match colour red'],
  ['a criterion without its value', 'Match host'],
  ['another host that all connections lead to', 'HostName gate\nMatch host gate'],
])('%s could be about every name', (_, config) => {
  expect(ownOf({ config }, NAMES)).toEqual({ own: NAMES, problems: [] });
});

test.each([
  ['a file that includes itself', 'Include config', 'more than 16 files include one another'],
  ['a file that is too large', 'Include conf.d/large', 'it is larger than a megabyte'],
  ['a token', 'Include conf.d/%n', 'only ssh knows which file it is'],
  ['a variable without a value', `Include $\{SPOTDECK_NO_SUCH}/a`, 'only ssh knows which file it is'],
])('%s could be about every name, and is reported', (_, config, why) => {
  const { own, problems } = ownOf({ config, 'conf.d/large': '#'.repeat(1024 * 1024 + 1) }, NAMES);
  expect(own).toEqual(NAMES);
  expect(problems).toEqual([expect.stringContaining(`can't be read: ${why}. No name that it could be about is used.`)]);
});

test('what can not be read for some hosts is about them alone, and a folder is no file', () => {
  const config = 'Include conf.d/* deeper\nHost db*\n  Include %n';
  expect(ownOf({ config }, NAMES).own).toEqual(['db9', 'db10']);
});
