import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDestination, sshArguments } from '../../src/contract/ssh-destination.ts';

test.each([
  ['203.0.113.7', null, '203.0.113.7', null],
  ['ubuntu@203.0.113.7', 'ubuntu', '203.0.113.7', null],
  ['ubuntu@gpu-7.eu.market.example:2222', 'ubuntu', 'gpu-7.eu.market.example', 2222],
  ['gpu-7:22', null, 'gpu-7', 22],
  ['host.example.', null, 'host.example.', null],
  ['[2001:db8::7]:22', null, '2001:db8::7', 22],
  ['root@[2001:db8::7]', 'root', '2001:db8::7', null],
  ['2001:db8::7', null, '2001:db8::7', null],
  ['a_b.c-d@h', 'a_b.c-d', 'h', null],
  ['h:1', null, 'h', 1],
  ['h:65535', null, 'h', 65_535],
])('%s is accepted', (text, user, host, port) => {
  expect(parseDestination(text)).toEqual({ user, host, port });
});

describe('an address that could be anything but a plain user, host and port is rejected', () => {
  test.each([
    ['nothing', ''],
    ['an option', '-oProxyCommand=touch /tmp/x'],
    ['an option as the user', '-oProxyCommand=x@host'],
    ['an option as the host', 'user@-oProxyCommand=x'],
    ['a line feed', 'host\n-oProxyCommand=x'],
    ['a jump host', 'user@host,other'],
    ['a URL', 'ssh://user@host'],
    ['a web address', 'https://host/'],
    ['a path', '/etc/passwd'],
    ['a path of scp', 'host:/etc/passwd'],
    ['two users', 'a@b@host'],
    ['no user before the at', '@host'],
    ['no host after the at', 'user@'],
    ['a user with a password', 'user:secret@host'],
    ['full-width digits as the port', 'host:２２'],
    ['port 0', 'host:0'],
    ['port 65536', 'host:65536'],
    ['a port of six digits', 'host:000022'],
    ['a negative port', 'host:-22'],
    ['a port in hex', 'host:0x16'],
    ['an empty port', 'host:'],
    ['two ports', 'host:22:23'],
    ['port 0 after brackets', '[2001:db8::7]:0'],
    ['an open bracket', '[2001:db8::7'],
    ['a zone', 'fe80::1%eth0'],
    ['a name in brackets', '[host]:22'],
    ['a label that ends with a dash', 'host-.example'],
    ['a label that begins with a dash', 'a.-host'],
    ['an empty label', 'a..b'],
    ['a host of 300 characters', `${'a.'.repeat(149)}aa`],
    ['a label of 80 characters', 'a'.repeat(80)],
    ['a user of 40 characters', `${'a'.repeat(40)}@host`],
  ])('%s', (_, text) => {
    expect(parseDestination(text)).toBeNull();
  });
});

describe('the arguments of ssh', () => {
  test('end with -- before the destination, options first', () => {
    expect(sshArguments({ user: 'ubuntu', host: 'gpu-7', port: 2222 })).toEqual(['-p', '2222', '--', 'ubuntu@gpu-7']);
    expect(sshArguments({ user: null, host: '2001:db8::7', port: null })).toEqual(['--', '2001:db8::7']);
  });

  test('no accepted address holds anything that a shell or ssh could interpret', () => {
    const signs = [...'@:-.[] $;&|`<>"\'\\*%/,\t\n\r\0\u001bü．－\u200b\u202eо２'];
    const pieces = fc.constantFrom('user', 'host', '22', '::', '$(x)', ...signs);
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (address) => {
        const parsed = parseDestination(address);
        if (parsed === null) return;
        const args = sshArguments(parsed);
        expect(args.at(-2)).toBe('--');
        expect(args.at(-1)).toMatch(/^[\w.:@-]+$/);
        expect(args.at(-1)).not.toMatch(/^-/);
      }),
      { numRuns: 2000 },
    );
  });
});
