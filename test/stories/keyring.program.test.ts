import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { node, program } from '../driver/built.ts';
import { openMarket } from '../driver/console.ts';
import { hasKeyring, inSession } from '../driver/keyring.ts';
import { openMarketProgram } from '../driver/market-program.ts';
import { openScript } from './script.ts';
import { STILL } from './service.ts';

test.skipIf(!hasKeyring)(
  'login --keyring keeps the token in the system’s keyring and in no file, get finds it there, logout takes it out',
  async () => {
    const market = await openMarket(STILL);
    const { home } = await openScript(market);
    const token = join(home.folder, 'typed');
    writeFileSync(token, `${market.token}\n`, { mode: 0o600 });
    const env = { ...home.env, SPOTDECK_TOKEN: undefined };
    const { said } = await inSession(
      [
        `$NODE $CLI login --keyring --base-url ${market.origin} --project ${market.project} < ${token}`,
        `rm ${token}`,
        '$NODE $CLI get bids render --columns name',
        '$NODE $CLI profiles',
        '$NODE $CLI logout',
        '$NODE $CLI get bids; echo "ended with $?"',
        `grep -rl ${market.token} ${home.folder} && echo leaked`,
      ].join('\n'),
      env,
    );
    expect(said).toContain('its token in the system keyring.');
    expect(said).toMatch(/NAME\nrender\n/);
    expect(said).toContain('token from the system keyring');
    expect(said).toContain('Deleted the token of default from this machine.');
    expect(said).toContain('ended with 3');
    expect(said).not.toContain('leaked');
    expect(readFileSync(join(home.folder, '.config/spotdeck/config.toml'), 'utf8')).toContain('token_keyring = true');
  },
);

test.skipIf(!hasKeyring)(
  'api-key rotate puts the new key into the keyring in the place of the old one, and leaves no second entry',
  async () => {
    const market = await openMarket(STILL);
    const { home } = await openScript(market);
    const token = join(home.folder, 'typed');
    writeFileSync(token, `${market.token}\n`, { mode: 0o600 });
    const { said } = await inSession(
      [
        `$NODE $CLI login --keyring --base-url ${market.origin} --project ${market.project} < ${token}`,
        '$NODE $CLI api-key rotate --yes --keep-old',
        '$NODE $CLI api-key rotate --yes',
        '$NODE $CLI get api-keys --columns name,state',
        '$NODE $CLI api-key rotate --abort --yes',
      ].join('\n'),
      { ...home.env, SPOTDECK_TOKEN: undefined },
    );
    expect(said).toContain('The new key is in the system keyring now.');
    expect(said).toMatch(/Revoked the key console-\S+\. The rotation is complete\./);
    expect(said.match(/in use here/g)).toHaveLength(1);
    expect(said).toMatch(/console +active/);
    expect(said).toContain('No rotation was begun here.');
  },
);

test('without a keyring login names the alternatives and leaves no profile', async () => {
  const market = await openMarketProgram();
  const { home } = await openScript(market);
  const args = ['login', '--keyring', '--base-url', market.origin, '--project', market.project];
  let said = '';
  let code = 0;
  try {
    execFileSync(node, [program, ...args], {
      env: { ...home.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
      input: `${market.token}\n`,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    code = error instanceof Error && 'status' in error ? Number(error.status) : 0;
  }
  expect(code).toBe(3);
  expect(said).toMatch(
    /^The system's keyring can't be used: .+\.\nStart a keyring such as gnome-keyring, or keep the token with/,
  );
  expect(existsSync(join(home.folder, '.config/spotdeck/config.toml'))).toBe(false);
});
