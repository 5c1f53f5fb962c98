import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConsole } from '../../../driver/console.ts';
import { soon } from '../../../driver/time.ts';
import { losingMarket } from '../../../stories/losing.ts';

test('the operator goes back to before a loss, changes nothing there, and is back at the present rows with Esc', async () => {
  const market = await losingMarket('train-llama', 'render');
  const console = await openConsole({ args: [], env: market.env });
  await console.seeLoaded('14 bids');
  const folder = join(console.home, '.local', 'state', 'spotdeck', 'past');
  const files = (): readonly string[] => {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  };
  await soon(() => expect(files()).toHaveLength(1));
  const before = market.looks();
  await soon(() => expect(market.looks()).toBeGreaterThan(before + 6));
  market.lose();
  await console.pane('instances').focus();
  await console.see(/20 of 4[78] instances running/);
  console.press('1', 'j', '{');
  await console.see('spotdeck PAST');
  await console.see(/ago/);
  await console.see(/3\d of 4[78] instances running/);
  const sent = market.looks();
  console.do('pause-bid');
  await console.see('This is the past: it cannot be changed.');
  console.do('bid-ssh');
  await console.see('This is the past: its instances cannot be reached.');
  await soon(() => expect(market.looks(), 'the console goes on reading').toBeGreaterThan(sent));
  console.press('Esc');
  await console.see(/20 of 4[78] instances running/);
  await console.see('● live');
  console.do('quit');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
  const [name = ''] = files();
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, name), 'utf8')).not.toContain(market.env['SPOTDECK_TOKEN']);
});

test('with --keep-past false nothing is kept, and { says so', async () => {
  const market = await losingMarket('train-llama', 'render');
  const console = await openConsole({ env: market.env, args: ['--keep-past', 'false'] });
  await console.seeLoaded('14 bids');
  console.press('{');
  await console.see('The past is not kept: the setting past is false.');
  console.do('quit');
  await console.ended();
  expect(readdirSync(join(console.home, '.local', 'state', 'spotdeck'))).not.toContain('past');
});
