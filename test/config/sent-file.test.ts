import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readToSend } from '../../src/config/sent-file.ts';
import { runOn, thisProcess } from '../../src/system/system.ts';

const TOKEN = 'fkey_in_use_now';
const BASE64 = 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW';

/** A home with the files that spotdeck keeps, and the operator's beside them. */
function home() {
  const folder = mkdtempSync(join(tmpdir(), 'sent-'));
  const put = (path: string, content: string | Buffer): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  put('.config/spotdeck/config.toml', '[profiles.prod]\ntoken_file = "~/secrets/prod"\n');
  put('.config/spotdeck/tokens/lab', 'fkey_of_lab\n');
  put('.local/share/spotdeck/journal.db', 'SQLite format 3\0');
  put('.local/share/spotdeck/views.json', '{}');
  put('.local/state/spotdeck/console.log', 'started');
  put('secrets/prod', 'fkey_of_prod\n');
  const read = (path: string, token: string | null = TOKEN) =>
    runOn({ ...thisProcess, environment: {}, home: () => folder, folder: () => folder }, () => readToSend(path, token));
  return { folder, put, read };
}

describe('what is sent to a service is never', () => {
  test.each([
    '.config/spotdeck/config.toml',
    '.config/spotdeck/tokens/lab',
    '.local/share/spotdeck/journal.db',
    '.local/share/spotdeck/views.json',
    '.local/state/spotdeck/console.log',
    'secrets/prod',
  ])('a file of spotdeck, by its name, a link or another name: %s', async (path) => {
    const { folder, read } = home();
    symlinkSync(join(folder, path), join(folder, 'link.sh'));
    linkSync(join(folder, path), join(folder, 'hard.sh'));
    symlinkSync(dirname(join(folder, path)), join(folder, 'there'));
    const names = [path, `~/${path}`, 'link.sh', `there/${path.split('/').at(-1) ?? ''}`];
    // What has a second name is known where it holds settings or a token.
    if (/config\.toml|tokens|secrets/.test(path)) names.push('hard.sh');
    for (const name of names)
      expect(await read(name)).toEqual({ ok: false, error: `${name} is not sent: it is a file of spotdeck.` });
  });

  test.each([
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${BASE64}\n-----END OPENSSH PRIVATE KEY-----\n`,
    `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n${BASE64}\n`,
    `-----BEGIN EC PRIVATE KEY-----\r\n${BASE64}\r\n`,
    `-----BEGIN PRIVATE KEY-----\n${BASE64}\n`,
    `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${BASE64}\n`,
    `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${BASE64}\n`,
    `{"private_key": "-----BEGIN PRIVATE KEY-----\\n${BASE64}"}`,
    `#!/bin/sh\ncat > ~/.ssh/id <<'E'\n-----BEGIN OPENSSH PRIVATE KEY-----\n${BASE64}\nE\n`,
    'PuTTY-User-Key-File-3: ssh-ed25519\n',
    '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n',
    'AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQQQ\n',
  ])('a private key: %j', async (text) => {
    const { put, read } = home();
    const path = put('key.sh', text);
    expect(await read(path)).toEqual({ ok: false, error: `${path} is not sent: it has a private key.` });
  });

  test('the API key in use, what is no text, and what is no file', async () => {
    const { folder, put, read } = home();
    const withKey = put('a.sh', `curl -H "Authorization: Bearer ${TOKEN}"\n`);
    expect(await read(withKey)).toEqual({
      ok: false,
      error: `${withKey} is not sent: it has the API key that is in use.`,
    });
    expect(await read(withKey, 'fkey_another_one')).toMatchObject({ ok: true });
    for (const bytes of [
      [0x1f, 0x8b, 8, 0],
      [0xff, 0xfe, 0x61, 0],
      [0x65, 0xe9],
      [0x61, 0, 0x62],
    ]) {
      const path = put('b.sh', Buffer.from(bytes));
      expect(await read(path)).toEqual({ ok: false, error: `${path} is not sent: it is no text in UTF-8.` });
    }
    spawnSync('mkfifo', [join(folder, 'pipe')]);
    expect(await read(join(folder, 'pipe'))).toMatchObject({ ok: false, error: expect.stringContaining('named pipe') });
    expect(await read(folder)).toMatchObject({ ok: false, error: expect.stringContaining('it is a folder') });
    symlinkSync('/proc/self/environ', join(folder, 'environ.sh'));
    for (const path of ['/proc/self/environ', '/proc/kmsg', '/dev/null', '/dev/zero', join(folder, 'environ.sh')])
      expect(await read(path)).toMatchObject({
        ok: false,
        error: expect.stringContaining('it is a file of the system'),
      });
  });
});

test('a script beside the config file is sent, and one that only looks for keys; line ends are mended with a word', async () => {
  const { put, read } = home();
  put('.config/spotdeck/scripts/train.sh', '#!/bin/sh\ngrep -q "-----BEGIN RSA PRIVATE KEY-----" key || exit 1\n');
  expect(await read('~/.config/spotdeck/scripts/train.sh')).toMatchObject({
    ok: true,
    value: { bytes: 66, note: null },
  });
  put('dos.sh', '\ufeff#!/bin/sh\r\necho a\r\n');
  expect(await read('dos.sh')).toEqual({
    ok: true,
    value: {
      text: '#!/bin/sh\necho a\n',
      bytes: 22,
      note: 'dos.sh is sent with line ends of Unix and without a byte order mark.',
    },
  });
});
