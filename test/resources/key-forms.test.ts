import { describe, expect, test } from 'vitest';
import { expiry } from '../../src/resources/api-key-actions.ts';
import { fieldOf } from '../../src/resources/form.ts';
import { isPrivateKey } from '../../src/resources/ssh-fingerprint.ts';
import { bodyOf, filledIn, newForm, wrongIn } from './opened.ts';

describe('an API key expires', () => {
  // The console's clock stands at 2026-11-20 12:00 UTC.
  test.each([
    ['7d', '2026-11-27T12:00:00Z'],
    ['30d', '2026-12-20T12:00:00Z'],
    ['90d', '2027-02-18T12:00:00Z'],
    ['2w', '2026-12-04T12:00:00Z'],
    ['1y', '2027-11-20T12:00:00Z'],
    [' 1Y ', '2027-11-20T12:00:00Z'],
    ['2027-01-31', '2027-01-31T00:00:00Z'],
    ['2027-01-31T10:00:00Z', '2027-01-31T10:00:00Z'],
    ['2027-01-31T10:00:00+02:00', '2027-01-31T08:00:00Z'],
    ['2027-01-31 10:00', '2027-01-31T10:00:00Z'],
  ])('%s: at %s', async (expires, sent) => {
    const checked = filledIn(newForm('apiKeys'), { name: 'laptop', expires });
    expect(await bodyOf(checked)).toEqual({ body: { name: 'laptop', expires_at: sent } });
  });

  test.each(['', 'soon', '7', '7 days', 'd', '-7d', '2027-13-01', '2027-02-30', '31.01.2027', '99999d'])(
    '%j is no time: the form says what it wants',
    (expires) => {
      expect(wrongIn(filledIn(newForm('apiKeys'), { name: 'laptop', expires }))).toEqual({
        expires_at: 'Give 7d, 30d, 90d, 1y, a date like 2027-01-31, or never.',
      });
    },
  );

  test.each(['0d', '2026-11-20', '2020-01-01'])('%s has passed already', (expires) => {
    expect(wrongIn(filledIn(newForm('apiKeys'), { name: 'laptop', expires }))).toEqual({
      expires_at: 'This time is in the past.',
    });
  });

  test.each(['never', ' Never '])(
    '%j is sent as null, and the review says that the service decides',
    async (expires) => {
      const checked = filledIn(newForm('apiKeys'), { name: 'laptop', expires });
      expect(await bodyOf(checked)).toEqual({ body: { name: 'laptop', expires_at: null } });
      expect(checked.ok ? checked.review.at(-1)?.value : null).toBe('never, if the service allows that');
    },
  );

  test('in 30 days unless something else is typed', () => {
    expect(newForm('apiKeys').start.text['expires']).toBe('30d');
  });
});

describe('an SSH key', () => {
  const PUBLIC = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAeNYfbnHDTbkdX2gvKDRpZa4jYnfmxhWwHjNcRV56T ada@laptop';
  const added = (text: string) => filledIn(newForm('sshKeys'), { name: 'laptop', public: text });

  test('is sent as it was pasted, without blanks around it', async () => {
    expect(await bodyOf(added(`  ${PUBLIC}\n`))).toEqual({
      body: { project: 'proj_demo', name: 'laptop', public_key: PUBLIC },
    });
  });

  test('left empty is created by the service, and the review shows that', async () => {
    const checked = added(' \n');
    expect(await bodyOf(checked)).toMatchObject({ body: { public_key: null } });
    expect(checked.ok ? checked.review.at(-1)?.value : null).toBe('the service creates an RSA key pair');
  });

  test.each([
    ['of OpenSSH', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk=\n-----END OPENSSH PRIVATE KEY-----'],
    ['of RSA', '-----BEGIN RSA PRIVATE KEY-----\nMIIE'],
    ['without a kind', '-----BEGIN PRIVATE KEY-----\nMIIE'],
    ['that is encrypted', '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIE'],
    ['pasted into one line', '-----BEGIN OPENSSH PRIVATE KEY----- b3BlbnNzaC1rZXk='],
    ['of PuTTY', 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none'],
    ['after a public one', `${PUBLIC}\n-----BEGIN OPENSSH PRIVATE KEY-----`],
  ])('that is a private key %s stays on this machine', (_, text) => {
    expect(isPrivateKey(text)).toBe(true);
    expect(wrongIn(added(text))).toEqual({
      public_key: expect.stringContaining('This is a private key; it was not sent'),
    });
  });

  test('without a name is refused at the name', () => {
    expect(wrongIn(filledIn(newForm('sshKeys'), { public: PUBLIC }))).toEqual({ name: 'Give the key a name.' });
  });
});

describe('issues of the service are shown at their fields', () => {
  const { fields } = newForm('bids');
  test.each([
    [['limit_price'], 'price'],
    [['launch_specification', 'volumes', 0], 'volumes'],
    [['launch_specification', 'ssh_keys'], 'keys'],
    [['ssh_keys', 3], null],
    [['startup_script'], 'script'],
    [['project'], null],
    [[], null],
  ])('%j: %s', (path, id) => {
    expect(fieldOf(fields, path)?.id ?? null).toBe(id);
  });
});

test('a duration ends with a whole minute, so that the review is not another question each second', () => {
  const now = Date.UTC(2026, 10, 23, 12, 0, 1);
  expect(expiry('30d', now)).toEqual({ at: '2026-12-23T12:01:00Z' });
  expect(expiry('30d', now + 58_000)).toEqual(expiry('30d', now));
});
