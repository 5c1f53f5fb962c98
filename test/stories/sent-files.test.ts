import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConsole, openMarket } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';
import { evidenceOf } from './evidence.ts';
import { openScript } from './script.ts';
import { STILL } from './service.ts';

const PLACE =
  'bid place --name night --type 1xl40s.eu-north1-a --region eu-north1-a --quantity 1 --price 2 --yes'.split(' ');
const KEY = `-----BEGIN OPENSSH PRIVATE KEY-----\n${'b3BlbnNzaC1rZXktdjEA'.repeat(3)}\n`;

test('a command sends no file of spotdeck, no private key and not the API key as a startup script', async () => {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const { run, home } = await openScript({ ...market, env: evidence.env });
  mkdirSync(join(home.folder, '.config/spotdeck'), { recursive: true });
  writeFileSync(join(home.folder, '.config/spotdeck/config.toml'), '[profiles.prod]\n');
  symlinkSync('.config/spotdeck/config.toml', join(home.folder, 'run.sh'));
  writeFileSync(join(home.folder, 'key'), KEY);
  writeFileSync(join(home.folder, 'token.sh'), `KEY=${market.token}\n`);
  for (const [script, why] of [
    ['@run.sh', 'it is a file of spotdeck'],
    ['@~/.config/spotdeck/config.toml', 'it is a file of spotdeck'],
    ['@key', 'it has a private key'],
    ['@token.sh', 'it has the API key that is in use'],
    ['@/proc/self/environ', 'it is a file of the system'],
  ] as const) {
    const end = await run([...PLACE, '--script', script]);
    expect(end).toMatchObject({ code: 2, out: '' });
    expect(end.err).toContain(`${script.slice(1)} is not sent: ${why}.\n`);
  }
  const typed = await run([...PLACE, '--script', `KEY=${market.token}`]);
  expect(typed).toMatchObject({ code: 1, out: '' });
  expect(typed.err).toContain('It has the API key that is in use, so it was not sent.');
  expect(typed.err).not.toContain(market.token);
  expect(evidence.writes()).toEqual([]);
});

test('the form of the console sends none either, and says why in its field', async () => {
  const market = await openMarket(STILL);
  const home = freshHome();
  writeFileSync(join(home.folder, 'key'), KEY);
  const console = await openConsole({ args: [], env: { ...market.env, HOME: home.folder } });
  console.do('place-bid');
  await console.see('Startup script');
  console.press(...Array<'Tab'>(7).fill('Tab'));
  console.type(`@${join(home.folder, 'key')}`);
  console.press('Ctrl-S');
  await console.see('is not sent: it has a private key.');
});
