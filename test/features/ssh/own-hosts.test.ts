import { afterEach, expect, test, vi } from 'vitest';
import { ownHosts } from '../../../src/features/ssh/hosts/own-hosts.ts';
import { homeWith } from './ssh-home.ts';

afterEach(() => vi.unstubAllEnvs());

/** Those of some names that the configuration of this home may be for. */
function ownOf(files: Readonly<Record<string, string>>): readonly string[] {
  homeWith(files);
  return ['train-7', 'train-8', 'db9', 'db10', 'web', 'x'].filter(ownHosts());
}

test.each([
  ['patterns', 'Host train-* db?', ['train-7', 'train-8', 'db9']],
  ['exceptions, which are not judged', 'Host !train-8 train-*', ['train-7', 'train-8']],
  ['another case', 'hOsT TRAIN-7 Db?', ['train-7', 'db9']],
  ['an equals sign, tabs, quotes and a comment', '\t"Host"=\t"train-7"  \'db9\' # x', ['train-7', 'db9']],
  ['Match host with a list', 'Match host train-*,!train-8,web', ['train-7', 'train-8', 'web']],
  ['Match with an equals sign and quotes', 'Match originalhost="x" user=me', ['x']],
  ['a host that connections go through', 'Host *\n  ProxyJump me@web:22,ssh://x', ['web', 'x']],
  ['nothing that is for every host', 'User a\nHost *\nHost ?* !web\nMatch all\nMatch final all\nMatch exec true', []],
  ['nothing for others', 'Match !host *\nMatch !all', []],
  [
    'files that it includes',
    'Host y\nInclude none conf.d/*.conf\nHost *\n Include conf.d/.b.conf config',
    ['db9', 'x'],
  ],
])('of an operator whose configuration has %s these hosts are not replaced', (_, config, expected) => {
  expect(ownOf({ config, 'conf.d/a.conf': 'Host db9\n', 'conf.d/.b.conf': 'Host x\n' })).toEqual(expected);
});

test.each([
  ['a token', 'Include conf.d/%n'],
  ['a variable', `Include $\{HOME}/a`],
  ['a file that is no text', 'Include conf.d/odd'],
])('nothing is written while an included file is behind %s', (_, config) => {
  expect(() => ownOf({ config, 'conf.d/odd': '\0\u0001' })).toThrow(
    /can't be read: .*\. Nothing was written, since its hosts could be replaced\.$/,
  );
});
