import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Variables } from '../driver/environment.ts';
import type { Script } from './script.ts';

/** No token of its own: the profile of the config file has one. */
export const NO_TOKEN: Variables = {
  SPOTDECK_TOKEN: undefined,
  SPOTDECK_BASE_URL: undefined,
  SPOTDECK_PROJECT: undefined,
};

/** Writes a config file with one profile, whose token comes from `source`. Returns its folder. */
export function profileWith(
  { market, home }: Pick<Script, 'market' | 'home'>,
  source: string,
  more = '',
  origin = market.origin,
): string {
  const folder = join(home.folder, '.config/spotdeck');
  mkdirSync(join(folder, 'tokens'), { recursive: true, mode: 0o700 });
  const profile = `[profiles.work]\nbase_url = "${origin}"\nproject = "${market.project}"\n${source}\n`;
  writeFileSync(join(folder, 'config.toml'), `default_profile = "work"\n${profile}${more}`);
  return folder;
}

/** Writes a config file with one profile and its token file. */
export function tokenFileOf(script: Pick<Script, 'market' | 'home'>, more = '', origin = script.market.origin) {
  const folder = profileWith(script, '', more, origin);
  const file = join(folder, 'tokens/work');
  writeFileSync(file, `${script.market.token}\n`, { mode: 0o600 });
  return { folder, file, token: () => readFileSync(file, 'utf8').trim() };
}

/** Writes a config file whose only profile takes its token from a program. Returns the variables for it. */
export function withTokenCommand(
  { market, home }: Pick<Script, 'market' | 'home'>,
  command: readonly string[],
): Variables {
  const config = join(home.folder, 'config.toml');
  writeFileSync(
    config,
    `[profiles.one]\nbase_url = "${market.origin}"\nproject = "${market.project}"\ntoken_command = ${JSON.stringify(command)}\n`,
  );
  return { ...NO_TOKEN, SPOTDECK_CONFIG: config };
}
