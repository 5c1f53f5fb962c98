import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMarket } from '../../../driver/console.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { STILL } from '../../../stories/service.ts';

/** A market that stands still and a config file with these lines. */
export async function withConfig(...lines: readonly string[]) {
  const market = await openMarket(STILL);
  const config = join(newPath(), '..', 'config.toml');
  writeFileSync(config, `${lines.join('\n')}\n`);
  return { market, config, env: { ...market.env, SPOTDECK_CONFIG: config } };
}
