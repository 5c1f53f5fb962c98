import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { newPath } from '../journal/snapshots.ts';
import { openScript } from './script.ts';
import { BIDS, named, STILL } from './service.ts';

test(':settings changes a setting of the profile in a read-only console at once, keeps the comments of the file, and says what waits', async () => {
  const market = await openMarket(STILL);
  const config = join(newPath(), '..', 'config.toml');
  const profile = `[profiles.research] # mine\nbase_url = "${market.origin}"\nproject = "${market.project}"\n`;
  writeFileSync(config, `${profile}token_env = "RESEARCH_TOKEN"\nread_only = true\n`);
  const env = {
    SPOTDECK_BASE_URL: undefined,
    SPOTDECK_TOKEN: undefined,
    SPOTDECK_PROJECT: undefined,
    SPOTDECK_CONFIG: config,
    RESEARCH_TOKEN: market.token,
    SPOTDECK_REFRESH: '3',
  };
  const console = await openDemo({ service: { env }, args: ['--alerts', 'off'] });
  console.type(':settings\r');
  await console.see(/read_only +true +config file/);
  await console.see(/refresh +3 +environment/);
  await console.see(/alerts +off +flag/);
  expect(console.screen().join('\n')).not.toContain(market.token);
  console.type('jjjjjjj');
  await console.see('SPOTDECK_REFRESH is stronger than the file.');
  console.type('j\r');
  await console.see('--alerts is stronger than the file.');
  console.press('Esc');
  console.type('jjjjjj\r');
  await console.see('Settings: theme');
  console.type('jj\r');
  await console.see(/theme +dark +config file/);
  await console.see('theme is saved. A change counts at once.');
  expect(console.raw()).toContain('48;5;234');
  expect(readFileSync(config, 'utf8')).toBe(
    `theme = "dark"\n\n${profile}token_env = "RESEARCH_TOKEN"\nread_only = true\n`,
  );
  console.type('jjjjjjjj\r');
  await console.see('Settings: timeout');
  console.type('soon\r');
  await console.see('"soon" is not a number of seconds from 1 to 600.');
  console.press('Backspace', 'Backspace', 'Backspace', 'Backspace');
  console.type('20\r');
  await console.see('timeout is saved. A change counts from the next start.');
  await console.see(/timeout +20 +config file/);
  console.press('q');
  await console.gone('Settings');
});

test(':settings works in the demo: the file is made, and what counts at once does', async () => {
  const config = join(newPath(), '..', 'new', 'config.toml');
  const console = await openDemo({ env: { SPOTDECK_CONFIG: config } });
  console.type(':config\r');
  await console.see(/budget_per_hour +not set +default/);
  console.type('jjjjjj\r100\r');
  await console.see('budget_per_hour is saved. A change counts at once.');
  expect(readFileSync(config, 'utf8')).toBe('budget_per_hour = 100\n');
  console.press('g', 'Enter');
  await console.see('Another address needs its own token: P connects to it.');
  console.press('Esc');
  await console.see('BUDGET');
});

const BROKEN = '[[rules]]\nname = "cap"\nkind = "budget"\nper_hour = "a lot"\npause = ["sweep"]\n';

test('a rule that is wrong stops the autopilot and no pause, which names it in one line', async () => {
  const script = await openScript();
  const config = join(script.home.folder, 'config.toml');
  writeFileSync(config, BROKEN);
  const env = { SPOTDECK_CONFIG: config, SPOTDECK_THEME: 'pink' };
  const paused = await script.run(['bid', 'pause', 'render'], env);
  expect(paused).toMatchObject({ code: 0, out: 'Paused render.\n' });
  expect(paused.err).toMatch(
    /^2 settings that this command does not read are wrong, the first one: \S+config\.toml, line 4: per_hour [^\n]+\n$/,
  );
  expect(await named(script.market, BIDS, 'render')).toMatchObject({ status: 'Paused' });
  for (const args of [['autopilot', '--dry-run'], ['config', 'check'], ['doctor']])
    expect(await script.run(args, env), args[0]).toMatchObject({
      code: 2,
      err: expect.stringMatching(/config\.toml, line 4: per_hour /),
    });
  expect(await script.run(['complete', 'bid', 'pau'], env)).toEqual({ code: 0, out: 'pause\n', err: '' });
});

test('/ in :settings finds a setting by its name or by a word of its help, and Esc shows all again', async () => {
  const config = join(newPath(), '..', 'new', 'config.toml');
  const console = await openDemo({ env: { SPOTDECK_CONFIG: config } });
  console.type(':settings\r');
  await console.see(/budget_per_hour +not set/);
  console.type('/per month');
  await console.gone(/budget_per_hour +not set/);
  await console.see(/budget_per_month +not set/);
  console.type('x');
  await console.see('No setting has "per monthx" in its name or help.');
  console.press('Backspace', 'Enter', 'Enter');
  await console.see('Settings: budget_per_month');
  console.type('9000\r');
  await console.see(/budget_per_month +\$?9,?000/);
  console.press('/', 'Esc');
  await console.see(/budget_per_hour +not set/);
});
