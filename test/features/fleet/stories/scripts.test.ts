import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operator } from './fleet-file.ts';

const KEY = `-----BEGIN OPENSSH PRIVATE KEY-----\n${'b3BlbnNzaC1rZXktdjEA'.repeat(3)}\n`;

const bidWith = (line: string): string =>
  `project = "proj_demo"\n\n[[bids]]\nname = "fresh"\ninstance_type = "1xl40s.us-east1-b"\nregion = "us-east1-b"\ninstance_quantity = 1\nlimit_price = "$1.40"\n${line}\n`;

test('no secret is sent as a startup script, beside the fleet file or in it', async () => {
  const { run, write, evidence, home, market } = await operator();
  const put = (name: string, text: string): void => writeFileSync(join(home.folder, name), text);
  put('key', KEY);
  put('token.sh', `KEY=${market.token} ./sync\n`);
  put('keep', 'fkey_of_another\n');
  mkdirSync(join(home.folder, '.config/spotdeck/tokens'), { recursive: true });
  put('.config/spotdeck/tokens/other', 'fkey_of_another\n');
  symlinkSync('.config/spotdeck/tokens/other', join(home.folder, 'link.sh'));
  const beside = (file: string): string => `startup_script_file = "${file}"`;
  for (const [line, why] of [
    [beside('key'), 'it has a private key'],
    [beside('token.sh'), 'it has the API key that is in use'],
    [beside('link.sh'), 'it is a file of spotdeck'],
    [beside('.config/spotdeck/tokens/other'), 'it is a file of spotdeck'],
    [`startup_script = "KEY=${market.token} ./sync"`, 'it has the API key that is in use'],
    [`startup_script = '''\n${KEY}'''`, 'it has a private key'],
  ] as const) {
    write(bidWith(line));
    for (const args of [
      ['diff', 'fleet.toml'],
      ['apply', 'fleet.toml', '--yes'],
    ]) {
      const end = await run(args);
      expect(end).toMatchObject({ code: 2, out: '' });
      expect(end.err).toMatch(new RegExp(`^fleet\\.toml, line 9: .* is not sent: ${why}\\.\n$`));
    }
  }
  expect(evidence.writes()).toEqual([]);
});

test('diff names the file of a script and its size; line ends are mended with a word', async () => {
  const { run, write, home, exported } = await operator();
  writeFileSync(join(home.folder, 'night.sh'), '#!/bin/sh\r\necho night\r\n');
  write(bidWith('startup_script_file = "night.sh"'));
  const end = await run(['diff', 'fleet.toml', 'fresh']);
  expect(end.out).toMatch(/^\+ bid fresh {2}.*, with the script \(night\.sh, 23 bytes\) {2}\(line 3\)$/m);
  expect(end.err).toContain('night.sh is sent with line ends of Unix and without a byte order mark.\n');
  const text = await exported();
  write(text.replace(/^(name = "render"\n)/m, '$1startup_script_file = "night.sh"\n'));
  expect((await run(['diff', 'fleet.toml', 'render'])).out).toMatch(
    /startup_script .* -> 2 lines \(night\.sh, 23 bytes\)/,
  );
});

test.each(['/proc/kmsg', '/proc/self/environ', '/dev/zero', '/dev/stdin'])(
  'a fleet file that is %s is refused at once',
  async (path) => {
    const { run } = await operator();
    for (const args of [
      ['diff', path],
      ['apply', path, '--yes', '--prune'],
    ])
      expect(await run(args)).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining("can't be read: it is a"),
      });
  },
);

test('export writes no script where a link leads out of the present folder', async () => {
  const { run, home } = await operator();
  const elsewhere = `${home.folder}-elsewhere`;
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(home.folder, 'scripts'));
  for (const folder of ['scripts', 'scripts/inner'])
    expect(await run(['export', '--scripts', folder])).toEqual({
      code: 2,
      out: '',
      err: 'scripts is a link out of the present folder, so nothing was written there.\n',
    });
  expect(readdirSync(elsewhere)).toEqual([]);
  symlinkSync(join(elsewhere, 'gone'), join(home.folder, 'dangling'));
  expect((await run(['export', '--scripts', 'dangling/inner'])).code).not.toBe(0);
  expect(existsSync(join(elsewhere, 'gone'))).toBe(false);
  mkdirSync(join(home.folder, 'real'));
  symlinkSync('real', join(home.folder, 'within'));
  expect((await run(['export', '--scripts', 'within'])).code).toBe(0);
});
