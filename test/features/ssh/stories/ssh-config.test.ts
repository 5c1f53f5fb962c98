import { expect, test } from 'vitest';
import { type Host, type SshConfigRules, sshConfig } from '../../../../src/features/ssh/ssh-hosts.ts';

const host = (fid: string, more: Partial<Host> = {}): Host => ({
  fid,
  name: `name-${fid}`,
  bid: 'train',
  destination: '10.0.0.1',
  ...more,
});

const RULES: SshConfigRules = { before: '', prefix: '' };

const written = (hosts: readonly Host[], rules: Partial<SshConfigRules> = {}): string =>
  sshConfig(hosts, { ...RULES, ...rules }).text;

/** The aliases of each instance in a file, by identifier. */
const aliasesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/^# (\S+)\nHost (.+)$/gm)].map(([, fid = '', aliases = '']) => [fid, aliases]));

test('each instance is a host by its bid and number, and by its own name', () => {
  expect(written([host('i-a', { destination: 'ubuntu@10.0.0.1:2222' }), host('i-b')])).toContain(
    '# i-a\nHost train-0 name-i-a\n  HostName 10.0.0.1\n  Port 2222\n  User ubuntu\n\n# i-b\nHost train-1 name-i-b\n  HostName 10.0.0.1\n',
  );
});

test('a number stays with its instance while others come and go', () => {
  const first = written([host('i-a'), host('i-b'), host('i-c')]);
  const second = written([host('i-b'), host('i-c'), host('i-new')], { before: first });
  expect(second).toContain('# i-b\nHost train-1 ');
  expect(second).toContain('# i-c\nHost train-2 ');
  expect(second).toContain('# i-new\nHost train-0 ');
  expect(second).not.toContain('i-a');
  expect(written([host('i-b'), host('i-c'), host('i-new')], { before: second })).toBe(second);
});

test('no text of the service becomes a line or a pattern', () => {
  const text = written([
    host('i-a', { name: 'x\n  ProxyCommand evil', bid: '* !other' }),
    host('i-b', { destination: 'host\n  ProxyCommand evil' }),
    host('i-c', { destination: '203.0.113.4' }),
  ]);
  expect(text).not.toMatch(/^\s*ProxyCommand/m);
  expect(text).toContain('Host other-0 x-ProxyCommand-evil');
  expect(text).not.toContain('i-b');
  expect(text).not.toContain('203.0.113.4');
});

test('numbers follow the names: an instance called run-2 of the bid run is run-2, and no other is', () => {
  const names = ['run-2', 'run-0', 'odd', 'run-1', 'run', 'run-007'];
  const text = written(names.map((name) => host(`i-${name}`, { name, bid: 'run' })));
  expect(aliasesIn(text)).toEqual({
    'i-run-2': 'run-2',
    'i-run-0': 'run-0',
    'i-odd': 'run-3 odd',
    'i-run-1': 'run-1',
    'i-run': 'run-4 run',
    'i-run-007': 'run-007',
  });
});

test('an instance without a usable address keeps its name reserved, and is counted', () => {
  const hosts = [host('i-a', { name: 'a', bid: 'run' }), host('i-b', { name: 'run-0', bid: 'run', destination: null })];
  const config = sshConfig(hosts, RULES);
  expect(aliasesIn(config.text)).toEqual({ 'i-a': 'run-1 a' });
  expect(config).toMatchObject({ entries: 1, leftOut: ['i-b'] });
});

test('of two instances with one name its previous owner keeps it; another case is not another name', () => {
  const two = [host('i-a', { name: 'solo', bid: null }), host('i-b', { name: 'SOLO', bid: null })];
  const first = written(two);
  expect(aliasesIn(first)).toEqual({ 'i-a': 'solo', 'i-b': 'SOLO-0' });
  const again = [host('i-0', { name: 'solo', bid: null }), ...two];
  expect(aliasesIn(written(again, { before: first }))).toEqual({ 'i-0': 'solo-1', 'i-a': 'solo', 'i-b': 'SOLO-0' });
});

test('a name that needs no change leads to its own instance, whichever instance had the alias before', () => {
  const before = written([host('i-a', { name: 'x y', bid: null })]);
  expect(aliasesIn(before)).toEqual({ 'i-a': 'x-y' });
  const text = written([host('i-a', { name: 'x y', bid: null }), host('i-b', { name: 'x-y', bid: null })], { before });
  expect(aliasesIn(text)).toEqual({ 'i-a': 'x-y-0', 'i-b': 'x-y' });
});

test('no alias is a real host: dots stay only after a prefix, and localhost is never one', () => {
  const hosts = [host('i-a', { name: 'github.com' }), host('i-b', { name: 'LocalHost' })];
  expect(aliasesIn(written(hosts))).toEqual({ 'i-a': 'train-0 github-com', 'i-b': 'train-1' });
  expect(aliasesIn(written(hosts, { prefix: 'gpu-' }))).toEqual({
    'i-a': 'gpu-train-0 gpu-github.com',
    'i-b': 'gpu-train-1 gpu-LocalHost',
  });
});
