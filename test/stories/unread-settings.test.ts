import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openScript } from './script.ts';
import { BIDS, named } from './service.ts';

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
