import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConsole, openInTerminal, openMarket } from '../driver/console.ts';
import { sharedFolder } from './connect-form.ts';
import { openScript } from './script.ts';
import { STILL } from './service.ts';

/** What all files below a folder have, one after the other. */
const allBelow = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');

test('a password in the address is shown and kept nowhere, and /v2 at its end is no part of it', async () => {
  const script = await openScript();
  const address = script.market.origin.replace('://', '://me:s3cret@');
  const env = { ...script.market.env, SPOTDECK_BASE_URL: `${address}/v2/` };
  const console = await openConsole({ args: [], env });
  await console.seeLoaded('14 bids');
  console.type('P');
  await console.see(`at ${script.market.origin}.`);
  console.press('Esc', 'q');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
  expect(console.raw() + allBelow(console.home)).not.toContain('s3cret');
  const doctor = await script.run(['doctor'], env);
  expect(doctor.out).toContain('14 rows');
  expect(doctor.out).toContain(`${script.market.origin}; the user name and password in it are not sent.`);
  const listed = await script.run(['get', 'bids', '--debug', '~/requests.log'], env);
  expect(listed.code).toBe(0);
  expect(doctor.out + doctor.err + listed.err + allBelow(script.home.folder)).not.toContain('s3cret');
});

test('login writes the file that a linked config file leads to', async () => {
  const market = await openMarket(STILL);
  const folder = sharedFolder();
  mkdirSync(join(folder, 'dotfiles'), { recursive: true });
  writeFileSync(join(folder, 'dotfiles/spotdeck.toml'), '# mine\n');
  symlinkSync('dotfiles/spotdeck.toml', join(folder, 'config.toml'));
  const terminal = openInTerminal(['login', '--base-url', market.origin, '--project', market.project], {
    env: { SPOTDECK_CONFIG: join(folder, 'config.toml') },
  });
  await terminal.see('not shown');
  terminal.type(`${market.token}\r`);
  await terminal.see('Signed in.');
  await terminal.ended();
  expect(readlinkSync(join(folder, 'config.toml'))).toBe('dotfiles/spotdeck.toml');
  expect(readFileSync(join(folder, 'dotfiles/spotdeck.toml'), 'utf8')).toMatch(/^# mine\n\n\[profiles\.default\]/);
});

test('login keeps no password of the address', async () => {
  const market = await openMarket(STILL);
  const folder = sharedFolder();
  const address = `${market.origin.replace('://', '://me:s3cret@')}/v2`;
  const terminal = openInTerminal(['login', '--base-url', address, '--project', market.project], {
    env: { SPOTDECK_CONFIG: join(folder, 'config.toml') },
  });
  await terminal.see('not shown');
  terminal.type(`${market.token}\r`);
  await terminal.see('Signed in.');
  await terminal.ended();
  expect(readFileSync(join(folder, 'config.toml'), 'utf8')).toBe(
    `[profiles.default]\nbase_url = "${market.origin}"\nproject = "${market.project}"\n`,
  );
});
