import { expect, test } from 'vitest';
import { isSecretName, withoutSecrets, withoutSecretsInText } from '../../src/lib/secrets.ts';

test.each([
  ...[
    ...['secret', 'private_key', 'privateKey', 'PrivateKey', 'PRIVATE-KEY', 'private key', 'privatekey'],
    ...['ssh_private_key'],
  ],
  ...['accessToken', 'access_token', 'api-key', 'apiKey', 'API_KEY', 'APIKey', 'x-api-key', 'token', 'refreshToken'],
  ...['password', 'root_passwd', 'userPassword', 'passphrase', 'client_secret', 'secretValue', 'credentials', 'jwt'],
  ...['Authorization', 'bearer', 'session_key', 'aws_secret_access_key', 'accessKey', 'db.pwd', 'wifi-psk', 'cookie'],
])('%s is the name of a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  ...['fid', 'name', 'project', 'ssh_keys', 'public_key', 'publicKey', 'snippet', 'expires_at', 'kubernetes_cluster'],
  ...['launch_specification', 'startup_script', 'ssh_destination', 'limit_price', 'key', 'keyboard', 'next_cursor'],
  ...['api_key_id', 'secretName', 'token_expires_at', 'passed', 'pinned', 'author', 'credential_type', 'monkey'],
])('%s is not', (name) => {
  expect(isSecretName(name)).toBe(false);
});

const HELD = {
  fid: 'k',
  privateKey: '-----BEGIN',
  more: [
    { 'api-key': { value: 'sk-1', parts: ['sk-2'] }, has_secret: true, secret: null, pin: 1234 },
    { password: '' },
  ],
};

test('the values of secret names are replaced, at any depth, but for those that say nothing', () => {
  expect(withoutSecrets(HELD)).toEqual({
    fid: 'k',
    privateKey: '(not kept)',
    more: [{ 'api-key': '(not kept)', has_secret: true, secret: null, pin: '(not kept)' }, { password: '' }],
  });
});

test('a value as deep as an answer can be is no burden', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(9000)}${']'.repeat(9000)}`);
  expect(withoutSecrets(deep)).toBe(deep);
  const clean = withoutSecrets([{ token: 'abcdefgh' }, deep]);
  expect(Array.isArray(clean) ? clean[0] : clean).toEqual({ token: '(not kept)' });
});

test('what has none stays the same object', () => {
  const row = { fid: 'a', bids: ['b'], launch_specification: { ssh_keys: ['k'], startup_script: 'x' } };
  expect(withoutSecrets(row)).toBe(row);
});

test('the same in JSON text, also in the beginning of one that is cut off anywhere', () => {
  const texts = [JSON.stringify(HELD), JSON.stringify(HELD, null, 2)];
  for (const text of texts) {
    expect(JSON.parse(withoutSecretsInText(text))).toEqual(withoutSecrets(HELD));
    for (let end = 0; end <= text.length; end++)
      expect(withoutSecretsInText(text.slice(0, end))).not.toMatch(/-BEGI|sk-1|sk-2|123/);
  }
  expect(withoutSecretsInText(JSON.stringify({ token: 'a"'.repeat(1e6) }))).toBe('{"token":"(not kept)"}');
  expect(withoutSecretsInText('{"priv\\u0061teKey":"abc"}')).toBe('{"priv\\u0061teKey":"(not kept)"}');
  expect(withoutSecretsInText('no JSON: "token" and "secret"')).toBe('no JSON: "token" and "secret"');
});
