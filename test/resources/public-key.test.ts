import { describe, expect, test } from 'vitest';
import { readPublicKey } from '../../src/resources/public-key.ts';

// Keys of ssh-keygen, and what its `-e` makes of them.
const ED25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAeNYfbnHDTbkdX2gvKDRpZa4jYnfmxhWwHjNcRV56T ada@laptop';
const ECDSA =
  'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBIw0tmH1PLHWrKYIhBi8Yv0JivcWqZZ37UtapnkQ+sznLDgt8pu952AZfPjdHhnlZUJWzH1CIHCkXxtf7H1tfQ0= ada@laptop';
const RSA =
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDeFkkkJlx1OX/wT1MG3HbA0WZ/xqrxljaT9VM0Jl6KoAt9aTy+dySr4UxAutDOZ6nFkqWzsa7vs/M1DybWEAESt3zpG6mPmLsdDeqWnlpatm6y8/9cf7d38obqKnO75YQwykpn6QcE0y8fbAknx6/+A/wD2Qvtzjz/ix1IyU53oarPxZ+UuRmgtnZj7/dHUKL9E5MaPaiyfRqh4kLF+synw3tsUVCbWZjZBqbOV5l+agq4Z/8x38Gtb/ymtCXu1lYr3+JsT8TUsL8wSXaQc2Z3859+pvurBxb545ZZOifeUyAkIeweHzYPxVVmgqL+xAA+pPzoIMdTO7+uoKGgkN7n ada@laptop';
const RSA_PEM = `-----BEGIN RSA PUBLIC KEY-----
MIIBCgKCAQEA3hZJJCZcdTl/8E9TBtx2wNFmf8aq8ZY2k/VTNCZeiqALfWk8vnck
q+FMQLrQzmepxZKls7Gu77PzNQ8m1hABErd86Rupj5i7HQ3qlp5aWrZusvP/XH+3
d/KG6ipzu+WEMMpKZ+kHBNMvH2wJJ8ev/gP8A9kL7c48/4sdSMlOd6Gqz8WflLkZ
oLZ2Y+/3R1Ci/ROTGj2osn0aoeJCxfrMp8N7bFFQm1mY2QamzleZfmoKuGf/Md/B
rW/8prQl7tZWK9/ibE/E1LC/MEl2kHNmd/Offqb7qwcW+eOWWTon3lMgJCHsHh82
D8VVZoKi/sQAPqT86CDHUzu/rqChoJDe5wIDAQAB
-----END RSA PUBLIC KEY-----`;
const RSA_SPKI = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA3hZJJCZcdTl/8E9TBtx2
wNFmf8aq8ZY2k/VTNCZeiqALfWk8vnckq+FMQLrQzmepxZKls7Gu77PzNQ8m1hAB
Erd86Rupj5i7HQ3qlp5aWrZusvP/XH+3d/KG6ipzu+WEMMpKZ+kHBNMvH2wJJ8ev
/gP8A9kL7c48/4sdSMlOd6Gqz8WflLkZoLZ2Y+/3R1Ci/ROTGj2osn0aoeJCxfrM
p8N7bFFQm1mY2QamzleZfmoKuGf/Md/BrW/8prQl7tZWK9/ibE/E1LC/MEl2kHNm
d/Offqb7qwcW+eOWWTon3lMgJCHsHh82D8VVZoKi/sQAPqT86CDHUzu/rqChoJDe
5wIDAQAB
-----END PUBLIC KEY-----`;
const ECDSA_SPKI = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEjDS2YfU8sdaspgiEGLxi/QmK9xap
lnftS1qmeRD6zOcsOC3ym73nYBl8+N0eGeVlQlbMfUIgcKRfG1/sfW19DQ==
-----END PUBLIC KEY-----`;
const ECDSA_RFC4716 = `---- BEGIN SSH2 PUBLIC KEY ----
Comment: "256-bit ECDSA, converted by root@vm from OpenSSH"
AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBIw0tmH1PLHWrKYIhB
i8Yv0JivcWqZZ37UtapnkQ+sznLDgt8pu952AZfPjdHhnlZUJWzH1CIHCkXxtf7H1tfQ0=
---- END SSH2 PUBLIC KEY ----`;

const withoutComment = (key: string): string => key.split(' ').slice(0, 2).join(' ');
/** A text in lines of so many characters, as mails wrap it. */
const wrapped = (text: string, width: number, between = '\n'): string =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(between);

test.each([
  ED25519,
  ECDSA,
  RSA,
  withoutComment(RSA),
  `${ED25519} and more`,
  `  ${ED25519}\n`,
  ED25519.replace(' ', '   '),
])('a key is sent as it is: %#', (key) => {
  expect(readPublicKey(key)).toEqual({ ok: true, value: { text: key.trim().replace(/ +/g, ' '), note: null } });
});

describe('a key with one reading is mended, which is said', () => {
  test.each([
    ['wrapped by a mail', wrapped(RSA, 72), RSA, 'on several lines'],
    ['wrapped and quoted by a mail', `> ${wrapped(RSA, 70, '\r\n> ')}`, RSA, 'on several lines'],
    ['wrapped in quoted-printable', wrapped(ECDSA.replaceAll('=', '=3D'), 75, '=\n'), ECDSA, 'on several lines'],
    ['with its kind in a line of its own', RSA.replace(' ', '\n'), RSA, 'on several lines'],
    ['in smart quotes', `\u201c${ED25519}\u201d`, ED25519, 'in quotes'],
    ['in a fence of code', `\`\`\`\n${ED25519}\n\`\`\``, ED25519, 'in quotes'],
    ['with a dash for its hyphen', ED25519.replace('-', '\u2013'), ED25519, 'written in another way'],
    ['with blanks that do not break', ED25519.replace(' ', '\u00a0'), ED25519, 'written in another way'],
    ['without its kind', RSA.split(' ')[1] ?? '', withoutComment(RSA), 'without its kind'],
    ['in PEM', RSA_PEM, withoutComment(RSA), 'in PEM'],
    ['in PEM of another kind', RSA_SPKI, withoutComment(RSA), 'in PEM'],
    ['on a curve in PEM', ECDSA_SPKI, withoutComment(ECDSA), 'in PEM'],
    [
      'in RFC 4716',
      ECDSA_RFC4716,
      `${withoutComment(ECDSA)} 256-bit ECDSA, converted by root@vm from OpenSSH`,
      'in the format of SSH2',
    ],
  ])('%s', (_, given, text, how) => {
    expect(readPublicKey(given)).toEqual({
      ok: true,
      value: { text, note: `The public key was mended: it was ${how}.` },
    });
  });
});

test('a key that is cut off anywhere is refused', () => {
  for (const key of [ED25519, ECDSA, RSA].map(withoutComment))
    for (let end = key.indexOf(' ') + 1; end < key.replace(/=+$/, '').length; end++)
      for (const text of [key.slice(0, end), `${key.slice(0, end)} ada@laptop`, wrapped(key.slice(0, end), 70)])
        expect(readPublicKey(text), text).toMatchObject({ ok: false });
});

describe('what is no key is refused, with what it is', () => {
  test.each([
    ['a key without its end', RSA.slice(0, 200), 'The key is cut off: its end is missing. Copy it again.'],
    ['a key in PEM without its end', RSA_PEM.slice(0, 300), 'The key is cut off: its end is missing. Copy it again.'],
    [
      'a key in RFC 4716 without its end',
      ECDSA_RFC4716.slice(0, 150),
      'The key is cut off: its end is missing. Copy it again.',
    ],
    [
      'a key with a blank in it',
      `${RSA.slice(0, 100)} ${RSA.slice(100)}`,
      'The key is broken by a blank. Copy it again.',
    ],
    ['two keys', `${ED25519}\n${RSA}`, 'These are 2 keys. Give one of them.'],
    ['a key and more', `${ED25519}\nGreetings, Ada`, 'There is more than a key: "Greetings, Ada".'],
    [
      'a key of another kind',
      RSA.replace('ssh-rsa', 'ssh-ed25519'),
      'The key begins with ssh-ed25519, but its data is that of ssh-rsa. Copy it again.',
    ],
    [
      'a letter that no key has',
      RSA.replace('QDeF', 'QDe…'),
      'The key has a character that no key has: "…". Copy it again.',
    ],
    [
      'a line of authorized_keys',
      `from="10.0.0.1" ${ED25519}`,
      'There is something before the key. Give it from ssh-ed25519 on.',
    ],
    [
      'a line of known_hosts',
      `github.com ${ED25519}`,
      'There is something before the key. Give it from ssh-ed25519 on.',
    ],
    [
      'a fingerprint',
      'SHA256:Mvml4X8a7qBtMcnXJ8uN4mM1n3hT4Qv0dF0aQ2u2Zk0',
      'This is the fingerprint of a key. Give the key itself.',
    ],
    ['a path', '~/.ssh/id_ed25519.pub', 'This is a path. Write @ before it to send the key in that file.'],
    [
      'a certificate',
      `ssh-ed25519-cert-v01@openssh.com ${Buffer.from('\0\0\0\x20ssh-ed25519-cert-v01@openssh.com').toString('base64')}`,
      'This is a certificate. Give the key that it is for.',
    ],
    [
      'a private key',
      '-----BEGIN PRIVATE KEY-----\nMIIE',
      expect.stringContaining('This is a private key; it was not sent.'),
    ],
    [
      'the data of a private key',
      'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ',
      expect.stringContaining('This is a private key; it was not sent.'),
    ],
    ['a word', 'laptop', 'This is no public key: one begins with a word such as ssh-ed25519.'],
  ])('%s', (_, given, error) => {
    expect(readPublicKey(given)).toEqual({ ok: false, error });
  });
});
