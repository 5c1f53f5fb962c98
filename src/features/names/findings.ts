import { type Finding, ok, warning } from '../../command/doctor-lines.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { age } from '../../lib/duration.ts';
import { own } from '../../lib/typed-key.ts';
import { counted } from '../../lib/words.ts';
import type { Features } from '../../store/state.ts';
import { system } from '../../system/system.ts';
import { NAMES_AGE_MS, placeInSettings, readKept } from './kept.ts';
import { namesFrom } from './settings.ts';

/** What is kept of the list of names, for `doctor`. */
export function checkNames(_: Features, { settings }: ResolvedSettings): readonly Finding[] {
  const from = own(settings, namesFrom);
  if (from === null || settings.baseUrl === null) return [];
  const place = placeInSettings(settings);
  const kept = place === null ? null : readKept(place);
  const help = 'The console reads them once a day.';
  if (kept === null) return [warning('names', `none were read from ${from.path} yet`, help)];
  const now = system().clock.now();
  const left = kept.left === 0 ? '' : `, ${counted(kept.left, 'row')} without a usable one`;
  const found = `${counted(kept.names.size, 'name')} from ${from.path}, read ${age(kept.readAt, now)} ago${left}`;
  return [now - kept.readAt < 2 * NAMES_AGE_MS ? ok('names', found) : warning('names', found, help)];
}
