import { expect, test } from 'vitest';
import { type Host, sshConfig } from '../../src/ssh/config.ts';

const host = (fid: string, more: Partial<Host> = {}): Host => ({
  fid,
  name: `name-${fid}`,
  bid: 'train',
  destination: '10.0.0.1',
  ...more,
});

test('each instance is a host by its bid and number, and by its own name', () => {
  expect(sshConfig([host('i-a', { destination: 'ubuntu@10.0.0.1:2222' }), host('i-b')], '')).toContain(
    '# i-a\nHost train-0 name-i-a\n  HostName 10.0.0.1\n  Port 2222\n  User ubuntu\n\n# i-b\nHost train-1 name-i-b\n  HostName 10.0.0.1\n',
  );
});

test('a number stays with its instance while others come and go', () => {
  const first = sshConfig([host('i-a'), host('i-b'), host('i-c')], '');
  const second = sshConfig([host('i-b'), host('i-c'), host('i-new')], first);
  expect(second).toContain('# i-b\nHost train-1 ');
  expect(second).toContain('# i-c\nHost train-2 ');
  expect(second).toContain('# i-new\nHost train-0 ');
  expect(second).not.toContain('i-a');
  expect(sshConfig([host('i-b'), host('i-c'), host('i-new')], second)).toBe(second);
});

test('nothing that a service says becomes a line or a pattern of its own', () => {
  const text = sshConfig(
    [
      host('i-a', { name: 'x\n  ProxyCommand evil', bid: '* !other' }),
      host('i-b', { destination: 'host\n  ProxyCommand evil' }),
      host('i-c', { destination: '203.0.113.4' }),
    ],
    '',
  );
  expect(text).not.toMatch(/^\s*ProxyCommand/m);
  expect(text).toContain('Host other-0 x-ProxyCommand-evil');
  expect(text).not.toContain('i-b');
  expect(text).not.toContain('203.0.113.4');
});
